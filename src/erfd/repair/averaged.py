"""A time law with bounded jerk: the mean of the fastest law over a window of time.

s(t) is replaced by the mean of s over the last w seconds, from stop to stop, which takes w longer
and passes the same path. Where s_ddot jumped by D it now runs over D / w: its third derivative is
bounded by D / w. Between instants 2 ms apart, and where sections of the path meet, the motion is
the quintic through position, speed and acceleration of both ends.

Source: filtering a time-optimal law by a moving average, as controllers do (Biagiotti and
Melchiorri, Trajectory Planning for Automatic Machines and Robots, 2008, section 3.8).
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index, State
from erfd.motion.files.interpolation import quintics
from erfd.repair.path import Path
from erfd.repair.rebuild import Part, points
from erfd.repair.time_law import TimeLaw

SPACING = 0.002  # s
STILL = 1e-12  # of the largest s_dot^2: a stop
DEGREES = 7  # coefficients of a piece, as those of other parts


class Motion(NamedTuple):
    """s and its first two derivatives at some instants."""

    s: Array
    speed: Array
    rate: Array


def averaged(path: Path, law: TimeLaw, window: float) -> Part:
    s = points(path.sections)
    still = law.x <= STILL * law.x.max()
    still[0] = still[-1] = True
    stops = np.flatnonzero(still)
    parts = [_between_stops(path, s, law, (int(a), int(b)), window) for a, b in pairwise(stops)]
    return Part(*(np.concatenate(x) for x in zip(*parts, strict=True)))


def _between_stops(
    path: Path, s: Array, law: TimeLaw, rows: tuple[int, int], window: float
) -> Part:
    a, b = rows
    own = TimeLaw(law.x[a : b + 1], law.u[a:b], law.t[a : b + 1] - law.t[a])
    length, end = s[a : b + 1] - s[a], float(own.t[-1]) + window
    t = np.linspace(0.0, end, int(np.ceil(end / SPACING)) + 1)
    borders = _borders(path) - s[a]
    inner = borders[(borders > 0.0) & (borders < length[-1])]
    crossed = np.interp(inner, _mean(own, length, t, window).s, t)
    t = np.unique(np.concatenate([t, crossed]))
    t = t[np.concatenate([[True], np.diff(t) > 1e-9])]
    moved = _mean(own, length, t, window)
    return _part(path, t, moved._replace(s=moved.s + s[a]))


def _borders(path: Path) -> Array:
    return np.cumsum([0.0, *(x.s[-1] for x in path.sections)])


def _mean(law: TimeLaw, s: Array, t: Array, window: float) -> Motion:
    """Of the law over the window before each instant; it stands before and after."""
    now, then = _summed(law, s, t), _summed(law, s, t - window)
    return Motion(*((x - y) / window for x, y in zip(now, then, strict=True)))


def _summed(law: TimeLaw, s: Array, t: Array) -> tuple[Array, Array, Array]:
    """The integral of s from 0 to t, s, and s_dot."""
    steps = np.diff(law.t)
    v = np.sqrt(law.x[:-1])
    whole = steps * (s[:-1] + steps * (0.5 * v + steps * law.u / 6.0))
    sums = np.concatenate([[0.0], np.cumsum(whole)])
    inside = np.clip(t, 0.0, law.t[-1])
    k = np.clip(np.searchsorted(law.t, inside, side="right") - 1, 0, len(steps) - 1)
    h = inside - law.t[k]
    length = s[k] + h * (v[k] + 0.5 * h * law.u[k])
    summed = sums[k] + h * (s[k] + h * (0.5 * v[k] + h * law.u[k] / 6.0))
    after = np.maximum(t - law.t[-1], 0.0)
    speed = np.where((t <= 0.0) | (t >= law.t[-1]), 0.0, v[k] + h * law.u[k])
    return summed + after * s[-1], np.where(t <= 0.0, 0.0, length), speed


def _part(path: Path, t: Array, moved: Motion) -> Part:
    """Quintics; each piece belongs to the section at its middle, at both its ends."""
    middle = 0.5 * (moved.s[:-1] + moved.s[1:])
    borders = _borders(path)
    section = np.clip(np.searchsorted(borders, middle, side="right") - 1, 0, len(borders) - 2)
    ends = [
        _state(path, section, borders, Motion(*(x[rows] for x in moved)))
        for rows in (slice(None, -1), slice(1, None))
    ]
    table = np.zeros((len(middle), DEGREES, ends[0].q.shape[1]))
    table[:, :6] = quintics(np.diff(t), ends[0], ends[1])
    return Part(np.diff(t), table, np.array(path.pieces)[section])


def _state(path: Path, section: Index, borders: Array, moved: Motion) -> State:
    n = path.sections[0].q.shape[1]
    q, first, second = (np.empty((len(section), n)) for _ in range(3))
    for k, one in enumerate(path.sections):
        rows = np.flatnonzero(section == k)
        inside = np.clip(moved.s[rows] - borders[k], 0.0, one.s[-1])
        knot = np.clip(np.searchsorted(one.s, inside, side="right") - 1, 0, len(one.s) - 2)
        h, c = (inside - one.s[knot])[:, None], one.coefficients[knot]
        q[rows] = c[:, 0] + h * (c[:, 1] + h * (c[:, 2] + h * c[:, 3]))
        first[rows] = c[:, 1] + h * (2.0 * c[:, 2] + 3.0 * h * c[:, 3])
        second[rows] = 2.0 * c[:, 2] + 6.0 * h * c[:, 3]
    v, a = moved.speed[:, None], moved.rate[:, None]
    return State(q, first * v, first * a + second * v * v)
