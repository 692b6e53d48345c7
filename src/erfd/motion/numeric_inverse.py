"""Inverse kinematics by search: any arm, from many starting poses, every distinct solution found.

Damped least squares (Levenberg-Marquardt) on the pose error; a start that does not come to a pose
error below the tolerance gives nothing. A search proves nothing about solutions it did not find.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
TOLERANCE = 1e-10
ROUNDS = 60


class Found(NamedTuple):
    """Distinct solutions (a row each), and the smallest error of the starts that failed."""

    solutions: Array
    nearest_miss: float


def search(
    pose: Callable[[Array], Array],
    jacobian: Callable[[Array], Array],
    target: Array,
    starts: Array,
    turns: NDArray[np.bool_],
) -> Found:
    """Solve from every start; `turns` marks coordinates that are angles (equal modulo 2 pi)."""
    solutions: list[Array] = []
    miss = np.inf
    for start in starts:
        q, error = _descend(pose, jacobian, target, start)
        if error > TOLERANCE:
            miss = min(miss, error)
            continue
        q = np.where(turns, np.remainder(q + np.pi, 2.0 * np.pi) - np.pi, q)
        if all(_apart(q, other, turns) for other in solutions):
            solutions.append(q)
    return Found(np.array(solutions).reshape(-1, starts.shape[1]), float(miss))


def _descend(
    pose: Callable[[Array], Array], jacobian: Callable[[Array], Array], target: Array, q: Array
) -> tuple[Array, float]:
    damping = 1e-2
    e = pose_error(pose(q), target)
    for _ in range(ROUNDS):
        J = jacobian(q)
        step = np.linalg.solve(J.T @ J + damping * np.eye(len(q)), J.T @ e)
        tried = pose_error(pose(q + step), target)
        if np.linalg.norm(tried) < np.linalg.norm(e):
            q, e, damping = q + step, tried, max(damping * 0.1, 1e-15)
        else:
            damping *= 10.0
        if np.linalg.norm(e) < 1e-13 or damping > 1e8:
            break
    return q, float(np.linalg.norm(e))


def pose_error(now: Array, target: Array) -> Array:
    """Translation (m) and rotation vector (rad), in base axes, from here to the target."""
    R = target[:3, :3] @ now[:3, :3].T
    w = 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    sine, cosine = float(np.linalg.norm(w)), 0.5 * (float(np.trace(R)) - 1.0)
    if sine > 1e-12:
        w = w * (np.arctan2(sine, cosine) / sine)
    elif cosine < 0.0:
        k = int(np.argmax(np.diag(R)))
        w = np.pi * (R[:, k] + np.eye(3)[k]) / np.linalg.norm(R[:, k] + np.eye(3)[k])
    return np.concatenate([target[:3, 3] - now[:3, 3], w])


def _apart(a: Array, b: Array, turns: NDArray[np.bool_]) -> bool:
    d = a - b
    d = np.where(turns, np.remainder(d + np.pi, 2.0 * np.pi) - np.pi, d)
    return bool(np.abs(d).max() > 1e-5)
