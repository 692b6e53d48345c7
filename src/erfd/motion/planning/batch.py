"""Path rows as they are gathered, followed together by one call of inverse kinematics.

All paths between two ptp moves are one way of the tool, stops and waits included: their anchors
are followed in one go from the joint vector at the start.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index
from erfd.motion.inverse_kinematics import Fault, Solver
from erfd.motion.planning.blend_turn import ROW as WINDOW_ROW
from erfd.motion.planning.legs import Leg
from erfd.motion.planning.planned_curve import NONE, PathRows, ToolPaths, Tools
from erfd.motion.planning.ramps import Piece
from erfd.motion.planning.redundant import spline_rates
from erfd.motion.planning.tool_motion import Elements, Rows, poses

DETERMINED = 6  # joints that a pose determines
TOGETHER = 2**16  # anchors: what a long path takes of memory at a time
Window = tuple[float, float, float, float, float]


class Timed(NamedTuple):
    """A piece of a leg: when it starts, its window (D, h, side) if any, the time to its centre."""

    start: float
    piece: Piece
    leg: int
    window: Window | None = None
    centre: float = 0.0


class Followed(NamedTuple):
    """A batch whose anchors are known; `rates` where more than six joints have to be led."""

    paths: ToolPaths
    anchors: Array
    rates: Array | None = None


@dataclass(slots=True)
class Batch:
    """`places` are each row's move number and start, for messages."""

    cycle: float
    rows: Rows = field(default_factory=Rows)
    numbers: list[tuple[float, ...]] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    places: list[tuple[int, float]] = field(default_factory=list)
    anchors: int = 0

    def element(self, leg: Leg) -> int:
        if leg.rounds is not None:
            return self.rows.add_corner(leg.path, leg.rounds)
        return self.rows.add(leg.path, leg.attitude, leg.path.extent)

    def add(self, element: int, timed: Timed, tool: int, move: int) -> None:
        duration, s0, v0, half = timed.piece
        window = NONE
        if timed.window is not None:
            window = len(self.windows)
            self.windows.append(timed.window)
        count = max(1, math.ceil(duration / self.cycle - 1e-9))
        law = (element, s0, v0, half, window, timed.centre, tool)
        self.numbers.append((*law, self.anchors, count, duration / count))
        self.places.append((move, timed.start))
        self.anchors += count + 1

    def followed(self, solver: Solver, start: Array, tools: Tools) -> tuple[Followed, Fault | None]:
        paths = self._paths(tools)
        rows = paths.rows
        count = rows.intervals + 1
        row = np.repeat(np.arange(len(count)), count)
        x = (np.arange(self.anchors) - rows.anchor[row]) * rows.spacing[row]
        q, fault = _followed(solver, paths, row, x, start)
        led = solver.n > DETERMINED and fault is None
        rates = spline_rates(q, rows.spacing, rows.intervals) if led else None
        return Followed(paths, q, rates), fault

    def place(self, anchor: int) -> tuple[int, float, float]:
        """Move, instant and s of an anchor."""
        firsts = [n[7] for n in self.numbers]
        k = int(np.searchsorted(firsts, anchor, side="right")) - 1
        x = (anchor - firsts[k]) * self.numbers[k][9]
        _, s0, v0, half = self.numbers[k][:4]
        return self.places[k][0], self.places[k][1] + x, s0 + (v0 + half * x) * x

    def _paths(self, tools: Tools) -> ToolPaths:
        table = np.array(self.numbers)
        whole = table[:, (0, 4, 6, 7, 8)].astype(np.intp)
        element, window, tool, anchor, intervals = (whole[:, k].copy() for k in range(5))
        law, centre, spacing = table[:, 1:4].copy(), table[:, 5].copy(), table[:, 9].copy()
        rows = PathRows(element, law, window, centre, tool, anchor, intervals, spacing)
        windows = np.array(self.windows).reshape(-1, WINDOW_ROW)
        return ToolPaths(self.rows.arrays(), rows, windows, tools)


def _followed(
    solver: Solver, paths: ToolPaths, row: Index, x: Array, start: Array
) -> tuple[Array, Fault | None]:
    """The joints at anchors, portion by portion; each begins with the last of the one before."""
    q = np.empty((len(row), solver.n))
    for first in range(0, len(row), TOGETHER):
        at = slice(max(first - 1, 0), first + TOGETHER)
        way = solver.follow(poses(paths.motion(row[at], x[at])), start)
        q[at], fault = way.q, way.fault
        if fault is not None:
            return q, replace(fault, sample=fault.sample + at.start)
        start = way.q[-1]
    return q, None


def joined(parts: list[Followed], tools: Tools, n: int) -> Followed:
    """All batches as one: numbers that refer to other tables are moved on."""
    if not parts:
        empty = Batch(1.0)
        empty.numbers.append((0.0,) * 10)
        return Followed(empty._paths(tools), np.zeros((1, n)))
    if len(parts) == 1:
        return parts[0]
    elements = _shifted(
        [p.paths.rows.element for p in parts], [len(p.paths.elements.rows) for p in parts]
    )
    windows = [p.paths.rows.window for p in parts]
    window = _shifted(windows, [len(p.paths.windows) for p in parts])
    window[np.concatenate(windows) == NONE] = NONE
    anchor = _shifted([p.paths.rows.anchor for p in parts], [len(p.anchors) for p in parts])
    rows = PathRows(
        elements,
        np.concatenate([p.paths.rows.law for p in parts]),
        window,
        np.concatenate([p.paths.rows.centre for p in parts]),
        np.concatenate([p.paths.rows.tool for p in parts]),
        anchor,
        np.concatenate([p.paths.rows.intervals for p in parts]),
        np.concatenate([p.paths.rows.spacing for p in parts]),
    )
    everything = ToolPaths(
        _elements(parts), rows, np.concatenate([p.paths.windows for p in parts]), tools
    )
    rates = [p.rates for p in parts if p.rates is not None]
    anchors = np.concatenate([p.anchors for p in parts])
    return Followed(everything, anchors, np.concatenate(rates) if rates else None)


def _shifted(tables: list[Index], sizes: list[int]) -> Index:
    """The numbers of each table counted on from the sizes of those before it."""
    offsets = np.cumsum([0, *sizes[:-1]])
    numbers: Index = np.concatenate(tables) + np.repeat(offsets, [len(t) for t in tables])
    return numbers


def _elements(parts: list[Followed]) -> Elements:
    rows = np.concatenate([p.paths.elements.rows for p in parts])
    corners = [p.paths.elements.corners for p in parts]
    counts = [len(p.paths.elements.rows) for p in parts]
    offsets = np.repeat(np.cumsum([0, *(len(c) for c in corners[:-1])]), counts)
    rows[:, 25] = np.where(rows[:, 25] >= 0.0, rows[:, 25] + offsets, rows[:, 25])
    return Elements(rows, np.concatenate(corners))
