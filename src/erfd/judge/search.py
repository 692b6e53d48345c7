"""Every limit over the whole curve: the worst of every move, and where limits are broken."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index
from erfd.judge.instants import Instants, grid, merged
from erfd.judge.peaks import BRACKET, candidates, crossings, neighbours, refine
from erfd.judge.uses import Table
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


def search(trajectory: Trajectory, table: Table) -> Findings:
    """The grid, and the refined peaks of every move and of whatever comes near a limit."""
    at = grid(trajectory.curve)
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
    """The rows of instants that are among them."""
    order = {(float(t), int(k)): i for i, (t, k) in enumerate(zip(at.t, at.piece, strict=True))}
    pairs = zip(some.t, some.piece, strict=True)
    return np.array([order[float(t), int(k)] for t, k in pairs], dtype=np.intp)


def runs(found: Findings, table: Table) -> list[Run]:
    """Where a column is above 1, stretch by stretch; a stretch ends where the move does."""
    result: list[Run] = []
    for column in np.flatnonzero((found.U > 1.0).any(axis=0)):
        above = found.U[:, column] > 1.0
        change = np.flatnonzero(above[1:] & (~above[:-1] | (np.diff(found.move) != 0))) + 1
        firsts = [0, *change] if above[0] else list(change)
        result += [_run(found, table, int(column), int(a)) for a in firsts]
    return result


def _run(found: Findings, table: Table, column: int, first: int) -> Run:
    above = (found.U[:, column] > 1.0) & (found.move == found.move[first])
    last = first
    while last + 1 < len(above) and above[last + 1]:
        last += 1
    peak = first + int(np.argmax(found.U[first : last + 1, column]))
    ends = _ends(found, table, column, first, last)
    return Run(column, peak, *ends)


def _ends(found: Findings, table: Table, column: int, first: int, last: int) -> tuple[float, float]:
    """The exact instants, where the neighbour outside is of the same piece."""
    before, after = neighbours(found.at)
    rows, outside = np.array([first, last]), np.array([before[first], after[last]])
    exact = crossings(
        table.at,
        found.at.take(rows),
        found.at.t[outside],
        np.array([column, column]),
    )
    return float(exact[0]), float(exact[1])


__all__ = ["BRACKET", "Findings", "Run", "runs", "search"]
