"""The fastest time law along a path that keeps every limit: reachable sets, backward and forward.

Along s the state is x = s_dot^2. Where the path stands at s_k with x_k, limits leave an interval of
s_ddot; with constant s_ddot up to the next point, x_(k+1) = x_k + 2 (s_(k+1) - s_k) s_ddot.
Backward: K_k, the largest x from which the end can be reached. Forward: the largest s_ddot that
stays below K. The largest x is sought among candidates, so that limits may bend with speed
(viscous friction, torque-speed curves) and need not be linear in x.

Source: Pham & Pham, IEEE T-RO 34 (2018) 645 (TOPP-RA), for limits linear in x. Departures: limits
are asked for at each (point, speed), so that friction and torque-speed curves enter as they are.
Cost: one pass over the points each way, `CANDIDATES` speeds at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from erfd.curve import Array

CANDIDATES, ROUNDS = 33, 8
Interval = Callable[[int, Array], tuple[Array, Array]]
"""Of point k at the squared speeds x: the lowest and the highest s_ddot; low > high where none."""


class NoTimeLaw(NamedTuple):
    """There is none: the point at which even standing still breaks a limit, or none is reached."""

    point: int
    standing: bool


class TimeLaw(NamedTuple):
    """Squared speeds at the points, s_ddot between them, and the instants at the points."""

    x: Array
    u: Array
    t: Array


def fastest(
    s: Array, ceiling: Array, interval: Interval, ends: tuple[float, float] = (0.0, 0.0)
) -> TimeLaw | NoTimeLaw:
    """`ceiling` bounds s_dot^2 at every point; `ends` are the squared speeds at both ends."""
    K = controllable(s, ceiling, interval, ends[1])
    if isinstance(K, NoTimeLaw):
        return K
    return _forward(s, K, interval, ends[0])


def controllable(s: Array, ceiling: Array, interval: Interval, end: float) -> Array | NoTimeLaw:
    """The largest x at every point from which the end can be reached."""
    K = np.zeros(len(s))
    K[-1] = min(end, ceiling[-1])
    for k in range(len(s) - 2, -1, -1):
        found = _largest(k, s[k + 1] - s[k], float(ceiling[k]), K[k + 1], interval)
        if found is None:
            low, high = interval(k, np.zeros(1))
            return NoTimeLaw(k, bool(low[0] > high[0]))
        K[k] = found
    return K


def _largest(k: int, step: float, top: float, after: float, interval: Interval) -> float | None:
    """The largest x up to `top` that can be led to at most `after`; None where there is none."""
    x = np.linspace(0.0, top, CANDIDATES)
    best = None
    for _ in range(ROUNDS):
        low, high = interval(k, x)
        fine = (low <= high) & (low <= (after - x) / (2.0 * step)) & (high >= -x / (2.0 * step))
        places = np.flatnonzero(fine)
        if not len(places):
            return best
        at = int(places[-1])
        best = float(x[at])
        if at == len(x) - 1:
            return best
        x = np.linspace(x[at], x[at + 1], CANDIDATES)
    return best


def _forward(s: Array, K: Array, interval: Interval, start: float) -> TimeLaw | NoTimeLaw:
    x, u = np.zeros(len(s)), np.zeros(len(s) - 1)
    x[0] = min(start, K[0])
    for k in range(len(s) - 1):
        step = s[k + 1] - s[k]
        low, high = (float(b[0]) for b in interval(k, x[k : k + 1]))
        wanted = min(high, (K[k + 1] - x[k]) / (2.0 * step))
        u[k] = max(wanted, -x[k] / (2.0 * step))
        if u[k] < low - 1e-9 * (1.0 + abs(low)):
            u[k] = max(u[k], min(low, (K[k + 1] - x[k]) / (2.0 * step)))
        x[k + 1] = max(x[k] + 2.0 * step * u[k], 0.0)
        if x[k] == 0.0 and x[k + 1] == 0.0:
            return NoTimeLaw(k, standing=False)
    return TimeLaw(x, u, _instants(s, x))


def _instants(s: Array, x: Array) -> Array:
    """Constant acceleration between points: the mean speed is the mean of both."""
    speed = np.sqrt(x)
    return np.concatenate([[0.0], np.cumsum(2.0 * np.diff(s) / (speed[:-1] + speed[1:]))])
