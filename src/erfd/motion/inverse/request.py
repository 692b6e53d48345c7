"""Poses and choices as users give them: checked, with words for what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from erfd.errors import RobotError
from erfd.motion.inverse.choice import across
from erfd.motion.inverse.records import Array
from erfd.rows import Argument, complaint

FARTHEST = 1e12  # m: no arm is longer, and no square overflows
ROUND = 1e-6  # how far a rotation may be from one


def checked_poses(T: ArrayLike) -> Array:
    """(..., 4, 4) homogeneous matrices; a pose with NaN or infinity has no solution."""
    poses = _array("T", T, (4, 4), "rotation and translation (m) of the tool in the base")
    with np.errstate(invalid="ignore"):
        rows = across(np.maximum, np.abs(poses[..., 3, :] - (0.0, 0.0, 0.0, 1.0)))
        R = poses[..., :3, :3]
        gaps = np.abs(R @ np.swapaxes(R, -1, -2) - np.eye(3))
        gaps = across(np.maximum, across(np.maximum, gaps))
        gaps = np.where(_mirrored(R), 2.0, gaps)
    _refuse(rows, gaps)
    away = np.abs(poses[..., :3, 3]).max(initial=0.0, where=np.isfinite(poses[..., :3, 3]))
    if away > FARTHEST:
        raise RobotError(f"a pose is {away:g} m away", "lengths are in m; 1e12 is the most")
    return poses


def _refuse(rows: Array, gaps: Array) -> None:
    """All that is wrong with the first matrix at fault: its last row, its rotation."""
    worst = np.fmax(rows, gaps)
    if not (worst > ROUND).any():
        return
    first = np.unravel_index(int((worst > ROUND).argmax()), worst.shape)
    wrong = []
    if rows[first] > ROUND:
        wrong.append((f"the last row of {_which(worst)} is not 0, 0, 0, 1", ""))
    if gaps[first] > ROUND:
        what = f"the rotation in {_which(worst)} is not a rotation"
        wrong.append((what, "make R R^T = 1 and det R = +1"))
    raise RobotError(", and ".join(x for x, _ in wrong), wrong[-1][1])


def _mirrored(R: Array) -> NDArray[np.bool_]:
    """Whether the rows, at right angles, are left-handed."""
    first, second, third = (R[..., k, :] for k in range(3))
    mirrored: NDArray[np.bool_] = across(np.add, np.cross(first, second) * third) < 0.0
    return mirrored


def checked_near(near: ArrayLike, joints: Sequence[str]) -> Array:
    meaning = f"{len(joints)} joints: {', '.join(joints)}"
    values = _array("near", near, (len(joints),), meaning)
    if not np.isfinite(values).all():
        raise RobotError("near holds NaN or infinity", "give finite joint values")
    return values


def checked_status(status: int | None) -> int | None:
    if status is None or (type(status) is int and 0 <= status <= 11):
        return status
    remedy = "give 4 to 11, or 0 to 3 for either wrist, or None"
    raise RobotError(f"there is no status {status!r}", remedy)


def _array(name: str, value: ArrayLike, core: tuple[int, ...], meaning: str) -> Array:
    error = complaint([Argument(name, value, core, meaning)])
    if error is not None:
        raise error
    return np.asarray(value, dtype=np.float64)


def _which(gaps: Array) -> str:
    if gaps.ndim == 0:
        return "T"
    at = np.unravel_index(int((gaps > ROUND).argmax()), gaps.shape)
    return f"T[{', '.join(str(int(k)) for k in at)}]"
