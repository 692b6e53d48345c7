"""Robots whose numbers are SymPy symbols or expressions: each becomes a sum of letters."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from erfd.errors import ErfdError
from erfd.robot.robot import Robot
from erfd.trace.equations.letters import Letters, Meaning
from erfd.trace.equations.ring import Ring, exact


def is_symbolic(robot: Robot) -> bool:
    """Whether any number of the robot holds a symbol."""
    found = False

    def seen(x: Any) -> Any:
        nonlocal found
        found = found or bool(getattr(x, "free_symbols", ()))
        return x

    robot.map(seen)
    return found


def of_sympy(ring: Ring, x: Any, letters: Letters) -> Any:
    """A polynomial in symbols as a sum; numbers as they are."""
    symbols = sorted(getattr(x, "free_symbols", ()), key=str)
    if not symbols:
        return exact(_fraction(x)) if hasattr(x, "is_Rational") else exact(x)
    import sympy

    polynomial = _polynomial(sympy, x, symbols)
    total = ring.zero
    for powers, c in polynomial.terms():
        term = ring.one * _fraction(c)
        for symbol, power in zip(symbols, powers, strict=True):
            term = term * _letter(sympy, ring, symbol, letters) ** power
        total = total + term
    return total


def _polynomial(sympy: Any, x: Any, symbols: list[Any]) -> Any:
    try:
        return sympy.Poly(x, *symbols)
    except sympy.PolynomialError:
        raise ErfdError(
            f"'{x}' is not a polynomial in its symbols", "give it a symbol of its own"
        ) from None


def _fraction(c: Any) -> float | Fraction:
    return Fraction(int(c.p), int(c.q)) if c.is_Rational else float(c)


def _letter(sympy: Any, ring: Ring, symbol: Any, letters: Letters) -> Any:
    """Values that mean nothing, the same in every run, for the proof."""
    name = str(symbol)
    value = random.Random(name).uniform(0.5, 1.5)
    letters.meanings.setdefault(
        name, Meaning(name, str(sympy.latex(symbol)), value, "", "a symbol of the robot")
    )
    return ring.letter(name, str(sympy.latex(symbol)))
