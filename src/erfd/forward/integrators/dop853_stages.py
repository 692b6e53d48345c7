"""DOP853 where the stages are compiled: the same pair and step control, four times as fast.

Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed., II.5 (error of
two estimates), II.6 (dense output); the coefficients are those of SciPy's class.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.forward.integrators.method import Settings, StepTooSmallError
from erfd.forward.segment import Segment

SAFE, LEAST, MOST, POWER = 0.9, 0.2, 10.0, -1.0 / 8.0


class Coefficients(NamedTuple):
    """Weights of stages 1 to 15 with their numbers; both error estimates; dense output."""

    weights: Array
    e5: Array
    e3: Array
    d: Array
    powers: Array


@functools.cache
def coefficients() -> Coefficients:
    from scipy.integrate import DOP853

    rows = np.zeros((16, 17))
    rows[:12, :12] = DOP853.A[:12, :12]
    rows[12, :12] = DOP853.B
    rows[13:, :16] = DOP853.A_EXTRA
    rows[:, 16] = np.arange(16)
    return Coefficients(rows[1:].copy(), DOP853.E5, DOP853.E3, DOP853.D, _powers())


def _powers() -> Array:
    """x (F0 + (1 - x) (F1 + x (F2 + ...))) as powers of x, (8, 7)."""
    found = np.zeros((8, 7))
    product: Array = np.ones(1)
    for k in range(7):
        factor = [0.0, 1.0] if k % 2 == 0 else [1.0, -1.0]
        product = np.convolve(product, factor)
        found[: len(product), k] = product
    return found


class Dop853Stages:
    """`rates` is a `Free`: it has `stages(y, f, h) -> (K, z)`."""

    def __init__(self, rates: Any, t: float, y: Array, until: float, settings: Settings) -> None:
        self.rates, self.until, self.s, self.c = rates, until, settings, coefficients()
        self.t, self.y, self.f = t, y, rates(t, y)
        self.h, self.evaluations = min(settings.first, settings.longest), 1

    def step(self) -> Segment:
        rejected = False
        while True:
            left = self.until - self.t
            last = self.h >= left * (1.0 - 1e-12)
            h = left if last else self.h
            if not self.t + 0.1 * h > self.t:
                raise StepTooSmallError
            K, z = self.rates.stages(self.y, self.f, h)
            self.evaluations += 15
            y = z[11]
            size = self._error(K, y, h)
            if size < 1.0:
                break
            self.h, rejected = h * max(LEAST, SAFE * size**POWER), True
        grown = MOST if size == 0.0 else min(MOST, SAFE * size**POWER)
        self.h = min(h * (min(1.0, grown) if rejected else grown), self.s.longest)
        end = self.until if last else self.t + h
        found = Segment(self.t, end, h, self._between(K, y, h))
        self.t, self.y, self.f = end, y.copy(), K[12, self.s.n :].copy()
        return found

    def _error(self, K: Array, y: Array, h: float) -> float:
        scale = self.s.atol + self.s.rtol * np.maximum(np.abs(self.y), np.abs(y))
        five, three = (e @ K[:13] / scale for e in (self.c.e5, self.c.e3))
        a, b = float(five @ five), float(three @ three)
        if a == 0.0 and b == 0.0:
            return 0.0
        size = h * a / float(np.sqrt((a + 0.01 * b) * len(y)))
        return size if np.isfinite(size) else 1e9

    def _between(self, K: Array, y: Array, h: float) -> Array:
        rise = y - self.y
        F = np.empty((7, len(y)))
        F[0], F[1] = rise, h * K[0] - rise
        F[2] = 2.0 * rise - h * (K[12] + K[0])
        F[3:] = h * (self.c.d @ K)
        table: Array = self.c.powers @ F
        table[0] = self.y
        return table
