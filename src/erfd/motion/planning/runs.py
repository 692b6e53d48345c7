"""Runs and how they follow each other in time.

A run goes from rest to rest: one ptp move, a wait, or a chain of path moves. Its stretches refer to
rows of the curve. A run starts when the one before has ended, or, joined by c_ptp, when p of its
braking time is left; the runs then add up, each as its way from where it starts.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index
from erfd.motion.planning.ramps import SHORTEST


class Stretch(NamedTuple):
    """One row of the curve, from `start` (s, of the plan); its move, from 1, 0 for none."""

    start: float
    row: int
    move: int


def _unknown() -> Array:
    return np.zeros(0)


@dataclass(slots=True, eq=False)
class Run:
    """`start` and `end` are instants; joint vectors are known once the run has been followed."""

    start: float
    end: float
    stretches: list[Stretch] = field(default_factory=list)
    braking: float = 0.0
    first: Array = field(default_factory=_unknown)
    last: Array = field(default_factory=_unknown)


class Timeline(NamedTuple):
    """Breakpoints, the rows of each piece (-1: none), offsets or None, the move of each piece."""

    breakpoints: Array
    layers: Index
    offsets: Array | None
    moves: tuple[int, ...]


@dataclass(slots=True)
class _Pieces:
    starts: list[float] = field(default_factory=list)
    rows: list[tuple[int, ...]] = field(default_factory=list)
    offsets: dict[int, Array] = field(default_factory=dict)
    moves: list[int] = field(default_factory=list)

    def add(self, start: float, rows: tuple[int, ...], move: int) -> None:
        self.starts.append(start)
        self.rows.append(rows)
        self.moves.append(move)


def timeline(runs: list[Run]) -> Timeline:
    """The pieces of all runs, those that overlap taken together."""
    pieces = _Pieces()
    for group in _groups(runs):
        if len(group) == 1:
            for stretch in group[0].stretches:
                pieces.add(stretch.start, (stretch.row,), stretch.move)
        else:
            _overlapping(group, pieces)
    end = max(run.end for run in runs)
    width = max(len(rows) for rows in pieces.rows)
    layers = np.full((len(pieces.rows), width), -1, dtype=np.intp)
    for k in range(width):
        layers[:, k] = [rows[k] if k < len(rows) else -1 for rows in pieces.rows]
    breakpoints = np.array([*pieces.starts, end])
    return Timeline(breakpoints, layers, _offsets(pieces, runs, width), tuple(pieces.moves))


def _offsets(pieces: _Pieces, runs: list[Run], width: int) -> Array | None:
    if width == 1:
        return None
    table = np.zeros((len(pieces.rows), len(runs[0].first)))
    for k, offset in pieces.offsets.items():
        table[k] = offset
    return table


def _groups(runs: list[Run]) -> list[list[Run]]:
    """Runs that overlap in time, with those that overlap with them."""
    groups: list[list[Run]] = []
    end = -1.0
    for run in runs:
        if not run.stretches:
            continue
        if groups and run.start < end - SHORTEST:
            groups[-1].append(run)
        else:
            groups.append([run])
        end = max(end, run.end)
    return groups


def _overlapping(group: list[Run], pieces: _Pieces) -> None:
    """q = q of the first run that is not over + what every later one has added to it.

    Runs start and end in their order, so that those that are live stand next to each other.
    """
    edges, begun, ahead = _edges(group), 0, 0
    starts = [[s.start for s in run.stretches] for run in group]
    for start, end in pairwise(edges):
        middle = 0.5 * (start + end)
        while group[begun].end < middle:
            begun += 1
        while ahead < len(group) and group[ahead].start <= middle:
            ahead += 1
        live = range(begun, ahead)
        found = [group[k].stretches[bisect_right(starts[k], middle) - 1] for k in live]
        if len(live) > 1:
            pieces.offsets[len(pieces.rows)] = _offset([group[k] for k in live])
        pieces.add(start, tuple(s.row for s in found), found[-1].move)


def _edges(group: list[Run]) -> list[float]:
    """Where a stretch starts or a run ends; of instants next to each other the first."""
    ends = {run.end for run in group}
    instants = sorted({s.start for run in group for s in run.stretches} | ends)
    last = max(ends)
    edges = [instants[0]]
    for t in instants[1:]:
        if t - edges[-1] > SHORTEST and last - t > SHORTEST:
            edges.append(t)
    return [*edges, last]


def _offset(live: list[Run]) -> Array:
    """Later runs count from their own start."""
    total = np.zeros_like(live[0].first)
    for run in live[1:]:
        total = total - run.first
    return total
