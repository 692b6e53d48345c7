"""Joint motions as exact curves: pieces with breakpoints, evaluated on either side of each.

A curve is anything with `breakpoints` (K + 1 instants in s, rising) and `at(t, piece)`, which
evaluates piece k as if it went on for ever; who asks chooses the piece, and so the side of a
breakpoint. Positions rad (m), speeds and accelerations per s and s^2; a row an instant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from erfd.errors import TrajectoryError

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Side = Literal["left", "right"]


class State(NamedTuple):
    """Positions, speeds, accelerations (..., n)."""

    q: Array
    qd: Array
    qdd: Array


class Curve(Protocol):
    """What a planner, a reader or a simulation makes."""

    @property
    def breakpoints(self) -> Array: ...

    def at(self, t: Array, piece: Index) -> State:
        """t (N,), piece (N,): the motion (N, n) by these pieces."""
        ...


def pieces_at(curve: Curve, t: Array, side: Side = "right") -> Index:
    """The piece that holds each instant; at a breakpoint the one on that side of it."""
    edges = curve.breakpoints
    return np.clip(np.searchsorted(edges, t, side=side) - 1, 0, len(edges) - 2)


@dataclass(frozen=True, slots=True)
class Polynomials:
    """Powers of the time since the piece's start: coefficients (K, degree + 1, n), rising."""

    breakpoints: Array
    coefficients: Array

    def __post_init__(self) -> None:
        edges = _edges(self.breakpoints)
        table = np.array(self.coefficients, dtype=float)
        if table.ndim != 3 or len(table) != len(edges) - 1 or not table.shape[1]:
            what = f"coefficients of shape {table.shape} for {len(edges) - 1} pieces"
            raise TrajectoryError(what, "give (pieces, degree + 1, joints)")
        if not np.isfinite(table).all():
            raise TrajectoryError("a coefficient is not finite", "give finite numbers")
        for name, value in (("breakpoints", edges), ("coefficients", table)):
            value.flags.writeable = False
            object.__setattr__(self, name, value)

    def at(self, t: Array, piece: Index) -> State:
        x = (t - self.breakpoints[piece])[:, None]
        q = qd = qdd = np.zeros((len(x), self.coefficients.shape[2]))
        for k in reversed(range(self.coefficients.shape[1])):
            qdd = qdd * x + 2.0 * qd
            qd = qd * x + q
            q = q * x + self.coefficients[piece, k]
        return State(q, qd, qdd)


class Chain:
    """Curves one after another in time, the end of each the start of the next."""

    def __init__(self, curves: Sequence[Curve]) -> None:
        if not curves:
            raise TrajectoryError("a chain of no curves", "give at least one")
        self.curves = tuple(curves)
        edges = [np.asarray(c.breakpoints, dtype=float) for c in curves]
        for before, after in pairwise(edges):
            if before[-1] != after[0]:
                what = f"a curve ends at {before[-1]!r} s, the next starts at {after[0]!r} s"
                raise TrajectoryError(what, "let each start where the one before it ends")
        self.firsts = np.cumsum([0, *(len(e) - 1 for e in edges)])
        self.breakpoints = _edges(np.concatenate([edges[0][:1], *(e[1:] for e in edges)]))
        self.breakpoints.flags.writeable = False

    def at(self, t: Array, piece: Index) -> State:
        which = np.searchsorted(self.firsts, piece, side="right") - 1
        order = np.argsort(which, kind="stable")
        ends = np.searchsorted(which[order], np.arange(len(self.curves) + 1))
        parts = [
            self.curves[k].at(t[rows], piece[rows] - self.firsts[k])
            for k in np.flatnonzero(np.diff(ends))
            for rows in [order[ends[k] : ends[k + 1]]]
        ]
        if not parts:
            return self.curves[0].at(t, piece)
        back = np.argsort(order, kind="stable")
        q, qd, qdd = (np.concatenate(group)[back] for group in zip(*parts, strict=True))
        return State(q, qd, qdd)


def _edges(breakpoints: Array) -> Array:
    edges = np.array(breakpoints, dtype=float)
    if edges.ndim != 1 or len(edges) < 2 or not np.isfinite(edges).all():
        raise TrajectoryError("breakpoints are not a list of two or more instants")
    if (np.diff(edges) <= 0.0).any():
        at = int(np.argmax(np.diff(edges) <= 0.0))
        raise TrajectoryError(
            f"breakpoints do not rise: {edges[at]!r} s, then {edges[at + 1]!r} s",
            "leave pieces of no duration out",
        )
    return edges
