"""Every limit over the whole curve: the worst of every move, and where limits are broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index
from erfd.judge.instants import Instants, grid, merged
from erfd.judge.peaks import BRACKET, candidates, crossings, neighbours, refine
from erfd.judge.uses import BROKEN, Table
from erfd.trajectory import Trajectory

NEAR = 0.9


class Findings(NamedTuple):
    """The instants with their utilisations, and the bracket of those that are peaks."""

    at: Instants
    move: Index
    U: Array
    bracket: Array


class Run(NamedTuple):
    """A stretch of one column above its limit, in one move: row of the peak, start and end."""

    column: int
    peak: int
    start: float
    end: float


def search(trajectory: Trajectory, table: Table, moves: Sequence[int] = ()) -> Findings:
    """The grid, and the refined peaks of every move and of whatever comes near a limit.

    With `moves` only theirs.
    """
    at = grid(trajectory.curve)
    if moves:
        at = at.take(np.flatnonzero(np.isin(_moves(trajectory, at), moves)))
    U = table.uses(table.demand(at))
    move = _moves(trajectory, at)
    rows, columns = candidates(at, U, NEAR)
    tops = _tops(U, move)
    rows, columns = np.concatenate([rows, tops[0]]), np.concatenate([columns, tops[1]])
    peaks = refine(table.at, at, U, rows, columns)
    new = merged(at, peaks.at)
    U = table.uses(table.demand(new))
    bracket = np.full(U.shape, np.nan)
    bracket[_rows_of(new, peaks.at), columns] = peaks.bracket
    return Findings(new, _moves(trajectory, new), U, bracket)


def _moves(trajectory: Trajectory, at: Instants) -> Index:
    if not trajectory.move_of:
        return np.zeros(len(at), dtype=np.intp)
    return np.asarray(trajectory.move_of, dtype=np.intp)[at.piece]


def _tops(U: Array, move: Index) -> tuple[Index, Index]:
    """Row and column of the largest use of every column in every move."""
    edges = np.flatnonzero(np.diff(move, prepend=move[0] - 1))
    parts = [
        a + np.argmax(U[a:b], axis=0) for a, b in zip(edges, [*edges[1:], len(move)], strict=True)
    ]
    columns = np.tile(np.arange(U.shape[1]), len(parts))
    rows = np.concatenate(parts)
    used = U[rows, columns] > 0.0
    return rows[used], columns[used]


def _rows_of(at: Instants, some: Instants) -> Index:
    """The rows of instants that are among them: pieces follow each other in time."""
    pairs = np.dtype([("piece", np.intp), ("t", np.float64)])
    sorted_, asked = np.empty(len(at), pairs), np.empty(len(some), pairs)
    sorted_["piece"], sorted_["t"] = at.piece, at.t
    asked["piece"], asked["t"] = some.piece, some.t
    return np.searchsorted(sorted_, asked)


def runs(found: Findings, table: Table) -> list[Run]:
    """Where a column is above 1, stretch by stretch; a stretch ends where the move does."""
    rows, columns = _stretches(found)
    if not len(columns):
        return []
    before, after = neighbours(found.at)
    outside = np.concatenate([before[rows[:, 0]], after[rows[:, 1]]])
    inside = np.concatenate([rows[:, 0], rows[:, 1]])
    ends = crossings(table.at, found.at.take(inside), found.at.t[outside], np.tile(columns, 2))
    count = len(columns)
    return [
        Run(int(c), _top(found, int(c), a, b), float(ends[k]), float(ends[count + k]))
        for k, (c, (a, b)) in enumerate(zip(columns, rows, strict=True))
    ]


def _stretches(found: Findings) -> tuple[Index, Index]:
    """First and last row, and the column, of every stretch."""
    above = found.U > BROKEN
    fresh = np.diff(found.move, prepend=found.move[:1] - 1) != 0
    starts = above & (fresh[:, None] | ~np.vstack([above[:1] & False, above[:-1]]))
    closing = np.append(fresh[1:], True)
    stops = above & (closing[:, None] | ~np.vstack([above[1:], above[-1:] & False]))
    columns, first = np.nonzero(starts.T)
    _, last = np.nonzero(stops.T)
    return np.stack([first, last], axis=1), columns


def _top(found: Findings, column: int, first: int, last: int) -> int:
    return int(first) + int(np.argmax(found.U[first : last + 1, column]))


__all__ = ["BRACKET", "Findings", "Run", "runs", "search"]
