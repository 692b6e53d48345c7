"""TRTTR1: derived equations, printed equations and an independent Lagrange derivation.

Source: Detesan et al. Eqs. (8)-(61), typed in `tools/pages/trttr1_printed.txt`.
"""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from erfd.trace.equations.expression import Expression
from erfd.trace.equations.of_function import sympy_of
from tools.pages.trttr1 import MISPRINTS, Line, Misprint, Paper, corrected, lines

PAPER = Paper()
WRONG = {m.quantity for m in MISPRINTS}


@pytest.mark.parametrize("line", lines(), ids=lambda x: f"{x.equation}{x.quantity}")
def test_every_printed_term(line: Line) -> None:
    """The print with its listed misprints corrected is the derivation, exactly."""
    derived = PAPER.derived[line.quantity]
    assert corrected(PAPER, line) == derived
    assert (PAPER.parse(line.text) == derived) is (line.quantity not in WRONG)


def test_what_is_printed() -> None:
    """Accelerations, forces and moments, all 30 components of the reactions, driving forces."""
    quantities = {line.quantity for line in lines()}
    assert len(lines()) == len(quantities) == 80
    reactions = {f"{v}{i}{axis}" for v in ("Fl", "Ml") for i in range(1, 6) for axis in "xyz"}
    assert reactions <= quantities
    assert len(WRONG & reactions) == 17
    assert {f"Q{i}" for i in range(1, 6)} <= quantities


@pytest.mark.parametrize("misprint", MISPRINTS, ids=lambda m: f"{m.quantity}:{m.printed}")
def test_every_listed_misprint_is_in_the_print(misprint: Misprint) -> None:
    """Correcting this one alone leaves fewer terms between print and derivation."""
    (line,) = [x for x in lines() if x.quantity == misprint.quantity]
    gap = PAPER.parse(line.text) - PAPER.derived[line.quantity]
    left = gap - PAPER.parse(misprint.printed) + PAPER.parse(misprint.right)
    assert len(left.terms) < len(gap.terms)


def as_sympy(x: Any, symbols: dict[str, sympy.Symbol]) -> sympy.Expr:
    """A sum of the ring, term by term."""
    terms: list[Expression] = PAPER.terms(x)
    return sympy.Add(*(sympy_of(t, symbols) for t in terms))


def lagrange() -> tuple[list[sympy.Expr], dict[str, sympy.Symbol]]:
    """d/dt dT/dqd - dT/dq + dV/dq + J^T (F6, M6), from positions typed by hand."""
    t, g = sympy.symbols("t g")
    l = sympy.symbols("l1:7")
    M, Jx, Jy, Jz = (sympy.symbols(f"{x}1:6") for x in ("M", "Jx", "Jy", "Jz"))
    f = [sympy.Function(f"q{i}")(t) for i in range(1, 6)]
    q1, q2, q3, q4, q5 = f
    along = sympy.Matrix([sympy.cos(q2), sympy.sin(q2), 0])
    up = sympy.Matrix([0, 0, 1])
    aside = sympy.Matrix([-sympy.sin(q2), sympy.cos(q2), 0])
    out = sympy.cos(q5) * along - sympy.sin(q5) * up
    over = sympy.sin(q5) * along + sympy.cos(q5) * up
    o1 = sympy.Matrix([0, q1, 0])
    o2 = o1 + l[0] * up
    o3 = o2 + (l[1] + q3) * up
    o4 = o3 + (l[3] + q4) * along + l[2] * up
    o5 = o4 + l[4] * along
    tool = o5 + l[5] * out
    T = sum(m * o.diff(t).dot(o.diff(t)) / 2 for m, o in zip(M, (o1, o2, o3, o4, o5), strict=True))
    turn, bend = q2.diff(t), q5.diff(t)
    T += sum(J * turn**2 / 2 for J in Jz[1:4])
    spin = (-sympy.sin(q5) * turn, bend, sympy.cos(q5) * turn)
    T += sum(J * w**2 / 2 for J, w in zip((Jx[4], Jy[4], Jz[4]), spin, strict=True))
    V = g * sum(m * o[2] for m, o in zip(M, (o1, o2, o3, o4, o5), strict=True))
    F, N = (sympy.Matrix(sympy.symbols(f"{x}x6 {x}y6 {x}z6")) for x in "FM")
    force, moment = (v[0] * out + v[1] * aside + v[2] * over for v in (F, N))
    found = []
    for i, q in enumerate(f):
        own = T.diff(q.diff(t)).diff(t) - T.diff(q) + V.diff(q) + tool.diff(q).dot(force)
        own += moment.dot({1: up, 4: aside}.get(i, sympy.zeros(3, 1)))
        found.append(own)
    names = {str(x): x for x in (g, *l, *M, *Jx, *Jy, *Jz, *F, *N)}
    symbols = {**names}
    replaced = []
    for i, q in enumerate(f, 1):
        for k, name in ((2, f"qdd{i}"), (1, f"qd{i}"), (0, f"q{i}")):
            symbols[name] = sympy.Symbol(name)
            replaced.append((q.diff(t, k) if k else q, symbols[name]))
    order = sorted(replaced, key=lambda p: -p[0].count_ops())
    return [x.subs(order) for x in found], symbols


def test_driving_forces_equal_lagrange() -> None:
    """Symbolically, with the payload's wrench; only sin^2 + cos^2 = 1 is used."""
    right, symbols = lagrange()
    s, c = ({f"{x}{j}": sympy.Symbol(f"{x}{j}") for j in (2, 5)} for x in "sc")
    table = {**symbols, **s, **c}
    for i in range(5):
        own = as_sympy(PAPER.derived[f"Q{i + 1}"], table)
        other = right[i]
        for j in (2, 5):
            q = symbols[f"q{j}"]
            other = other.subs({sympy.sin(q): s[f"s{j}"], sympy.cos(q): c[f"c{j}"]})
        difference = sympy.expand(own - other)
        for j in (2, 5):
            difference = sympy.expand(difference.subs(s[f"s{j}"] ** 2, 1 - c[f"c{j}"] ** 2))
        assert difference == 0
