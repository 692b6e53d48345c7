"""A scalar that carries its time derivative along: value + epsilon rate, epsilon^2 = 0.

Fed into a recursion it gives exact derivatives, with no step size to choose.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

Number = float | int


@dataclass(frozen=True, slots=True)
class Dual:
    value: Number
    rate: Number = 0

    @staticmethod
    def of(x: Dual | Number) -> Dual:
        return x if isinstance(x, Dual) else Dual(x)

    def __add__(self, other: Dual | Number) -> Dual:
        y = Dual.of(other)
        return Dual(self.value + y.value, self.rate + y.rate)

    def __sub__(self, other: Dual | Number) -> Dual:
        y = Dual.of(other)
        return Dual(self.value - y.value, self.rate - y.rate)

    def __mul__(self, other: Dual | Number) -> Dual:
        y = Dual.of(other)
        return Dual(self.value * y.value, self.rate * y.value + self.value * y.rate)

    def __truediv__(self, other: Dual | Number) -> Dual:
        y = Dual.of(other)
        ratio = self.value / y.value
        return Dual(ratio, (self.rate - ratio * y.rate) / y.value)

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.rate)

    def __rsub__(self, other: Number) -> Dual:
        return Dual.of(other) - self

    def __rtruediv__(self, other: Number) -> Dual:
        return Dual.of(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def sincos(self) -> tuple[Dual, Dual]:
        s, c = math.sin(self.value), math.cos(self.value)
        return Dual(s, c * self.rate), Dual(c, -s * self.rate)

    def sqrt(self) -> Dual:
        root = math.sqrt(self.value)
        return Dual(root, self.rate / (2 * root))
