"""Less of every limit where the judge found one broken, fading out beside that place.

A share of the limits that changed at once would itself make the acceleration jump, be found broken
there in turn, and creep along the path. So the share falls and rises again over some points of the
path; where samples are at fault, over some of those.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from erfd.curve import Array
from erfd.judge.verdict import Violation
from erfd.repair.rebuild import Part
from erfd.repair.run import Run, Still
from erfd.trajectory import Trajectory

SPARE, LEAST = 0.9995, 0.5  # below the limit; of the limits that are left at once
POINTS, SAMPLES = 6, 2  # over which less fades out
SHORTEST, LONGER, SLOWER = 0.004, 1.15, 0.97  # of the window that bounds the jerk
HAIR = 1e-9  # s


def tighten(made: Trajectory, shares: list[Array], found: Sequence[Violation], dt: float) -> None:
    """For what is broken on the curve, or with `dt` (s) between samples as they are read."""
    less = np.ones(len(made.breakpoints) - 1)
    for v in found:
        rows, near = _read(made, v, dt) if dt else _on_the_curve(made, v)
        factor = max(LEAST, SPARE / v.utilisation)
        less[rows] = np.minimum(less[rows], 1.0 - (1.0 - factor) * near)
    ends = np.cumsum([len(x) for x in shares])
    for k, part in enumerate(np.split(less, ends[:-1])):
        shares[k] *= part


def _on_the_curve(made: Trajectory, v: Violation) -> tuple[slice, Array]:
    """From the point before it to the point after it wholly, then less over `POINTS`."""
    edges = made.breakpoints
    first = int(np.searchsorted(edges, v.start - HAIR, side="right")) - 2
    last = int(np.searchsorted(edges, v.end + HAIR, side="left"))
    rows = slice(max(first - POINTS, 0), last + POINTS + 1)
    k = np.arange(len(edges) - 1)[rows]
    away = np.maximum(first - k, k - last)
    return rows, np.clip(1.0 - away / POINTS, 0.0, 1.0)


def _read(made: Trajectory, v: Violation, dt: float) -> tuple[slice, Array]:
    """Where it is wholly, then less over `SAMPLES`."""
    edges, reach = made.breakpoints, SAMPLES * dt
    first = int(np.searchsorted(edges, v.start - reach, side="right")) - 1
    last = int(np.searchsorted(edges, v.end + reach, side="left"))
    rows = slice(max(first, 0), last)
    away = np.maximum(v.start - edges[1:][rows], edges[:-1][rows] - v.end)
    return rows, np.clip(1.0 - away / reach, 0.0, 1.0)


def smooth(
    made: Trajectory,
    runs: Sequence[Run | Still],
    shares: list[Array],
    parts: Sequence[Part],
    found: Sequence[Violation],
    most: Array,
) -> None:
    """A longer window where the jerk is too large (`most` is allowed), else less of every limit,
    run by run."""
    ends = made.start + np.cumsum([0.0, *(float(p.durations.sum()) for p in parts)])
    for k, run in enumerate(runs):
        mine = [v for v in found if ends[k] - HAIR <= v.t < ends[k + 1] - HAIR]
        if not mine or isinstance(run, Still):
            continue
        if run.window == 0.0:
            run.window = _window(made, ends[k], ends[k + 1], most)
        elif any("jerk" in v.quantity for v in mine):
            run.window *= LONGER
            shares[k] *= SLOWER
        else:
            shares[k] *= max(0.8, SPARE / max(v.utilisation for v in mine))


def _window(made: Trajectory, start: float, end: float, most: Array) -> float:
    """In which the largest acceleration there could be turned round."""
    rows = (made.breakpoints[:-1] >= start) & (made.breakpoints[:-1] < end)
    piece = np.flatnonzero(rows)
    qdd = np.abs(made.curve.at(made.breakpoints[piece], piece).qdd).max(axis=0)
    return max(float((2.0 * qdd / most).max()), SHORTEST)
