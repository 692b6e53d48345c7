"""Expressions as LaTeX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

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
from erfd.trace.equations.write_code import decimal

FUNCTIONS = {"sign": r"\operatorname{sgn}"}
WIDTH = 92  # characters of a line, as a reader counts them
DEEPEST = 5  # steps by which lines within parentheses are moved to the right


def latex(x: Expression, names: Mapping[str, str]) -> str:
    return _text(x, names, 0)


def _text(x: Expression, names: Mapping[str, str], outside: int) -> str:
    """`outside` is 0 in a sum, 1 in a product, 2 under a power."""
    if isinstance(x, Name):
        return names.get(x.name, x.name)
    if isinstance(x, Plus):
        text = joined(x, names)
        return f"({text})" if outside else text
    if isinstance(x, Power):
        base = _text(x.base, names, 2)
        return f"{base}^{{{x.exponent}}}"
    if isinstance(x, Call):
        return _call(x, names)
    text = _product(x, names)
    return f"({text})" if outside > 1 or (outside and negative(x)) else text


def terms(x: Expression, names: Mapping[str, str]) -> list[str]:
    """The terms of a sum, each with its sign."""
    if not isinstance(x, Plus):
        return [_text(x, names, 0)]
    found = [_text(x.terms[0], names, 0)]
    for term in x.terms[1:]:
        if negative(term):
            found.append("- " + _text(minus(term), names, 1))
        else:
            found.append("+ " + _text(term, names, 1))
    return found


def joined(x: Expression, names: Mapping[str, str]) -> str:
    return " ".join(terms(x, names))


def _product(x: Times, names: Mapping[str, str]) -> str:
    c, factors = x.coefficient, [_text(f, names, 1) for f in x.factors]
    sign, size = ("-", -c) if c < 0 else ("", c)
    if factors and size == 1:
        return sign + r" \, ".join(factors)
    return sign + r" \, ".join([_number(size), *factors])


def _number(c: Number) -> str:
    text = decimal(c)
    if text is not None:
        digits, _, power = text.partition("e")
        return rf"{digits} \cdot 10^{{{int(power)}}}" if power else digits
    if isinstance(c, Fraction):
        return rf"\frac{{{c.numerator}}}{{{c.denominator}}}"
    return str(int(c))


def _call(x: Call, names: Mapping[str, str]) -> str:
    inner = [_text(y, names, 0) for y in x.arguments]
    if x.function == "over":
        return rf"\frac{{1}}{{{inner[0]}}}"
    if x.function == "sqrt":
        return rf"\sqrt{{{inner[0]}}}"
    if x.function == "abs":
        return rf"\left|{inner[0]}\right|"
    return rf"{FUNCTIONS.get(x.function, chr(92) + x.function)}({', '.join(inner)})"


def lines(head: str, x: Expression, names: Mapping[str, str]) -> list[str]:
    """An equation on lines of an align block, broken before + and -, as far out as possible."""
    chunks = _chunks(" ".join(terms(x, names)))
    rows, start = [], f"{head} &= "
    while chunks:
        k = _fitting(chunks)
        rows.append((start + " ".join(text for text, _ in chunks[:k])).rstrip())
        chunks = chunks[k:]
        if chunks:
            start = "&" + r"\quad " * (1 + min(chunks[0][1], DEEPEST)) + "{}"
    return rows


def _chunks(text: str) -> list[tuple[str, int]]:
    """The text cut before every + and -, with the depth in parentheses there; groups stay whole."""
    found, start, depths, inner = [], 0, [0, 0], 0
    at = 0
    for k, sign in enumerate(text):
        depths[0] += (sign == "{") - (sign == "}")
        depths[1] += (sign == "(") - (sign == ")")
        inner += text.startswith(r"\left", k) - text.startswith(r"\right", k)
        if text[k : k + 3] in (" + ", " - ") and not depths[0] and not inner:
            found.append((text[start:k], at))
            start, at = k + 1, depths[1]
    return [*found, (text[start:], at)]


def _fitting(chunks: Sequence[tuple[str, int]]) -> int:
    """How many stand on this line: to the outermost break in its latter part."""
    width, ends = 0, []
    for k, (text, _) in enumerate(chunks):
        width += _seen(text) + (k > 0)
        if width > WIDTH and k:
            break
        ends.append(width)
    else:
        return len(chunks)
    late = [k for k, end in enumerate(ends, 1) if end > WIDTH / 3] or [len(ends)]
    return min(late, key=lambda k: (chunks[k][1], -k))


def _seen(text: str) -> int:
    """About how wide a reader sees it."""
    width, k = 0, 0
    while k < len(text):
        if text[k] == "\\":
            k += 1
            while k < len(text) and text[k].isalpha():
                k += 1
            width += 1
            continue
        width += text[k] not in "{}_^ "
        k += 1
    return width
