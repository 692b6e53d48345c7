"""The fastest time law along a path that keeps every limit: reachable sets, backward and forward.

Along s the state is x = s_dot^2. Where the path stands at s_k with x_k, limits leave an interval of
s_ddot; with constant s_ddot up to the next point, x_(k+1) = x_k + 2 (s_(k+1) - s_k) s_ddot.
Backward: K_k, the largest x from which the end can be reached. Forward: the largest s_ddot that
stays below K. The intervals are asked for at once, at all points and at speeds from 0 to the
ceiling, then more closely round the law that was found, until its duration stays. Between two
speeds they are straight in x: exact but for viscous friction and torque-speed curves, and on the
safe side where one limit takes over from another.

Source: Pham & Pham, IEEE T-RO 34 (2018) 645 (TOPP-RA), for limits linear in x. Departures: limits
are asked for at each (point, speed), so that friction and torque-speed curves enter as they are.
Cost: two or three times the intervals and a pass over the points each way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index

CELLS, TOGETHER, FAR = 64, 2048, 1e100
SMALL = 4.0 ** np.arange(-24, -6)  # where the path turns sharply, as samples with noise do
SHARES = np.union1d(np.linspace(0.0, 1.0, CELLS + 1) ** 2, SMALL)  # of the ceiling: even in speed
FEWER = np.union1d(np.linspace(0.0, 1.0, CELLS // 4 + 1) ** 2, SMALL[::2])
NEAR = np.linspace(0.7, 1.3, 25) ** 2  # of the law that was found
ROUNDS, STEADY = 6, 1e-4
CRAWL = 1e-4  # of x: no stop between stops, from which the next could not be reached
Interval = Callable[[Index, Array], tuple[Array, Array]]
"""Of points (P,) at squared speeds (P, M): the lowest and the highest s_ddot, low > high: none."""


class NoTimeLaw(NamedTuple):
    """There is none: the point at which even standing still breaks a limit, or none is reached."""

    point: int
    standing: bool


class TimeLaw(NamedTuple):
    """Squared speeds at the points, s_ddot between them, and the instants at the points."""

    x: Array
    u: Array
    t: Array


class Table(NamedTuple):
    """x, lowest and highest s_ddot: a row a point, a column a speed."""

    x: Array
    low: Array
    high: Array


def fastest(
    s: Array, ceiling: Array, interval: Interval, ends: tuple[float, float] = (0.0, 0.0)
) -> TimeLaw | NoTimeLaw:
    """`ceiling` bounds s_dot^2 at every point; `ends` are the squared speeds at both ends."""
    end, top = min(ends[1], float(ceiling[-1])), ceiling[:-1, None]
    x, before = top * SHARES, np.inf
    for _ in range(ROUNDS):
        table = _table(x, interval)
        K = controllable(s, table, end)
        law = K if isinstance(K, NoTimeLaw) else _forward(s, K, table, ends[0])
        if isinstance(law, NoTimeLaw) or isinstance(K, NoTimeLaw):
            return law
        if abs(law.t[-1] - before) < STEADY * law.t[-1]:
            return law
        before, near = law.t[-1], [law.x[:-1, None] * NEAR, K[:-1, None] * NEAR]
        x = np.sort(np.minimum(np.hstack([top * FEWER, *near]), top), axis=1)
    return law


def _table(x: Array, interval: Interval) -> Table:
    parts = [
        interval(np.arange(k, min(k + TOGETHER, len(x))), x[k : k + TOGETHER])
        for k in range(0, len(x), TOGETHER)
    ]
    low, high = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Table(x, low, high)


def controllable(s: Array, table: Table, end: float) -> Array | NoTimeLaw:
    """The largest x at every point from which the end can be reached."""
    K = np.zeros(len(s))
    K[-1] = end
    for k in range(len(s) - 2, -1, -1):
        found = _largest(Table(*(part[k] for part in table)), 2.0 * (s[k + 1] - s[k]), K[k + 1])
        if found is None:
            return NoTimeLaw(k, bool(table.low[k, 0] > table.high[k, 0]))
        K[k] = found
    return K


def _largest(row: Table, step: float, after: float) -> float | None:
    """The largest x that can be led to at most `after`; None where there is none."""
    x, low, high = row
    over = np.stack([low - high, low - (after - x) / step, -x / step - high])
    places = np.flatnonzero((over <= 0.0).all(axis=0))
    if not len(places):
        return None
    k = int(places[-1])
    if k == len(x) - 1:
        return float(x[k])
    fine, bad = over[:, k], np.minimum(over[:, k + 1], FAR)
    share = float(min(-a / (b - a) for a, b in zip(fine, bad, strict=True) if b > 0.0))
    return float(x[k] + share * (x[k + 1] - x[k]))


def _forward(s: Array, K: Array, table: Table, start: float) -> TimeLaw | NoTimeLaw:
    x, u = np.zeros(len(s)), np.zeros(len(s) - 1)
    x[0] = min(start, K[0])
    for k in range(len(s) - 1):
        step, now = 2.0 * (s[k + 1] - s[k]), float(x[k])
        low, high = _between(table, k, now)
        most = (K[k + 1] - now) / step
        u[k] = max(min(high, most), -now / step)
        if u[k] < low - 1e-9 * (1.0 + abs(low)):
            u[k] = max(u[k], min(low, most))
        x[k + 1] = max(now + step * u[k], min(CRAWL * now, K[k + 1]))
        u[k] = (x[k + 1] - now) / step
        if now == 0.0 and x[k + 1] == 0.0:
            return NoTimeLaw(k, standing=False)
    return TimeLaw(x, u, _instants(s, x))


def _between(table: Table, k: int, x: float) -> tuple[float, float]:
    """Lowest and highest s_ddot at any x."""
    row = table.x[k]
    i = min(int(row.searchsorted(x, side="right")) - 1, len(row) - 2)
    a, b = row[i], row[i + 1]
    share = (x - a) / (b - a) if b > a else 0.0
    pairs = (table.low[k, i : i + 2], table.high[k, i : i + 2])
    low, high = (y[0] + share * (y[1] - y[0]) if share > 0.0 else y[0] for y in pairs)
    return float(low), float(high)


def _instants(s: Array, x: Array) -> Array:
    """Constant acceleration between points: the mean speed is the mean of both."""
    speed = np.sqrt(x)
    return np.concatenate([[0.0], np.cumsum(2.0 * np.diff(s) / (speed[:-1] + speed[1:]))])
