"""Inverse kinematics by search: any arm, from many starting poses, every distinct solution found.

Damped least squares (Levenberg-Marquardt) on the position, and on the attitude where one is wanted.
A start counts as solved where it comes within the stated tolerances. A search proves nothing about
solutions that it did not find.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
POSITION, ATTITUDE = 1e-5, 1e-4  # m, rad: what counts as there
ROUNDS = 60


class Found(NamedTuple):
    """Distinct solutions (a row each); the best failure and how far (m, rad) it is away."""

    solutions: Array
    nearest: Array
    miss: tuple[float, float]


class Goal(NamedTuple):
    """The wanted pose; without `attitude` only its position counts."""

    pose: Callable[[Array], Array]
    jacobian: Callable[[Array], Array]
    target: Array
    attitude: bool

    def error(self, q: Array) -> Array:
        return pose_error(self.pose(q), self.target)[: 6 if self.attitude else 3]

    def slope(self, q: Array) -> Array:
        return self.jacobian(q)[: 6 if self.attitude else 3]


def search(goal: Goal, starts: Array, turns: NDArray[np.bool_]) -> Found:
    """Solve from every start; `turns` marks coordinates that are angles (equal modulo 2 pi)."""
    solutions: list[Array] = []
    nearest, miss = starts[0], (np.inf, np.inf)
    for start in starts:
        q = _descend(goal, start)
        off = size(goal.error(q))
        if off[0] > POSITION or off[1] > ATTITUDE:
            if sum(off) < sum(miss):
                nearest, miss = _wrapped(q, starts[0], turns), off
        elif all(_apart(q, other, turns) for other in solutions):
            solutions.append(_wrapped(q, starts[0], turns))
    solutions.sort(key=lambda q: float(np.linalg.norm(q - starts[0])))
    return Found(np.array(solutions).reshape(-1, starts.shape[1]), nearest, miss)


def size(e: Array) -> tuple[float, float]:
    """Position (m) and attitude (rad) parts of an error."""
    return float(np.linalg.norm(e[:3])), float(np.linalg.norm(e[3:]))


def _descend(goal: Goal, q: Array) -> Array:
    damping, e = 1e-2, goal.error(q)
    for _ in range(ROUNDS):
        J = goal.slope(q)
        step = np.linalg.solve(J.T @ J + damping * np.eye(len(q)), J.T @ e)
        tried = goal.error(q + step)
        if np.linalg.norm(tried) < np.linalg.norm(e):
            q, e, damping = q + step, tried, max(damping * 0.1, 1e-15)
        else:
            damping *= 10.0
        if np.linalg.norm(e) < 1e-13 or damping > 1e8 or np.abs(step).max() < 1e-14:
            break
    return q


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


def _wrapped(q: Array, near: Array, turns: NDArray[np.bool_]) -> Array:
    """Every angle at the turn nearest to the first start, so that a range is easy to compare."""
    turned = near + np.remainder(q - near + np.pi, 2.0 * np.pi) - np.pi
    return np.where(turns, turned, q)


def _apart(a: Array, b: Array, turns: NDArray[np.bool_]) -> bool:
    d = a - b
    d = np.where(turns, np.remainder(d + np.pi, 2.0 * np.pi) - np.pi, d)
    return bool(np.abs(d).max() > 1e-3)
