"""All solutions of given poses as one record: what `arm.inverse_kinematics` returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from erfd.motion.inverse.choice import TURN, picked
from erfd.motion.inverse.records import Array, Branches
from erfd.motion.inverse.solver import Solver

Flags = NDArray[np.bool_]
TOGETHER = 2048  # poses whose intermediate results stay near the processor
NOTHING = {  # the fields, and what is in places without a solution
    "q": np.nan,
    "valid": False,
    "within": False,
    "status": -1,
    "turns": 0,
    "best": np.nan,
    "short": 0.0,
    "tilt": 0.0,
}
Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Solutions:
    """K places for solutions per pose, NaN in those without one; leading shape as in T.

    `q` (..., K, n), every angle at the turn nearest to `near` that is within its range;
    `turns` (..., K, n) whole turns from (-180, 180] deg; `within` (..., K) all joint ranges;
    `status` (..., K) codes 4..11, -1 where the arm has none; `flags` words for each of the K.
    `best` (..., n) the solution nearest to `near`, one within the ranges if there is any.
    `short` (...) m and `tilt` (...) rad are missing where a pose cannot be reached, else 0.
    `exact`: a closed form, so these are all; otherwise the distinct ones that a search found.
    """

    q: Array
    valid: Flags
    within: Flags
    status: Whole
    turns: Whole
    best: Array
    short: Array
    tilt: Array
    flags: tuple[str, ...]
    exact: bool

    @property
    def count(self) -> Whole:
        """How many solutions each pose has."""
        return np.asarray(self.valid.sum(axis=-1))


def solutions(solver: Solver, T: Array, near: Array, status: int | None = None) -> Solutions:
    """T (..., 4, 4), near (..., n); with `status` only that configuration (0..3: any wrist)."""
    lead = np.broadcast_shapes(T.shape[:-2], near.shape[:-1])
    T = np.broadcast_to(T, (*lead, 4, 4)).reshape(-1, 4, 4)
    near = np.broadcast_to(near, (*lead, solver.n)).reshape(-1, solver.n)
    firsts = range(0, max(len(T), 1), TOGETHER)
    parts = [_some(solver, T[i : i + TOGETHER], near[i : i + TOGETHER], status) for i in firsts]
    fields: dict[str, Any] = {}
    for name, columns in zip(NOTHING, zip(*parts, strict=True), strict=True):
        field = _joined(columns, NOTHING[name])
        fields[name] = field.reshape(lead + field.shape[1:])
    return Solutions(**fields, flags=solver.flags, exact=solver.exact)


def _some(solver: Solver, T: Array, near: Array, status: int | None) -> tuple[Any, ...]:
    """The fields of `Solutions`, in their order, for poses in a row."""
    found = solver.branches(T, near)
    valid = found.valid & solver.places(status)
    plain = np.where(valid[..., None], found.q, np.nan)
    q = solver.ranges.turned(plain, near[:, None])
    within = solver.ranges.contain(q)
    best = picked(q, valid, within, near)
    return q, valid, within, found.status, _turns(q, plain), best, *_missing(solver, T, found)


def _joined(parts: Sequence[Array], nothing: float) -> Array:
    """Below each other; a search may have found more places in one part than in another."""
    most = max(part.shape[1:2] for part in parts)
    return np.concatenate([_widened(part, nothing, *most) for part in parts])


def _widened(part: Array, nothing: float, places: int = 0) -> Array:
    """With more places, in which there is nothing."""
    if part.shape[1:2] in ((), (places,)):
        return part
    missing = (len(part), places - part.shape[1], *part.shape[2:])
    return np.concatenate([part, np.full(missing, nothing, dtype=part.dtype)], axis=1)


def _turns(q: Array, plain: Array) -> Whole:
    return np.nan_to_num(np.round((q - plain) / TURN)).astype(np.int64)


def _missing(solver: Solver, T: Array, found: Branches) -> tuple[Array, Array]:
    """Zero where there is a solution."""
    short, tilt = np.zeros(len(T)), np.zeros(len(T))
    lost = ~found.valid.any(axis=1)
    if lost.any():
        short[lost], tilt[lost] = solver.missing(T[lost])
    return short, tilt
