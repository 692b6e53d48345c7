"""Damped least squares (Levenberg-Marquardt) on poses, many rows at once.

Source: Levenberg 1944, Marquardt 1963; the damping is every row's own. The error of a row is the
translation (m) and the rotation vector (rad) from the pose that it has to the pose wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
ROUNDS = 80
DONE = 1e-13


class Task(NamedTuple):
    """Forward kinematics and Jacobian of the frame; without `attitude` only the position counts."""

    pose: Callable[[Array], Array]
    jacobian: Callable[[Array], Array]
    attitude: bool = True

    def error(self, q: Array, T: Array) -> Array:
        return errors(self.pose(q), T)[..., : 6 if self.attitude else 3]

    def slope(self, q: Array) -> Array:
        return self.jacobian(q)[..., : 6 if self.attitude else 3, :]


def descend(
    task: Task, q: Array, T: Array, rounds: int = ROUNDS, damping: float = 1e-3
) -> tuple[Array, Array]:
    """From every row of q (M, n) towards its T (M, 4, 4): where it comes to, and its error."""
    with np.errstate(all="ignore"):
        return _descended(task, q.copy(), T, rounds, np.full(len(q), damping))


def _descended(task: Task, q: Array, T: Array, rounds: int, damping: Array) -> tuple[Array, Array]:
    e = task.error(q, T)
    going = np.arange(len(q))
    for _ in range(rounds):
        step = _step(task.slope(q[going]), e[going], damping[going])
        tried = task.error(q[going] + step, T[going])
        better = _size(tried) < _size(e[going])
        here = going[better]
        q[here] += step[better]
        e[here] = tried[better]
        eased = np.maximum(0.1 * damping[going], 1e-15)
        damping[going] = np.where(better, eased, 10.0 * damping[going])
        small = np.abs(step).max(axis=1, initial=0.0) < 1e-14
        going = going[(_size(e[going]) > DONE) & (damping[going] < 1e8) & ~small]
        if not len(going):
            break
    return q, e


def _size(e: Array) -> Array:
    size: Array = np.sqrt(np.square(e).sum(axis=-1))
    return size


def _step(J: Array, e: Array, damping: Array) -> Array:
    A = np.swapaxes(J, -1, -2) @ J + damping[:, None, None] * np.eye(J.shape[-1])
    b = np.swapaxes(J, -1, -2) @ e[..., None]
    step: Array = np.asarray(np.linalg.solve(A, b)[..., 0], dtype=np.float64)
    return step


def errors(now: Array, target: Array) -> Array:
    """(..., 6): translation, then rotation vector, in base axes."""
    R = target[..., :3, :3] @ np.swapaxes(now[..., :3, :3], -1, -2)
    w: Array = 0.5 * np.stack(
        [R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]], -1
    )
    sine, cosine = _size(w), 0.5 * (np.trace(R, axis1=-2, axis2=-1) - 1.0)
    plain = sine > 1e-12
    scale = np.where(plain, np.arctan2(sine, cosine) / np.where(plain, sine, 1.0), 1.0)
    turn = np.where((~plain & (cosine < 0.0))[..., None], _half_turn(R), scale[..., None] * w)
    return np.concatenate([target[..., :3, 3] - now[..., :3, 3], turn], axis=-1)


def _half_turn(R: Array) -> Array:
    """The rotation vector where the angle is pi: along the longest column of R + 1."""
    columns = R + np.eye(3)
    k = np.diagonal(R, axis1=-2, axis2=-1).argmax(axis=-1)
    axis = np.take_along_axis(columns, k[..., None, None], axis=-1)[..., 0]
    turn: Array = np.pi * axis / np.maximum(_size(axis), 1e-300)[..., None]
    return turn
