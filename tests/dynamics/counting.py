"""A scalar that counts the multiplications of a recursion; those by 0 and 1 cost nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from erfd.dynamics.tree import Tree


class Counting:
    """A float that adds to a shared tally."""

    def __init__(self, value: float, tally: list[int]) -> None:
        self.value, self.tally = value, tally

    def sincos(self) -> tuple[Counting, Counting]:
        return self._new(math.sin(self.value)), self._new(math.cos(self.value))

    def __add__(self, other: Any) -> Counting:
        return self._new(self.value + _value(other))

    def __sub__(self, other: Any) -> Counting:
        return self._new(self.value - _value(other))

    def __rsub__(self, other: Any) -> Counting:
        return self._new(_value(other) - self.value)

    def __neg__(self) -> Counting:
        return self._new(-self.value)

    def __mul__(self, other: Any) -> Any:
        if other in (0, 1):
            return self if other else 0
        self.tally[0] += 1
        return self._new(self.value * _value(other))

    def __rtruediv__(self, other: Any) -> Counting:
        return self._new(_value(other) / self.value)

    __radd__, __rmul__ = __add__, __mul__

    def _new(self, value: float) -> Counting:
        return Counting(value, self.tally)


def _value(x: Any) -> float:
    return x.value if isinstance(x, Counting) else x


def multiplications(function: Callable[..., Any], tree: Tree) -> int:
    """What a function of the tree and its coordinates multiplies, products of constants aside."""
    tally = [0]
    function(tree, [Counting(0.1 + i, tally) for i in range(tree.n)])
    return tally[0]
