"""Explicit Runge-Kutta methods from their tableau: one loop, with fixed or controlled steps.

    k_i = f(t + c_i h, y + h sum_j a_ij k_j),    y' = y + h sum_i b_i k_i,    e = h sum_i d_i k_i

d, where there is one, is the difference to another order's weights. Steps follow the root mean
square of e / (atol + rtol |y|): 0.9 its power -1 / p, five times the step at most.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from erfd.curve import Array
from erfd.forward.integrators.method import Rates, Settings, StepTooSmallError
from erfd.forward.segment import Segment, hermite, straight

SAFE, LEAST, MOST = 0.9, 0.2, 5.0


@dataclass(frozen=True, slots=True)
class Tableau:
    """`a` row by row; `d` None: no control; `power` is p."""

    c: tuple[float, ...]
    a: tuple[tuple[float, ...], ...]
    b: tuple[float, ...]
    d: tuple[float, ...] | None = None
    power: int = 1


class Explicit:
    def __init__(
        self, tableau: Tableau, rates: Rates, t: float, y: Array, until: float, settings: Settings
    ) -> None:
        self.tableau, self.rates, self.until, self.s = tableau, rates, until, settings
        self.t, self.y, self.f = t, y, rates(t, y)
        self.evaluations = 1
        self.h = settings.step if tableau.d is None else settings.first
        self.K = np.empty((len(tableau.b), len(y)))
        self.rows = [np.array(row) for row in tableau.a]
        self.b, self.d = np.array(tableau.b), np.array(tableau.d or ())

    def step(self) -> Segment:
        while True:
            h, last = self._length()
            y, error = self._tried(h)
            size = self._size(y, error)
            if self.tableau.d is None or size <= 1.0:
                break
            self.h = h * max(LEAST, SAFE * size ** (-1.0 / self.tableau.power))
            if not self.t + 1e-1 * self.h > self.t:
                raise StepTooSmallError
        if not np.isfinite(y).all():
            raise StepTooSmallError
        if self.tableau.d is not None:
            grown = SAFE * max(size, 1e-10) ** (-1.0 / self.tableau.power)
            self.h = min(h * min(MOST, grown), self.s.longest)
        return self._taken(h, y, self.until if last else self.t + h)

    def _length(self) -> tuple[float, bool]:
        """The step, and whether it is the last one; what is left is never a sliver."""
        left = self.until - self.t
        last = self.h >= left * (1.0 - 1e-9)
        return (left if last else self.h), last

    def _tried(self, h: float) -> tuple[Array, Array | None]:
        K, rule = self.K, self.tableau
        K[0] = self.f
        for i, (c, row) in enumerate(zip(rule.c[1:], self.rows[1:], strict=True), 1):
            K[i] = self.rates(self.t + c * h, self.y + h * (row @ K[:i]))
        self.evaluations += len(rule.b) - 1
        error = None if rule.d is None else h * (self.d @ K)
        return self.y + h * (self.b @ K), error

    def _size(self, y: Array, error: Array | None) -> float:
        if error is None:
            return 0.0
        scale = self.s.atol + self.s.rtol * np.maximum(np.abs(self.y), np.abs(y))
        size = float(np.sqrt(np.mean((error / scale) ** 2)))
        return size if np.isfinite(size) else 1e9

    def _taken(self, h: float, y: Array, end: float) -> Segment:
        f = self.rates(end, y)
        self.evaluations += 1
        n, first = self.s.n, len(self.b) == 1
        between = straight(n, h, self.y, y) if first else hermite(n, h, self.y, self.f, y, f)
        found = Segment(self.t, end, h, between)
        self.t, self.y, self.f = end, y, f
        return found
