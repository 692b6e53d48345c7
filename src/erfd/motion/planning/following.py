"""Inverse kinematics along paths: an anchor a cycle, and a closer look where that is not enough.

Between two anchors a path may leave the arm's reach or pass through a singular pose, and be back at
the next. Distances from both (margins) then fall or rise steeply from anchor to anchor: by more
than half of what is left, since a margin that goes like sqrt(x^2 - d^2) is three times as large an
anchor further. There, and where joints swing far, the least margin is sought, the interval made
four times as short each round.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from erfd.curve import Array, Index
from erfd.motion.inverse.records import MARGIN
from erfd.motion.inverse_kinematics import Fault, Solver, Way
from erfd.motion.planning.planned_curve import SWING, ToolPaths

TOGETHER = 2**16  # anchors: what a long path takes of memory at a time
STEEP = 0.5  # of the margin, in one step
AROUND = np.arange(-2, 3)  # intervals beside a steep one; two rows share an anchor
SHARES = np.linspace(0.0, 1.0, 9)
ROUNDS = 10


def follow(solver: Solver, paths: ToolPaths, row: Index, x: Array, start: Array) -> Way:
    """The joints at anchors, portion by portion; each begins with the last of the one before."""
    q, place = np.empty((len(row), solver.n)), 0
    for first in range(0, len(row), TOGETHER):
        at = slice(max(first - 1, 0), first + TOGETHER)
        way = solver.follow(paths.motion(row[at], x[at]).T, start)
        fault = way.fault or _between(solver, paths, row[at], x[at], way)
        q[at], place = way.q, way.place
        if fault is not None:
            return Way(q, replace(fault, sample=fault.sample + at.start), place)
        start = way.q[-1]
    return Way(q, None, place)


def _between(solver: Solver, paths: ToolPaths, row: Index, x: Array, way: Way) -> Fault | None:
    """What is wrong between two anchors, and behind which of them."""
    if way.margins is None:
        return None
    before, after = way.margins[:-1], way.margins[1:]
    far = (np.abs(after - before) > STEEP * np.minimum(before, after)).any(axis=1)
    far |= np.abs(np.diff(way.q, axis=0)).max(axis=1, initial=0.0) > SWING
    if not far.any():
        return None
    steep = np.flatnonzero(far)
    near = np.unique(np.clip(np.add.outer(steep, AROUND), 0, len(row) - 2))
    near = near[row[near] == row[near + 1]]
    for some in np.array_split(near, max(1, len(near) // 1024)):
        fault = _closest(solver, paths, row, x, way, some)
        if fault is not None:
            return fault
    return None


def _closest(
    solver: Solver, paths: ToolPaths, row: Index, x: Array, way: Way, at: Index
) -> Fault | None:
    """Where the margin is least between each of these anchors and the next."""
    low, high, rows = x[at], x[at + 1], np.arange(len(at))
    near = np.repeat(way.q[at], len(SHARES), axis=0)
    for _ in range(ROUNDS):
        times = low[:, None] + (high - low)[:, None] * SHARES
        T = paths.motion(np.repeat(row[at], len(SHARES)), times.ravel()).T
        margins = solver.margins(T, near, way.place)
        bad = ~(margins >= MARGIN)
        if bad.any():
            k = int(bad.argmax())
            return replace(
                solver.trouble(T[k], near[k], way.place), sample=int(at[k // len(SHARES)])
            )
        k = margins.reshape(times.shape).argmin(axis=1)
        low, high = times[rows, np.maximum(k - 1, 0)], times[rows, np.minimum(k + 1, 8)]
    return None
