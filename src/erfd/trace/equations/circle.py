"""Products of sines and cosines in one normal form, so that every identity applies by itself.

Joints whose axes stay parallel form a group. A product is one factor for every group:

    a single joint    c^a s^b, b 0 or 1                      s^2 = 1 - c^2
    a group           cos(k q) or sin(k q), k whole numbers  2 cos x cos y = cos(x - y) + cos(x + y)

Both forms are unique, so two expressions are equal exactly if they look the same, and
c1 c12 + s1 s12 is c2 at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

HALF = Fraction(1, 2)


class Powers(NamedTuple):
    """c^c s^s of a single joint."""

    c: int
    s: int


class Wave(NamedTuple):
    """cos or sin of the whole multiples k of a group's angles; the first multiple is positive."""

    sine: bool
    k: tuple[int, ...]


Factor = Powers | Wave
Product = tuple[Factor, ...]
Expansion = tuple[tuple[int | Fraction, int], ...]


def _wave(sine: bool, k: tuple[int, ...]) -> tuple[int, Wave] | None:
    """The wave of a normal sign, and that sign; None where it is zero."""
    first = next((x for x in k if x), 0)
    if first == 0 and sine:
        return None
    if first < 0:
        return (-1 if sine else 1), Wave(sine, tuple(-x for x in k))
    return 1, Wave(sine, k)


def _waves(a: Wave, b: Wave) -> list[tuple[int | Fraction, Factor]]:
    less = tuple(x - y for x, y in zip(a.k, b.k, strict=True))
    more = tuple(x + y for x, y in zip(a.k, b.k, strict=True))
    if a.sine and b.sine:
        parts = [(1, False, less), (-1, False, more)]
    elif a.sine:
        parts = [(1, True, more), (1, True, less)]
    elif b.sine:
        parts = [(1, True, more), (-1, True, less)]
    else:
        parts = [(1, False, less), (1, False, more)]
    found = [(sign, _wave(sine, k)) for sign, sine, k in parts]
    return [(HALF * sign * x[0], x[1]) for sign, x in found if x is not None]


def _powers(a: Powers, b: Powers) -> list[tuple[int | Fraction, Factor]]:
    c, s = a.c + b.c, a.s + b.s
    return [(1, Powers(c, s))] if s < 2 else [(1, Powers(c, s - 2)), (-1, Powers(c + 2, s - 2))]


class Circle:
    """The products of one robot's sines and cosines, numbered; number 0 is 1."""

    def __init__(self, groups: Sequence[Sequence[int]], waves: bool = False) -> None:
        """`groups` are the turning joints, by index, those with parallel axes together.

        With `waves` a single joint is treated as a group too, so that it may have multiples.
        """
        self.groups = tuple(tuple(g) for g in groups)
        self.place = {j: (g, k) for g, js in enumerate(self.groups) for k, j in enumerate(js)}
        one = tuple(
            Powers(0, 0) if len(g) == 1 and not waves else Wave(False, (0,) * len(g))
            for g in self.groups
        )
        self.products: list[Product] = [one]
        self._index: dict[Product, int] = {one: 0}
        self._times: dict[tuple[int, int], Expansion] = {}

    def number(self, product: Product) -> int:
        found = self._index.setdefault(product, len(self.products))
        if found == len(self.products):
            self.products.append(product)
        return found

    def times(self, a: int, b: int) -> Expansion:
        """The product of two products, as numbers of products with coefficients."""
        if a == 0 or b == 0:
            return ((1, a + b),)
        key = (a, b) if a < b else (b, a)
        if key not in self._times:
            self._times[key] = self._expand(self.products[a], self.products[b])
        return self._times[key]

    def _expand(self, a: Product, b: Product) -> Expansion:
        sums: list[tuple[int | Fraction, Product]] = [(1, ())]
        for x, y in zip(a, b, strict=True):
            if isinstance(x, Powers) and isinstance(y, Powers):
                parts = _powers(x, y)
            elif isinstance(x, Wave) and isinstance(y, Wave):
                parts = _waves(x, y)
            sums = [(c * k, (*done, part)) for c, done in sums for k, part in parts]
        return tuple((c, self.number(product)) for c, product in sums)

    def with_factor(self, group: int, factor: Factor) -> int:
        """The number of a product that has this factor alone."""
        one = self.products[0]
        return self.number((*one[:group], factor, *one[group + 1 :]))

    def sincos(self, k: dict[int, int]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Sine and cosine of a sum of multiples of joint angles within one group."""
        (group,) = {self.place[j][0] for j in k}
        members = self.groups[group]
        if isinstance(self.products[0][group], Powers):
            return self._multiple(group, k[members[0]])
        vector = tuple(k.get(j, 0) for j in members)
        sine, cosine = _wave(True, vector), _wave(False, vector)
        return (
            [(sine[0], self.with_factor(group, sine[1]))] if sine else [],
            [(cosine[0], self.with_factor(group, cosine[1]))] if cosine else [],
        )

    def _multiple(self, group: int, k: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        sign = 1 if k > 0 else -1
        if abs(k) != 1:
            raise ValueError(f"an angle of a single joint is multiplied by {k}")
        return (
            [(sign, self.with_factor(group, Powers(0, 1)))],
            [(1, self.with_factor(group, Powers(1, 0)))],
        )
