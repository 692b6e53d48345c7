"""Where a motion hardly moves: pauses of sampled motions, and their first and last steps.

Samples have a last digit, and a curve through them swings about a pause by as much. Such swings
turn back again and again within a hair: no time law follows them, and they are no part of the path.
Stretches in a row that hardly move, and whose points lie on the straight line from the first to the
last, are one: a pause where they take long for it, else that line.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from erfd.curve import Array, Curve
from erfd.repair.stretches import Stretch

TINY = 1e-5  # s at full speed: the length of a stretch that hardly moves, and how straight it is
SLOW, HAIR, LEAST = 1e-5, 1e-7, 0.02  # of full speed; as TINY, of noise; s: the shortest pause
PLACES = 9


class Nearly(NamedTuple):
    """Some stretches that hardly move, from q to `to`, in the piece of the first."""

    start: float
    end: float
    piece: int
    q: Array
    to: Array
    pause: bool


def grouped(curve: Curve, found: list[Stretch], scale: Array) -> list[Stretch | Nearly]:
    """All in their order."""
    points = [_points(curve, one) for one in found]
    lengths = np.array([np.abs(np.diff(q / scale, axis=0)).sum() for q in points])
    times = np.array([one.end - one.start for one in found])
    still = _long_enough(lengths <= SLOW * times + HAIR, times)
    kinds = np.where(still, 2, np.where(lengths <= TINY, 1, 0))
    result: list[Stretch | Nearly] = []
    for rows in np.split(np.arange(len(found)), np.flatnonzero(np.diff(kinds)) + 1):
        some = [found[k] for k in rows]
        together = None
        if kinds[rows[0]]:
            q = np.concatenate([points[k] for k in rows])
            together = _together(some, q, scale, pause=bool(still[rows[0]]))
        result += some if together is None else [together]
    return result


def _long_enough(still: NDArray[np.bool_], times: Array) -> NDArray[np.bool_]:
    """Those that stand for a while together."""
    kept = still.copy()
    for rows in np.split(np.arange(len(still)), np.flatnonzero(np.diff(still)) + 1):
        kept[rows] &= times[rows].sum() >= LEAST
    return kept


def _points(curve: Curve, one: Stretch) -> Array:
    t = np.linspace(one.start, one.end, PLACES)
    return curve.at(t, np.full(PLACES, one.piece)).q


def _together(some: list[Stretch], q: Array, scale: Array, *, pause: bool) -> Nearly | None:
    """None where they are a path of their own, if a short one."""
    way, off = (q[-1] - q[0]) / scale, (q - q[0]) / scale
    length = float(np.linalg.norm(way))
    along = off @ way / length if length > 0.0 else np.zeros(len(q))
    across = off - np.outer(along, way / length) if length > 0.0 else off
    if np.abs(across).max() > TINY:
        return None
    return Nearly(some[0].start, some[-1].end, some[0].piece, q[0], q[-1], pause)
