"""What the motors hold at rest, in the worst pose that is found.

Poses are drawn from the joints' ranges (a turn, or a metre, where they are unknown); the worst for
each motor is then improved joint by joint: the worst that was found, not a proof. Poses near a
dead centre of a ball screw, where it moves nothing and no torque holds, are left out.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from erfd.drives.function import drive_function
from erfd.drives.limits import torque_range
from erfd.drives.train import drives_of
from erfd.robot.drives import Motor
from erfd.robot.robot import Robot

Array = NDArray[np.float64]
ROUNDS = 12
DEAD = 0.2  # of a ball screw's largest ratio


class Hold(NamedTuple):
    """What one motor holds at rest in the worst pose found, N m, and what it has."""

    motor: str
    torque: float
    limit: float | None
    kind: str
    pose: list[float]

    @property
    def share(self) -> float | None:
        return None if self.limit is None or self.limit == 0 else self.torque / self.limit


def poses_of(robot: Robot, rng: np.random.Generator, count: int) -> Array:
    low, high = _ranges(robot)
    return rng.uniform(low, high, (count, len(low)))


def _ranges(robot: Robot) -> tuple[Array, Array]:
    low, high = [], []
    for joint in robot.independent:
        reach = 0.5 if joint.kind == "prismatic" else math.pi
        lower, upper = joint.limits.lower.value, joint.limits.upper.value
        low.append(-reach if lower is None else float(lower))
        high.append(reach if upper is None else float(upper))
    return np.array(low), np.array(high)


def holds_of(robot: Robot, poses: Array) -> list[Hold]:
    ranges, near = _ranges(robot), Away(robot, poses)
    still = np.zeros(poses.shape[1])
    run = drive_function(robot, "motor_torque")

    def held(q: Array, k: int) -> Array:
        torque: Array = np.where(near.apart(q), np.abs(run(q, still, still)[:, k]), -1.0)
        return torque

    holds = []
    for k, motor in enumerate(drives_of(robot).motors):
        q = poses[int(np.nanargmax(held(poses, k)))]
        for step in np.geomspace(0.2, 1e-3, ROUNDS):
            around = _neighbours(q, step, *ranges)
            q = around[int(np.nanargmax(held(around, k)))]
        torque = max(float(held(q[None], k)[0]), 0.0)
        holds.append(Hold(motor.name, torque, *limit_at_rest(motor), q.tolist()))
    return holds


def _neighbours(q: Array, step: float, low: Array, high: Array) -> Array:
    """The pose itself, and each joint moved to both sides."""
    size = np.diag(step * (high - low))
    return np.clip(q + np.vstack([np.zeros(len(q)), size, -size]), low, high)


class Away:
    """Which poses are away from the dead centres of ball screws, where these move nothing."""

    def __init__(self, robot: Robot, poses: Array) -> None:
        motors = drives_of(robot).motors
        self.screws = [k for k, m in enumerate(motors) if m.ball_screw is not None]
        self.run = drive_function(robot, "transmission_matrix")
        self.largest = np.nanmax(self._ratios(poses), axis=0, initial=0.0)

    def apart(self, poses: Array) -> NDArray[np.bool_]:
        if not self.screws:
            return np.ones(len(poses), dtype=bool)
        flags: NDArray[np.bool_] = (self._ratios(poses) >= DEAD * self.largest).all(axis=1)
        return flags

    def _ratios(self, poses: Array) -> Array:
        """The largest ratio of every screw."""
        sizes: Array = np.abs(self.run(poses)[:, self.screws, :]).max(axis=2)
        return sizes


def limit_at_rest(motor: Motor) -> tuple[float | None, str]:
    """The continuous torque where it is known, else the most that it has at standstill."""
    if (limit := motor.continuous_torque.value) is not None:
        return float(limit), "continuous"
    peak = motor.peak_torque.value
    most = float(torque_range(motor, 0.0, peak).upper)
    if not math.isfinite(most):
        return None, "unknown"
    return most, "peak" if most == peak else "standstill"
