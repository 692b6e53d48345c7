"""The pieces of a curve, cut where all joints stand for an instant.

A blend in which a path turns back passes through a speed of zero within a piece. There dq/ds does
not exist: no time law passes without a stop. Instants are sought where the squared speed
v^2 = sum (qd / scale)^2 has a minimum, by bisection of its derivative 2 qd . qdd, and are stops
where the speed is a small part of the piece's largest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Curve

PLACES, HALVINGS = 65, 60
REST = 1e-6  # of the largest speed of the piece
EDGE = 1e-6  # of the piece's duration: nearer to its ends the arm stands there


class Stretch(NamedTuple):
    """A part of a piece; `rests` where the arm stands at its end within the piece."""

    piece: int
    start: float
    end: float
    rests: bool = False


def stretches(curve: Curve, scale: Array) -> list[Stretch]:
    edges = curve.breakpoints
    found = []
    for k in range(len(edges) - 1):
        start, end = float(edges[k]), float(edges[k + 1])
        for rest in _rests(curve, k, scale):
            found.append(Stretch(k, start, rest, rests=True))
            start = rest
        found.append(Stretch(k, start, end))
    return found


def _rests(curve: Curve, k: int, scale: Array) -> list[float]:
    first, last = curve.breakpoints[k : k + 2]
    t = np.linspace(first, last, PLACES)
    v, slope = _speed(curve, k, scale, t)
    rows = np.flatnonzero((slope[:-1] < 0.0) & (slope[1:] >= 0.0))
    if not len(rows):
        return []
    low, high = t[rows], t[rows + 1]
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        falls = _speed(curve, k, scale, middle)[1] < 0.0
        low, high = np.where(falls, middle, low), np.where(falls, high, middle)
    still = _speed(curve, k, scale, high)[0] <= REST * v.max()
    edge = EDGE * (last - first)
    inside = (high > first + edge) & (high < last - edge)
    times: list[float] = high[still & inside].tolist()
    return times


def _speed(curve: Curve, k: int, scale: Array, t: Array) -> tuple[Array, Array]:
    """The speed and half the derivative of its square."""
    state = curve.at(t, np.full(len(t), k))
    qd, qdd = state.qd / scale, state.qdd / scale
    return np.linalg.norm(qd, axis=1), (qd * qdd).sum(axis=1)
