"""One step of an integration with what lies between its ends: polynomials in x = (t - start) / h.

The state y holds positions, speeds and then whatever else is integrated (works, controllers).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from erfd.curve import Array


@dataclass(frozen=True, slots=True)
class Segment:
    """From `start` to `end` <= start + h; coefficients (degree + 1, states) of rising powers."""

    start: float
    end: float
    h: float
    coefficients: Array

    def at(self, t: float) -> Array:
        x = (t - self.start) / self.h
        y: Array = self.coefficients[-1]
        for c in self.coefficients[-2::-1]:
            y = y * x + c
        return y

    def until(self, t: float) -> Segment:
        """The part before t."""
        return Segment(self.start, t, self.h, self.coefficients)


def hermite(n: int, h: float, y0: Array, f0: Array, y1: Array, f1: Array) -> Array:
    """Positions by quintics through all that is known, speeds their slopes; the rest by cubics."""
    whole = np.zeros((6, len(y0)))
    rise, slope = y1 - y0, h * f0
    whole[0], whole[1] = y0, slope
    whole[2] = 3.0 * rise - 2.0 * slope - h * f1
    whole[3] = slope + h * f1 - 2.0 * rise
    q = quintic(h, y0[:n], y0[n : 2 * n], f0[n : 2 * n], y1[:n], y1[n : 2 * n], f1[n : 2 * n])
    whole[:, :n] = q
    whole[:, n : 2 * n] = 0.0
    whole[:5, n : 2 * n] = q[1:] * (np.arange(1.0, 6.0)[:, None] / h)
    return whole


def straight(n: int, h: float, y0: Array, y1: Array) -> Array:
    """For methods of order 1: what they hold during a step is held here, speeds are lines.

    Positions are cubics between the ends' positions and speeds.
    """
    whole = np.zeros((4, len(y0)))
    rise = y1 - y0
    whole[0], whole[1] = y0, rise
    slope, last = h * y0[n : 2 * n], h * y1[n : 2 * n]
    whole[1, :n] = slope
    whole[2, :n] = 3.0 * rise[:n] - 2.0 * slope - last
    whole[3, :n] = slope + last - 2.0 * rise[:n]
    return whole


def quintic(h: float, q0: Array, v0: Array, a0: Array, q1: Array, v1: Array, a1: Array) -> Array:
    p = q1 - q0 - h * v0 - 0.5 * h * h * a0
    v = h * (v1 - v0) - h * h * a0
    a = h * h * (a1 - a0)
    highest = 10 * p - 4 * v + 0.5 * a, -15 * p + 7 * v - a, 6 * p - 3 * v + 0.5 * a
    return np.array([q0, h * v0, 0.5 * h * h * a0, *highest])
