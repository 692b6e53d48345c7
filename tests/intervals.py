"""Interval arithmetic, rounded outward: what is computed contains what is exact."""

from __future__ import annotations

import math
from typing import Any

DOWN, UP = -math.inf, math.inf


class Interval:
    """All numbers from `low` to `high`."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high

    @staticmethod
    def of(x: Any) -> Interval:
        return x if isinstance(x, Interval) else Interval(x, x)

    @staticmethod
    def hull(*ends: float) -> Interval:
        """One step wider at both ends than the rounded numbers."""
        return Interval(math.nextafter(min(ends), DOWN), math.nextafter(max(ends), UP))

    @property
    def width(self) -> float:
        return self.high - self.low

    def __contains__(self, x: float) -> bool:
        return self.low <= x <= self.high

    def __add__(self, other: Any) -> Interval:
        y = Interval.of(other)
        return Interval.hull(self.low + y.low, self.high + y.high)

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def __sub__(self, other: Any) -> Interval:
        return self + -Interval.of(other)

    def __rsub__(self, other: Any) -> Interval:
        return Interval.of(other) - self

    def __mul__(self, other: Any) -> Interval:
        y = Interval.of(other)
        return Interval.hull(*(a * b for a in (self.low, self.high) for b in (y.low, y.high)))

    def __truediv__(self, other: Any) -> Interval:
        y = Interval.of(other)
        if 0.0 in y:
            raise ZeroDivisionError("the divisor may be zero")
        return self * Interval.hull(1.0 / y.low, 1.0 / y.high)

    def __rtruediv__(self, other: Any) -> Interval:
        return Interval.of(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def sincos(self) -> tuple[Interval, Interval]:
        return self._wave(0.5), self._wave(0.0)

    def _wave(self, quarter: float) -> Interval:
        """The cosine of x - quarter pi; its crests and troughs stand at whole multiples of pi."""
        f = math.sin if quarter else math.cos
        ends = [f(self.low), f(self.high)]
        first = math.ceil(self.low / math.pi - quarter)
        last = math.floor(self.high / math.pi - quarter)
        ends += [(-1.0) ** k for k in range(first, min(last, first + 1) + 1)]
        return Interval.hull(*ends)
