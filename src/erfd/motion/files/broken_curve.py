"""Intervals between samples with one break: a curve before an instant tau, another after it.

On each side the acceleration is a straight line in time through the sample at that end. Both sides
meet in position; in speed they meet too, or a speed after tau is given. What is left of positions
and speeds, mostly nothing, goes to one quintic over the interval that begins and ends without
acceleration.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from erfd.curve import Array, Index, State

DEGREES = 6  # coefficients of a quintic
PLACES = np.linspace(0.0, 1.0, 17)


class Ends(NamedTuple):
    """Some intervals: durations (K, 1), states at both ends (K, n), slopes of the accelerations."""

    h: Array
    first: State
    last: State
    before: Array
    after: Array


class Broken(NamedTuple):
    """Instants (K,), rising coefficients (K, 6, n) on both sides, those of what was left."""

    tau: Array
    before: Array
    after: Array
    rest: Array


def ends(rows: Index, h: Array, start: State, end: State) -> Ends:
    """Of some rows, with accelerations that stay."""
    first, last = (State(*(x[rows] for x in side)) for side in (start, end))
    still = np.zeros_like(first.q)
    return Ends(h[rows, None], first, last, still, still)


def broken(x: Ends, tau: Array, speed: Array | None = None) -> Broken:
    """`speed` is that after tau, by default the one before."""
    H, T = x.h, tau[:, None]
    rest = H - T
    met_q = x.first.q + (x.first.qd + (0.5 * x.first.qdd + x.before * T / 6.0) * T) * T
    met_qd = x.first.qd + (x.first.qdd + 0.5 * x.before * T) * T if speed is None else speed
    p = x.last.q - met_q - (met_qd + (0.5 * x.last.qdd - x.after * rest / 3.0) * rest) * rest
    v = x.last.qd - met_qd - (x.last.qdd - 0.5 * x.after * rest) * rest
    left = _absorbing(p / H**3, v / H**2, H)
    then = _shifted(left, T)
    return Broken(
        tau,
        left + _powers(x.first.q, x.first.qd, x.first.qdd, x.before),
        then + _powers(met_q, met_qd, x.last.qdd - x.after * rest, x.after),
        left,
    )


def some(found: Broken, which: NDArray[np.bool_]) -> Broken:
    return Broken(*(x[which] for x in found))


def accelerations(c: Array, t: Array) -> Array:
    """Of polynomials at instants (K, places): (K, places, n)."""
    s = t[:, :, None]
    second, third, fourth, fifth = (c[:, None, k] for k in (2, 3, 4, 5))
    values: Array = 2.0 * second + s * (6.0 * third + s * (12.0 * fourth + s * 20.0 * fifth))
    return values


def left_over(found: Broken, h: Array) -> Array:
    """The largest acceleration that is there only to meet the samples."""
    much: Array = np.abs(accelerations(found.rest, h * PLACES)).max(axis=(1, 2), initial=0.0)
    return much


def _absorbing(p: Array, v: Array, H: Array) -> Array:
    """The quintic from rest to a position and a speed, both divided by powers of H."""
    none = np.zeros_like(p)
    third, fourth, fifth = 10 * p - 4 * v, (-15 * p + 7 * v) / H, (6 * p - 3 * v) / H**2
    return np.stack([none, none, none, third, fourth, fifth], axis=1)


def _powers(q: Array, qd: Array, qdd: Array, slope: Array) -> Array:
    none = np.zeros_like(q)
    return np.stack([q, qd, 0.5 * qdd, slope / 6.0, none, none], axis=1)


def _shifted(c: Array, T: Array) -> Array:
    """The same polynomials, their argument counted from T on (Horner's scheme, again and again)."""
    shifted = c.copy()
    for low in range(DEGREES - 1):
        for k in range(DEGREES - 2, low - 1, -1):
            shifted[:, k] += T * shifted[:, k + 1]
    return shifted
