"""Path rows as they are gathered, followed together by one call of inverse kinematics.

All paths between two ptp moves are one way of the tool, stops and waits included: their anchors
are followed in one go from the joint vector at the start.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.motion.inverse_kinematics import Fault, Solver
from erfd.motion.planning.blend_turn import ROW as WINDOW_ROW
from erfd.motion.planning.following import follow
from erfd.motion.planning.legs import Leg
from erfd.motion.planning.planned_curve import PathRows, ToolPaths, Tools
from erfd.motion.planning.ramps import Piece
from erfd.motion.planning.redundant import spline_rates
from erfd.motion.planning.tool_motion import NONE, Rows

DETERMINED = 6  # joints that a pose determines
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
        paths = self.paths(tools)
        rows = paths.rows
        count = rows.intervals + 1
        row = np.repeat(np.arange(len(count)), count)
        x = (np.arange(self.anchors) - rows.anchor[row]) * rows.spacing[row]
        way = follow(solver, paths, row, x, start)
        rows.place[:] = way.place
        led = solver.n > DETERMINED and way.fault is None
        rates = spline_rates(way.q, rows.spacing, rows.intervals) if led else None
        return Followed(paths, way.q, rates), way.fault

    def place(self, anchor: int) -> tuple[int, float, float]:
        """Move, instant and s of an anchor."""
        firsts = [n[7] for n in self.numbers]
        k = int(np.searchsorted(firsts, anchor, side="right")) - 1
        x = (anchor - firsts[k]) * self.numbers[k][9]
        _, s0, v0, half = self.numbers[k][:4]
        return self.places[k][0], self.places[k][1] + x, s0 + (v0 + half * x) * x

    def paths(self, tools: Tools) -> ToolPaths:
        table = np.array(self.numbers)
        whole = table[:, (0, 4, 6, 7, 8)].astype(np.intp)
        element, window, tool, anchor, intervals = (whole[:, k].copy() for k in range(5))
        law, centre, spacing = table[:, 1:4].copy(), table[:, 5].copy(), table[:, 9].copy()
        place = np.full(len(element), NONE)
        rows = PathRows(element, law, window, centre, tool, anchor, intervals, spacing, place)
        windows = np.array(self.windows).reshape(-1, WINDOW_ROW)
        return ToolPaths(self.rows.arrays(), rows, windows, tools)
