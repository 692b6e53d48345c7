"""Polynomials in letters, {product of powers: number}: arithmetic, and linear factors."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt, lcm

from erfd.trace.equations.expression import Number

Monomial = tuple[tuple[str, int], ...]
Polynomial = dict[Monomial, Number]


def product(p: Polynomial, q: Polynomial) -> Polynomial:
    found: Polynomial = {}
    for a, c in p.items():
        for b, d in q.items():
            key = _merged(a, b)
            found[key] = found.get(key, 0) + c * d
    return {k: c for k, c in found.items() if c}


def _merged(a: Monomial, b: Monomial) -> Monomial:
    powers = dict(a)
    for name, power in b:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted(powers.items()))


def added(p: Polynomial, q: Polynomial, factor: Number = 1) -> Polynomial:
    found = dict(p)
    for key, c in q.items():
        found[key] = found.get(key, 0) + factor * c
    return {k: c for k, c in found.items() if c}


def scaled(p: Polynomial, factor: Number) -> Polynomial:
    return {k: c * factor for k, c in p.items()}


def is_exact(p: Polynomial) -> bool:
    return not any(isinstance(c, float) for c in p.values())


def divided(p: Polynomial, by: Polynomial) -> Polynomial | None:
    """The quotient, where there is no remainder."""
    lead = max(by)
    quotient: Polynomial = {}
    rest = dict(p)
    while rest:
        top = max((m for m in rest if without(m, lead) is not None), default=None)
        key = () if top is None else without(top, lead)
        if top is None or key is None or len(quotient) > len(p):
            return None
        part: Polynomial = {key: Fraction(rest[top]) / Fraction(by[lead])}
        quotient = added(quotient, part)
        rest = added(rest, product(part, by), -1)
    return quotient


def without(m: Monomial, by: Monomial) -> Monomial | None:
    powers = dict(m)
    for name, power in by:
        if powers.get(name, 0) < power:
            return None
        powers[name] -= power
    return tuple(sorted((x, p) for x, p in powers.items() if p))


def split(p: Polynomial) -> list[Polynomial]:
    """The linear forms whose product a quadratic form is, where there are such; else p itself."""
    if not is_exact(p) or len(p) < 3 or any(sum(e for _, e in m) != 2 for m in p):
        return [p]
    letters = sorted({name for m in p for name, _ in m})
    squares = [x for x in letters if ((x, 2),) in p]
    x = (squares or letters)[0]
    A = p.get(((x, 2),), 0)
    B = {less(m, x): c for m, c in p.items() if m != ((x, 2),) and x in dict(m)}
    C = {m: c for m, c in p.items() if x not in dict(m)}
    own: Polynomial = {((x, 1),): 1}
    if not A:
        other = divided(C, B) if B else None
        return [p] if other is None else [B, added(own, other)]
    root = _root(added(product(B, B), scaled(C, 4 * A), -1))
    if root is None:
        return [p]
    half = Fraction(1, 2) / Fraction(A)
    first, second = (added(own, scaled(added(B, root, s), half)) for s in (-1, 1))
    return [scaled(first, A), second]


def less(m: Monomial, x: str) -> Monomial:
    return tuple(item for item in m if item[0] != x)


def _root(p: Polynomial) -> Polynomial | None:
    """The linear form whose square p is."""
    if not p:
        return {}
    squares = [(m[0][0], c) for m, c in sorted(p.items()) if len(m) == 1 and m[0][1] == 2]
    if not squares or (size := _rational_root(Fraction(squares[0][1]))) is None:
        return None
    x = squares[0][0]
    linear: Polynomial = {((x, 1),): size}
    for m, c in p.items():
        if len(m) == 2 and x in dict(m):
            linear[((less(m, x)[0][0], 1),)] = Fraction(c) / (2 * size)
    return linear if not added(product(linear, linear), p, -1) else None


def _rational_root(x: Fraction) -> Fraction | None:
    if x <= 0:
        return None
    top, bottom = isqrt(x.numerator), isqrt(x.denominator)
    return Fraction(top, bottom) if Fraction(top * top, bottom * bottom) == x else None


def normal(p: Polynomial) -> tuple[Number, Polynomial]:
    """A number and the same form with whole coefficients without common divisor, the first > 0."""
    values = [Fraction(c) for c in p.values()]
    bottom = lcm(*(v.denominator for v in values))
    top = gcd(*(int(v * bottom) for v in values))
    sign = 1 if values[list(p).index(min(p))] > 0 else -1
    size = sign * Fraction(top, bottom)
    return size, {k: int(Fraction(c) / size) for k, c in p.items()}


def whole(c: Number) -> Number:
    return c.numerator if isinstance(c, Fraction) and c.denominator == 1 else c


def common(p: Polynomial) -> Monomial:
    """The largest monomial that divides every term."""
    monomials = [dict(m) for m in p]
    shared = {x: min(m.get(x, 0) for m in monomials) for x in monomials[0]}
    return tuple((x, power) for x, power in sorted(shared.items()) if power)
