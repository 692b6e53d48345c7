"""Small expressions to print: numbers, names, sums, products, powers, calls. And their counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

Number = int | Fraction | float


class Name(NamedTuple):
    name: str


class Times(NamedTuple):
    """coefficient x factors; without factors a number."""

    coefficient: Number
    factors: tuple[Expression, ...] = ()


class Plus(NamedTuple):
    terms: tuple[Expression, ...]


class Power(NamedTuple):
    base: Expression
    exponent: int


class Call(NamedTuple):
    """sin, cos, sqrt, sign, abs, ... of expressions; `over` is 1/x."""

    function: str
    arguments: tuple[Expression, ...]


Expression = Name | Times | Plus | Power | Call
ZERO: Expression = Times(0)
ONE: Expression = Times(1)


class Operations(NamedTuple):
    """Multiplications and divisions, additions and subtractions, sine and cosine pairs, others."""

    M: int = 0
    A: int = 0
    pairs: int = 0
    others: int = 0

    def __str__(self) -> str:
        parts = [f"{self.M} M", f"{self.A} A"]
        if self.pairs:
            parts.append(f"{self.pairs} sine and cosine pair{'s' if self.pairs > 1 else ''}")
        if self.others:
            parts.append(f"{self.others} other")
        return ", ".join(parts)


def times(coefficient: Number, factors: Sequence[Expression]) -> Expression:
    """A product without needless shells."""
    if coefficient == 0:
        return ZERO
    flat: list[Expression] = []
    for x in factors:
        if isinstance(x, Times):
            coefficient = coefficient * x.coefficient
            flat += x.factors
        else:
            flat.append(x)
    if coefficient == 0:
        return ZERO
    return flat[0] if coefficient == 1 and len(flat) == 1 else Times(coefficient, tuple(flat))


def plus(terms: Sequence[Expression]) -> Expression:
    flat: list[Expression] = []
    for x in terms:
        flat += x.terms if isinstance(x, Plus) else () if x == ZERO else (x,)
    return ZERO if not flat else flat[0] if len(flat) == 1 else Plus(tuple(flat))


def negative(x: Expression) -> bool:
    return isinstance(x, Times) and x.coefficient < 0


def minus(x: Expression) -> Expression:
    return times(-1, [x])


def constant(x: Expression) -> bool:
    return isinstance(x, Times) and not x.factors


def parts(x: Expression, angles: bool = True) -> Iterator[Expression]:
    """The expression and everything in it; what is under sines and cosines only where asked."""
    yield x
    inner: tuple[Expression, ...] = ()
    if isinstance(x, Times):
        inner = x.factors
    elif isinstance(x, Plus):
        inner = x.terms
    elif isinstance(x, Power):
        inner = (x.base,)
    elif isinstance(x, Call) and (angles or x.function not in ("sin", "cos")):
        inner = x.arguments
    for y in inner:
        yield from parts(y, angles)


def names(x: Expression) -> set[str]:
    return {y.name for y in parts(x) if isinstance(y, Name)}


def operations(x: Expression) -> Operations:
    """Signs are free, and so is arithmetic among constants; angles are counted by `total`."""
    M = A = others = 0
    for y in parts(x, angles=False):
        if isinstance(y, Times) and y.factors:
            M += len(y.factors) - 1 + (y.coefficient not in (1, -1))
        elif isinstance(y, Plus):
            A += len(y.terms) - 1
        elif isinstance(y, Power):
            M += y.exponent - 1
        elif isinstance(y, Call):
            M += y.function == "over"
            others += y.function not in ("over", "sin", "cos")
    return Operations(M, A, 0, others)


def total(expressions: Sequence[Expression]) -> Operations:
    """Of all together; sines and cosines of one angle are a pair."""
    angles = {
        y.arguments[0]
        for x in expressions
        for y in parts(x)
        if isinstance(y, Call) and y.function in ("sin", "cos")
    }
    found = [operations(x) for x in (*expressions, *angles)]
    return Operations(
        sum(x.M for x in found), sum(x.A for x in found), len(angles), sum(x.others for x in found)
    )
