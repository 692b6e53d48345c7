"""What the motors make of a motion: Algorithm 1 along the plan, and by how much the tool misses it.

Run at the controller's cycle (r_dt of the system variables), whatever the samples. The error of the
tool is taken cycle by cycle: distance, angle, and delay, in whole cycles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from erfd.curve import Array
from erfd.drives.achievable import Rules
from erfd.drives.achieved import AchievedMotion
from erfd.drives.achiever import Achiever
from erfd.errors import TrajectoryError
from erfd.judge.kernels import kernel, once
from erfd.judge.words import figure
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory, sample_times

LONGEST = 2000  # cycles within which the nearest instant of the plan is sought
SAME = 1e-6  # m
MOST_CYCLES = 5_000_000


@dataclass(frozen=True, kw_only=True, eq=False)
class Achieved:
    """Arrays have a row for each cycle's start; distance m, angle rad, delay s."""

    motion: AchievedMotion
    tool: Array
    distance: Array
    angle: Array
    delay: Array

    def __repr__(self) -> str:
        worst = f"the tool misses the plan by up to {figure(1e3 * self.distance.max())} mm"
        return (
            f"<Achieved: saturated in {self.saturated_cycles} of {len(self.t) - 1} cycles, {worst}>"
        )

    @property
    def t(self) -> Array:
        return self.motion.t

    @property
    def saturated_cycles(self) -> int:
        """In how many cycles some motor had less torque than was needed."""
        return int(self.motion.saturated.any(axis=-1).sum())


def achieved(
    trajectory: Trajectory, robot: Robot, wrench: Array | None, mode: str
) -> Achieved | None:
    """None where the robot has no drives."""
    if robot.drives is None or trajectory.duration <= 0.0:
        return None
    _refuse_endless(trajectory, robot.system.r_dt)
    t = sample_times(trajectory.start, trajectory.end, robot.system.r_dt)
    plan = trajectory.at(t)
    extras = {} if wrench is None else {"wrench": wrench}
    rules = Rules(mode=mode)  # type: ignore[arg-type]
    start = {"qd": plan.qd[0]}
    achiever: Achiever = once(robot, "achiever", lambda: Achiever(robot))
    motion = achiever.motion(t, plan.q, start, rules, extras)
    pose = kernel(robot, "forward_kinematics", frame="tool")
    wanted, got = pose(plan.q), pose(motion.q)
    miss = wanted[:, :3, 3] - got[:, :3, 3]
    return Achieved(
        motion=motion,
        tool=got[:, :3, 3],
        distance=np.linalg.norm(miss, axis=1),
        angle=_angles(wanted[:, :3, :3], got[:, :3, :3]),
        delay=_delays(wanted[:, :3, 3], got[:, :3, 3], robot.system.r_dt),
    )


def _refuse_endless(trajectory: Trajectory, cycle: float) -> None:
    cycles = trajectory.duration / cycle
    if cycles > MOST_CYCLES:
        long = f"{trajectory.duration:g} s are {cycles:.3g} cycles of the controller"
        what = f"{long} ({1000.0 * cycle:g} ms)"
        raise TrajectoryError(what, f"judge the motion in parts: at most {MOST_CYCLES:,} cycles")


def _angles(wanted: Array, got: Array) -> Array:
    """Between attitudes; exact for small angles too."""
    D = np.einsum("kji,kjl->kil", wanted, got)
    axis = np.stack([D[:, 2, 1] - D[:, 1, 2], D[:, 0, 2] - D[:, 2, 0], D[:, 1, 0] - D[:, 0, 1]], 1)
    sine = 0.5 * np.linalg.norm(axis, axis=1)
    cosine = 0.5 * (np.trace(D, axis1=1, axis2=2) - 1.0)
    angles: Array = np.arctan2(sine, cosine)
    return angles


def _delays(wanted: Array, got: Array, dt: float) -> Array:
    """How long ago the plan was nearest to where the tool is, going back while it comes nearer.

    Negative where the plan will only get there; a standing plan has no delay.
    """
    back, before = _nearing(wanted, got, 1)
    ahead, after = _nearing(wanted, got, -1)
    delays: Array = dt * np.where(after < before - SAME, -ahead, back)
    return delays


def _nearing(wanted: Array, got: Array, way: int) -> tuple[Array, Array]:
    """In cycles, for how long going back (way 1) or ahead brings the plan nearer; how near."""
    rows = np.arange(len(wanted))
    apart = np.linalg.norm(wanted - got, axis=1)
    steps, still = np.zeros(len(rows)), np.ones(len(rows), dtype=bool)
    for k in range(1, min(LONGEST, len(rows) - 1) + 1):
        then = np.clip(rows - way * k, 0, len(rows) - 1)
        now = np.linalg.norm(wanted[then] - got, axis=1)
        still &= now < apart - SAME
        if not still.any():
            break
        steps, apart = np.where(still, k, steps), np.where(still, now, apart)
    return steps, apart
