"""Names of sines and cosines, and shorter forms of sums of them.

c23 is cos(q2 + q3), c223 is cos(2 q2 + q3), c2m3 is cos(q2 - q3); from ten joints on the numbers
are set apart: c2_13.
"""

from __future__ import annotations

from typing import Any

from erfd.trace.equations.circle import Circle, Powers
from erfd.trace.equations.expression import Call, Expression, Name, Number, plus, times

Monomial = tuple[tuple[str, int], ...]
Polynomial = dict[Monomial, Number]


class Angles:
    """The sines and cosines of one circle by name."""

    def __init__(self, circle: Circle) -> None:
        self.circle = circle
        self.wide = max(circle.place, default=0) >= 9
        self.multiples: dict[str, tuple[str, dict[int, int]]] = {}

    def name(self, function: str, multiples: dict[int, int]) -> str:
        """The name of sin or cos of a sum of multiples."""
        words = []
        for j, k in multiples.items():
            words += [("m" if k < 0 else "") + str(j + 1)] * abs(k)
        name = function[0] + ("_" if self.wide else "").join(words)
        self.multiples[name] = function, multiples
        return name

    def knows(self, name: str) -> bool:
        return name in self.multiples

    def powers(self, product: int) -> Monomial:
        """A trigonometric product as powers of names."""
        found = []
        for group, factor in zip(self.circle.groups, self.circle.products[product], strict=True):
            if isinstance(factor, Powers):
                for function, power in (("cos", factor.c), ("sin", factor.s)):
                    if power:
                        found.append((self.name(function, {group[0]: 1}), power))
            elif any(factor.k):
                k = {j: x for j, x in zip(group, factor.k, strict=True) if x}
                found.append((self.name("sin" if factor.sine else "cos", k), 1))
        return tuple(found)

    def definition(self, name: str) -> Expression:
        function, multiples = self.multiples[name]
        angle = plus([times(k, [Name(f"q{j + 1}")]) for j, k in multiples.items()])
        return Call(function, (angle,))

    def latex(self, name: str) -> str:
        _, multiples = self.multiples[name]
        text = ""
        for j, k in multiples.items():
            sign = "-" if k < 0 else "+" if text and self.wide else ""
            text += (sign + str(j + 1)) * abs(k)
        return f"{name[0]}_{{{text}}}"

    def shortened(self, polynomial: Polynomial) -> Polynomial:
        """x - x c^2 -> x s^2; x + x cos 2a -> 2 x cos^2 a, x - x cos 2a -> 2 x sin^2 a."""
        terms = dict(polynomial)
        for m in sorted(polynomial, key=len, reverse=True):
            if m not in terms:
                continue
            for short, c, used in self._pairs(m, terms):
                for x in used:
                    del terms[x]
                terms[short] = terms.get(short, 0) + c
                break
        return {m: c for m, c in terms.items() if c}

    def _pairs(self, m: Monomial, terms: Polynomial) -> Any:
        """What the term m and another make together."""
        c = terms[m]
        for name, power in m:
            if not self.knows(name):
                continue
            function, k = self.multiples[name]
            if function != "cos":
                continue
            if power >= 2 and len(k) == 1 and abs(next(iter(k.values()))) == 1:
                other = _changed(m, name, power - 2)
                if terms.get(other) == -c:
                    sine = self.name("sin", k)
                    yield _changed(other, sine, dict(other).get(sine, 0) + 2), -c, (m, other)
            elif power == 1 and all(x % 2 == 0 for x in k.values()):
                other, half = _changed(m, name, 0), {j: x // 2 for j, x in k.items()}
                if abs(terms.get(other, 0)) == abs(c):
                    square = self.name("cos" if terms[other] == c else "sin", half)
                    yield _changed(other, square, 2), 2 * terms[other], (m, other)


def _changed(m: Monomial, name: str, power: int) -> Monomial:
    rest = [item for item in m if item[0] != name]
    return tuple(sorted([*rest, (name, power)] if power else rest))
