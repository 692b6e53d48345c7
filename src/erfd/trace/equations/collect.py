"""Sums of the ring as expressions that a person reads.

    level 0   every term by itself
    level 1   collected by products of speeds (accelerations, loads), then by sines and cosines;
              what is left of letters, by masses and linear factors (`factor.py`)
    level 2   nested: what most terms share is taken out again and again, for fewest operations

From level 1 on, x - x c^2 becomes x s^2, and x + x cos(2a) becomes 2 x cos(a)^2.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import gcd

from erfd.trace.equations import factor
from erfd.trace.equations.expression import (
    Expression,
    Name,
    Number,
    Power,
    minus,
    negative,
    operations,
    plus,
    times,
)
from erfd.trace.equations.polynomial import Monomial, Polynomial, common, is_exact
from erfd.trace.equations.ring import Ring, Sum
from erfd.trace.equations.trigonometry import Angles

LEVELS = (0, 1, 2)


class Collector:
    """Of one ring; `outer` are the letters by whose products sums are collected."""

    def __init__(self, ring: Ring, outer: set[str], level: int = 1) -> None:
        self.ring, self.outer, self.level = ring, outer, level
        self.angles = Angles(ring.circle)

    def expression(self, x: Sum | Number) -> Expression:
        if not isinstance(x, Sum):
            return times(x, [])
        groups: dict[Monomial, Polynomial] = {}
        for (letters, angles), c in x.terms.items():
            powers = self.ring.powers(letters)
            outer = tuple(p for p in powers if p[0] in self.outer)
            inner = tuple(sorted(p for p in powers if p[0] not in self.outer))
            at = _merged(inner, self.angles.powers(angles))
            groups.setdefault(outer if self.level else (), {})[
                at if self.level else _merged(at, outer)
            ] = c
        terms = [self._group(outer, groups[outer]) for outer in sorted(groups, key=self._rank)]
        return plus(terms)

    def _rank(self, outer: Monomial) -> tuple[bool, int, list[int]]:
        """Accelerations first, then products of speeds, what has neither last."""
        names = [p[0] for p in outer]
        fast = not any(x.startswith("qdd") for x in names)
        order = {letter.name: k for k, letter in enumerate(self.ring.letters)}
        return (not outer, fast, [order[x] for x in names])

    def _group(self, outer: Monomial, inner: Polynomial) -> Expression:
        factors = [_power(p) for p in outer]
        if not outer and not self.level:
            return self._flat(inner)
        made = self._nested(self.angles.shortened(inner))
        if negative(made):
            return times(-1, [minus(made), *factors])
        return times(1, [made, *factors])

    def _flat(self, polynomial: Polynomial) -> Expression:
        """Term by term; letters alone factored where that is shorter."""
        letters = {m: c for m, c in polynomial.items() if not self._turns(m)}
        plain = self._terms(polynomial)
        if not self.level or len(letters) < 3 or not is_exact(letters):
            return plain
        turning = {m: c for m, c in polynomial.items() if m not in letters}
        rest = [self._terms(turning)] if turning else []
        tried = [plus([self._factored(letters, apart), *rest]) for apart in (False, True)]
        return min([plain, *tried], key=_work)

    def _turns(self, monomial: Monomial) -> bool:
        return any(self.angles.knows(name) or name in self.outer for name, _ in monomial)

    def _factored(self, polynomial: Polynomial, apart: bool) -> Expression:
        terms, rest = factor.by_masses(polynomial, lambda x: x[0] in "mM", apart)
        if not terms:
            return self._term(factor.Term(polynomial))
        if rest:
            return plus([self._terms(rest), *map(self._term, terms)])
        forms = factor.shared_forms(terms)
        return times(1, [plus([self._term(x) for x in terms]), *map(self._terms, forms)])

    def _term(self, term: factor.Term) -> Expression:
        masses = [plus([Name(x) for x in term.masses])] if term.masses else []
        letters = [_power(p) for p in sorted(term.letters, key=self._place)]
        forms = [self._terms(x) for x in term.forms]
        if len(forms) == 2 and forms[0] == forms[1]:
            forms = [Power(forms[0], 2)]
        return times(term.coefficient, [*masses, *letters, *forms])

    def _terms(self, polynomial: Polynomial) -> Expression:
        rank = sorted(polynomial, key=self._order)
        return plus([self._product(m, polynomial[m]) for m in rank])

    def _order(self, monomial: Monomial) -> tuple[int, list[tuple[str, int]]]:
        waves = sum(power for name, power in monomial if self.angles.knows(name))
        return waves, sorted(monomial)

    def _product(self, monomial: Monomial, c: Number) -> Expression:
        return times(c, [_power(p) for p in sorted(monomial, key=self._place)])

    def _place(self, item: tuple[str, int]) -> tuple[int, str]:
        """Masses, moments of inertia, lengths, sines and cosines, then the rest."""
        name = item[0]
        if self.angles.knows(name):
            return 4, name
        kinds = {"m": 0, "M": 0, "I": 1, "J": 1, "g": 3}
        return (5 if name in self.outer else kinds.get(name[0], 2)), name

    def _nested(self, polynomial: Polynomial) -> Expression:
        shared = common(polynomial)
        content = _content(polynomial)
        rest = {_divided(m, shared): _over(c, content) for m, c in polynomial.items()}
        factors = [_power(p) for p in sorted(shared, key=self._place)]
        if len(rest) == 1:
            return times(content, [*factors])
        inner = self._split(rest) if len(rest) > 2 else self._flat(rest)
        return times(content, [*factors, inner])

    def _split(self, polynomial: Polynomial) -> Expression:
        """By the name that most terms share; at level 1 by sines and cosines only."""
        shared = Counter(name for m in polynomial for name, _ in m)
        offered = {
            name: count
            for name, count in shared.items()
            if count > 1 and (self.level > 1 or self.angles.knows(name))
        }
        if not offered:
            return self._flat(polynomial)
        best = max(offered, key=lambda name: (offered[name], self.angles.knows(name), name))
        have = {m: c for m, c in polynomial.items() if best in dict(m)}
        rest = {m: c for m, c in polynomial.items() if best not in dict(m)}
        return plus([*([self._nested(rest)] if rest else []), self._nested(have)])


def _work(x: Expression) -> int:
    return operations(x).M + operations(x).A


def _power(item: tuple[str, int]) -> Expression:
    name, power = item
    return Name(name) if power == 1 else Power(Name(name), power)


def _merged(a: Monomial, b: Monomial) -> Monomial:
    powers = Counter(dict(a))
    powers.update(dict(b))
    return tuple(sorted(powers.items()))


def _divided(m: Monomial, by: Monomial) -> Monomial:
    less = dict(by)
    return tuple((x, p - less.get(x, 0)) for x, p in m if p > less.get(x, 0))


def _content(polynomial: Polynomial) -> Number:
    """A number that all terms share: the first one's size where all are equal; 1 otherwise."""
    values = list(polynomial.values())
    if len(values) == 1:
        return values[0]
    sign = -1 if all(c < 0 for c in values) else 1
    if all(c in (values[0], -values[0]) for c in values):
        return sign * max(values[0], -values[0])
    return sign * _shared(values)


def _shared(values: list[Number]) -> Number:
    """2 x + 4 y = 2 (x + 2 y), x/2 + y/2 is met before; only whole numbers and fractions."""
    if any(isinstance(c, float) for c in values):
        return 1
    fractions = [Fraction(c) for c in values]
    if max(f.denominator for f in fractions) > 12:
        return 1
    top, bottom = 0, 1
    for f in fractions:
        top = gcd(top, f.numerator)
        bottom = bottom * f.denominator // gcd(bottom, f.denominator)
    shared = Fraction(top, bottom)
    return shared.numerator if shared.denominator == 1 else shared


def _over(c: Number, content: Number) -> Number:
    if isinstance(c, float) or isinstance(content, float):
        return c / content
    value = Fraction(c) / Fraction(content)
    return value.numerator if value.denominator == 1 else value
