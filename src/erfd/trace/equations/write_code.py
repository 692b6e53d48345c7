"""Expressions as program text: Python, SymPy, MATLAB and C."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from erfd.trace.equations.expression import (
    Call,
    Expression,
    Name,
    Number,
    Plus,
    Power,
    Times,
    minus,
    negative,
)

LARGEST_DENOMINATOR = 12


class Language(NamedTuple):
    """Functions by their names there; powers written out where there is no operator."""

    name: str
    functions: dict[str, str]
    power: str = ""
    floats: bool = False


PYTHON = Language("python", {"abs": "abs"}, "**")
SYMPY = Language("sympy", {"abs": "Abs"}, "**")
MATLAB = Language("matlab", {}, "^")
C = Language("c", {"abs": "fabs", "sign": "erfd_sign"}, "", floats=True)


def decimal(c: Number) -> str | None:
    """A fraction that is a short decimal, as that."""
    if isinstance(c, Fraction) and c.denominator > LARGEST_DENOMINATOR:
        return repr(float(c))
    return repr(c) if isinstance(c, float) else None


def code(x: Expression, language: Language) -> str:
    return _text(x, language, 0)


def _text(x: Expression, language: Language, outside: int) -> str:
    """`outside` is 0 in a sum, 1 in a product, 2 under a power."""
    if isinstance(x, Name):
        return x.name
    if isinstance(x, Plus):
        text = _sum(x, language)
        return f"({text})" if outside else text
    if isinstance(x, Power):
        base = _text(x.base, language, 2)
        return (
            f"{base}{language.power}{x.exponent}"
            if language.power
            else _repeated(base, x.exponent, outside)
        )
    if isinstance(x, Call):
        return _call(x, language, outside)
    text = _product(x, language)
    return f"({text})" if outside > 1 or (outside and negative(x)) else text


def _repeated(base: str, exponent: int, outside: int) -> str:
    text = "*".join([base] * exponent)
    return f"({text})" if outside > 1 else text


def _sum(x: Plus, language: Language) -> str:
    text = _text(x.terms[0], language, 0)
    for term in x.terms[1:]:
        if negative(term):
            text += " - " + _text(minus(term), language, 1)
        else:
            text += " + " + _text(term, language, 1)
    return text


def _product(x: Times, language: Language) -> str:
    c, factors = x.coefficient, [_text(f, language, 1) for f in x.factors]
    sign, size = ("-", -c) if c < 0 else ("", c)
    if not factors:
        return sign + _number(size, language)
    if size == 1:
        return sign + "*".join(factors)
    if isinstance(size, Fraction) and size.numerator == 1 and decimal(size) is None:
        return sign + "*".join(factors) + "/" + _whole(size.denominator, language)
    return sign + "*".join([_number(size, language), *factors])


def _number(c: Number, language: Language) -> str:
    if (text := decimal(c)) is not None:
        return text
    if isinstance(c, Fraction):
        top, bottom = _whole(c.numerator, language), _whole(c.denominator, language)
        if language.name == "sympy":
            return f"Rational({c.numerator}, {c.denominator})"
        return f"{top}/{bottom}"
    return _whole(int(c), language)


def _whole(k: int, language: Language) -> str:
    return f"{k}.0" if language.floats else str(k)


def _call(x: Call, language: Language, outside: int) -> str:
    inner = [_text(y, language, 0) for y in x.arguments]
    if x.function == "over":
        text = f"{_whole(1, language)}/{_text(x.arguments[0], language, 2)}"
        return f"({text})" if outside else text
    return f"{language.functions.get(x.function, x.function)}({', '.join(inner)})"
