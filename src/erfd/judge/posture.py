"""How far an arm is from singular postures: its wrist from aligned axes, its elbow from reach.

    wrist   the last three axes meet in a point: the angle between the first and the last of them,
            from parallel; at 0 only the sum of both angles is determined
    reach   two axes in a row are parallel (shoulder and elbow): how much farther from the first one
            the wrist's centre (else the tool point) could be; at 0 the arm is stretched

From the tool's Jacobian: column i holds z_i and z_i x (p - o_i), so that z_i x (W - o_i) is at hand
for any point W. None where an arm has no such wrist, or no such elbow.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.judge.kernels import kernel, once
from erfd.robot.robot import Robot

MEETS, PARALLEL = 1e-6, 1e-9  # m; sine
SEED, TRIES = 5, 3


class Arm(NamedTuple):
    """The wrist's centre in tool axes, and the first axis of the elbow pair; None where none."""

    wrist: Array | None
    elbow: int | None


class Posture(NamedTuple):
    """At every instant: rad, m (NaN where there is none), and the tool point's speed, m/s."""

    wrist: Array
    reach: Array
    tool_speed: Array


def posture(robot: Robot, q: Array, qd: Array) -> Posture:
    J = kernel(robot, "jacobian", frame="tool")(q)
    T = kernel(robot, "forward_kinematics", frame="tool")(q)
    arm: Arm = once(robot, "posture", lambda: _arm(robot))
    speed = np.linalg.norm(np.einsum("kij,kj->ki", J[:, :3], qd), axis=1)
    none = np.full(len(q), np.nan)
    wrist = none if arm.wrist is None else _angle(J[:, 3:, -3], J[:, 3:, -1])
    reach = none if arm.elbow is None else _reach(J, T, arm, arm.elbow)
    return Posture(wrist, reach, speed)


def _angle(a: Array, b: Array) -> Array:
    """From parallel or opposite, 0 to 90 deg."""
    sine = np.linalg.norm(np.cross(a, b), axis=-1)
    angle: Array = np.arctan2(sine, np.abs((a * b).sum(axis=-1)))
    return angle


def _reach(J: Array, T: Array, arm: Arm, k: int) -> Array:
    at = np.zeros(3) if arm.wrist is None else arm.wrist
    W = np.einsum("kij,j->ki", T[:, :3, :3], at)
    first, second = (J[:, :3, i] + np.cross(J[:, 3:, i], W) for i in (k, k + 1))
    upper, fore = np.linalg.norm(first - second, axis=1), np.linalg.norm(second, axis=1)
    left: Array = upper + fore - np.linalg.norm(first, axis=1)
    return left


def _arm(robot: Robot) -> Arm:
    """Looked for in a few random postures, in all of which it must hold."""
    n = len(robot.independent)
    q = np.random.default_rng(SEED).uniform(-1.0, 1.0, (TRIES, n))
    J = kernel(robot, "jacobian", frame="tool")(q)
    T = kernel(robot, "forward_kinematics", frame="tool")(q)
    return Arm(_wrist(J, T) if n >= 3 else None, _elbow(J))


def _wrist(J: Array, T: Array) -> Array | None:
    found = []
    for columns, pose in zip(J[:, :, -3:], T, strict=True):
        if not np.allclose(np.linalg.norm(columns[3:], axis=0), 1.0):
            return None
        rows = np.concatenate([_skew(z) for z in columns[3:].T])
        W, *_ = np.linalg.lstsq(rows, -columns[:3].T.ravel(), rcond=None)
        if np.abs(rows @ W + columns[:3].T.ravel()).max() > MEETS:
            return None
        found.append(pose[:3, :3].T @ W)
    first: Array = found[0]
    return first if np.ptp(np.array(found), axis=0).max() < MEETS else None


def _elbow(J: Array) -> int | None:
    """The first two turning axes in a row that are parallel, and apart, in every posture."""
    z = J[:, 3:]
    for k in range(J.shape[2] - 1):
        pair = z[:, :, k : k + 2]
        turning = np.allclose(np.linalg.norm(pair, axis=1), 1.0)
        apart = np.linalg.norm(J[:, :3, k] - J[:, :3, k + 1], axis=1).min() > MEETS
        crossed = np.cross(pair[:, :, 0], pair[:, :, 1])
        if turning and apart and np.abs(crossed).max() < PARALLEL:
            return k
    return None


def _skew(z: Array) -> Array:
    return np.array([[0.0, -z[2], z[1]], [z[2], 0.0, -z[0]], [-z[1], z[0], 0.0]])
