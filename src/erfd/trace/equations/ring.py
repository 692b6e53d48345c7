"""The scalar that writes equations: a sum of products of letters, sines and cosines.

A product is a number of letters' powers packed into one integer (so that multiplying is adding),
the number of a trigonometric product (`circle.py`), and a coefficient: a whole number or fraction
while everything is exact, a float once an inexact number came in. Sums of equal products are
collected at once; a sum that cancels is zero, which is how identities are proved here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from erfd.errors import ErfdError
from erfd.robot.placement import exact_sincos
from erfd.trace.equations.circle import Circle

BITS = 7
LARGEST = (1 << BITS) - 1
Number = int | Fraction | float
CANCELLED = 1e-14
LIMIT = 20_000_000  # products of terms in one closed form: minutes, and megabytes of text


def exact(x: float | Fraction) -> Number:
    """A number as its decimals say it: 0.432 is 432/1000; many decimals stay a float."""
    if isinstance(x, int):
        return x
    if isinstance(x, Fraction):
        return int(x) if x.denominator == 1 else x
    if x == int(x):
        return int(x)
    text = repr(float(x))
    return Fraction(text) if len(text.partition("e")[0]) <= 12 else float(x)


class Letter(NamedTuple):
    """A name in the equations and how LaTeX writes it."""

    name: str
    latex: str


class Ring:
    """The letters and angles of one robot."""

    def __init__(self, circle: Circle) -> None:
        self.circle = circle
        self.letters: list[Letter] = []
        self._at: dict[str, int] = {}
        self.zero, self.one = Sum(self, {}), Sum(self, {(0, 0): 1})
        self.spent = 0

    def spend(self, products: int) -> None:
        """Counts products of terms, and ends what nobody would read."""
        self.spent += products
        if self.spent > LIMIT:
            raise ErfdError(
                "the closed form grows beyond what can be read", "use form cse: named intermediates"
            )

    def letter(self, name: str, latex: str = "") -> Sum:
        if name not in self._at:
            self._at[name] = len(self.letters)
            self.letters.append(Letter(name, latex or name))
        return Sum(self, {(1 << (BITS * self._at[name]), 0): 1})

    def powers(self, packed: int) -> list[tuple[str, int]]:
        """The letters of a product with their exponents, in the order of their first use."""
        found, k = [], 0
        while packed:
            if power := packed & LARGEST:
                found.append((self.letters[k].name, power))
            packed >>= BITS
            k += 1
        return found

    def angle(self, joint: int) -> Turn:
        return Turn(self, {joint: 1}, 0)

    def of(self, x: Any) -> Sum:
        if isinstance(x, Sum):
            return x
        return Sum(self, {(0, 0): exact(x)}) if x else self.zero


class Sum:
    """A sum of products: {(letters, angles): coefficient}."""

    __slots__ = ("ring", "terms")

    def __init__(self, ring: Ring, terms: dict[tuple[int, int], Number]) -> None:
        self.ring, self.terms = ring, terms

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Sum):
            return self.terms == other.terms
        if isinstance(other, (int, float, Fraction)):
            return self.terms == self.ring.of(other).terms
        return NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __iter__(self) -> Iterator[Sum]:
        raise TypeError("a sum of products is one scalar")

    def __neg__(self) -> Sum:
        return Sum(self.ring, {key: -c for key, c in self.terms.items()})

    def __pos__(self) -> Sum:
        return self

    def __add__(self, other: Any) -> Sum:
        if not isinstance(other, Sum):
            if other == 0:
                return self
            other = self.ring.of(other)
        a, b = (self, other) if len(self.terms) >= len(other.terms) else (other, self)
        total = dict(a.terms)
        for key, c in b.terms.items():
            _gather(total, key, c)
        return Sum(self.ring, total)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Sum:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Sum:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Sum:
        if not isinstance(other, Sum):
            return self._scaled(exact(other))
        times, total = self.ring.circle.times, dict[tuple[int, int], Number]()
        for (a, x), c in self.terms.items():
            for (b, y), d in other.terms.items():
                product, made = c * d, times(x, y)
                self.ring.spend(len(made))
                for k, z in made:
                    whole = isinstance(k, int) and k == 1
                    _gather(total, (a + b, z), product if whole else product * k)
        return Sum(self.ring, total)

    __rmul__ = __mul__

    def _scaled(self, factor: Number) -> Sum:
        if factor == 0:
            return self.ring.zero
        return Sum(self.ring, {key: _plain(c * factor) for key, c in self.terms.items()})

    def __truediv__(self, other: Any) -> Sum:
        divisor = other if isinstance(other, Sum) else self.ring.of(other)
        if len(divisor.terms) == 1:
            ((letters, angles), c) = next(iter(divisor.terms.items()))
            if angles == 0 and (quotient := self._without(letters)) is not None:
                return quotient._scaled(1 / Fraction(c) if isinstance(c, int) else 1 / c)
        return self * self.ring.letter(f"1/({divisor!r})")

    def __rtruediv__(self, other: Any) -> Sum:
        return self.ring.of(other) / self

    def _without(self, letters: int) -> Sum | None:
        """Divided by a product of letters, where every term has them."""
        wanted = self.ring.powers(letters)
        for own, _ in self.terms:
            have = dict(self.ring.powers(own))
            if any(have.get(name, 0) < power for name, power in wanted):
                return None
        return Sum(self.ring, {(a - letters, x): c for (a, x), c in self.terms.items()})

    def __pow__(self, power: int) -> Sum:
        result = self.ring.one
        for _ in range(power):
            result = result * self
        return result

    def sincos(self) -> tuple[Any, Any]:
        """Of a number only: angles are `Turn`."""
        if not self.terms:
            return 0, 1
        raise ErfdError("an angle that depends on a letter has no closed form here", "use form cse")

    def __repr__(self) -> str:
        return " + ".join(f"{c}*{self.ring.powers(a)}*t{x}" for (a, x), c in self.terms.items())

    def value(self, values: Mapping[str, float], sines: Mapping[int, float]) -> float:
        """The number that it is for values of the letters and of the trigonometric products."""
        total = 0.0
        for (a, x), c in self.terms.items():
            term: float = float(c) * sines[x]
            for name, power in self.ring.powers(a):
                term *= float(values[name]) ** int(power)
            total += term
        return total


def _gather(total: dict[tuple[int, int], Number], key: tuple[int, int], c: Number) -> None:
    old = total.get(key)
    if old is None:
        total[key] = _plain(c)
        return
    new = old + c
    if new == 0 or (isinstance(new, float) and abs(new) <= CANCELLED * abs(float(c))):
        del total[key]
    else:
        total[key] = _plain(new)


def _plain(c: Number) -> Number:
    return c.numerator if isinstance(c, Fraction) and c.denominator == 1 else c


class Turn:
    """The angle of a turning joint: whole multiples of coordinates, and a constant."""

    __slots__ = ("k", "offset", "ring")

    def __init__(self, ring: Ring, k: dict[int, int], offset: float) -> None:
        self.ring, self.k, self.offset = ring, k, offset

    def __add__(self, offset: float) -> Turn:
        return Turn(self.ring, self.k, self.offset + offset)

    __radd__ = __add__

    def __mul__(self, ratio: float) -> Turn:
        if ratio != int(ratio):
            raise ErfdError(f"a joint turns {ratio} times as far as another", "use form cse")
        k = {j: int(ratio) * x for j, x in self.k.items()}
        return Turn(self.ring, k, ratio * self.offset)

    __rmul__ = __mul__

    def sincos(self) -> tuple[Sum, Sum]:
        try:
            pair = self.ring.circle.sincos(self.k)
        except ValueError as error:
            raise ErfdError(str(error), "use form cse") from None
        s, c = (Sum(self.ring, {(0, x): sign for sign, x in part}) for part in pair)
        if self.offset == 0:
            return s, c
        S, C = exact_sincos(self.offset)
        return s * C + c * S, c * C - s * S
