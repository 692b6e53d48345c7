"""docs/worked/one_link.md, two_link.md, three_link.md: arms of Saha, chapter 9.

The book's closed forms are typed here and compared with the derivation, symbol by symbol.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, NamedTuple

from erfd.dynamics import denoc, quantities
from erfd.robot.library import load
from erfd.trace.equations.derive import equations_text
from erfd.trace.equations.model import Model, model_of
from tools.pages.page import matrix_latex
from tools.pages.trttr1 import calculated


class Form(NamedTuple):
    """An equation of the book: its number, what it is of, and the right side times `by`."""

    equation: str
    of: str
    text: str
    by: int = 1


ONE = (
    Form("(9.23f)", "M11", "m1*a1**2", 3),
    Form("(9.24c)", "g1", "m1*g*a1*s1", 2),
)
TWO = (
    Form("(9.29)", "M22", "m2*a2**2", 3),
    Form("(9.29)", "M12", "2*m2*a2**2 + 3*m2*a1*a2*c2", 6),
    Form("(9.29)", "M11", "m1*a1**2 + m2*a2**2 + 3*m2*a1**2 + 3*m2*a1*a2*c2", 3),
    Form("(9.30c)", "C11", "-m2*a1*a2*s2*qd2", 2),
    Form("(9.30c)", "C12", "-m2*a1*a2*s2*(qd1 + qd2)", 2),
    Form("(9.30c)", "C21", "m2*a1*a2*s2*qd1", 2),
    Form("(9.30c)", "C22", "0"),
    Form("(9.31)", "h1", "-m2*a1*a2*s2*(qd2 + 2*qd1)*qd2", 2),
    Form("(9.31)", "h2", "m2*a1*a2*s2*qd1**2", 2),
)
NEAR = "(m2*a1*a2*s2 + m3*(2*a1*a2*s2 + a1*a3*s23))"
FAR = "m3*(a1*a3*s23 + a2*a3*s3)"
LAST = "m3*a2*a3*s3"
THREE = (
    Form(
        "(9.42b)",
        "M11",
        "2*(m1*a1**2 + m2*a2**2 + m3*a3**2) + 6*m2*a1**2 + 6*m3*(a1**2 + a2**2)"
        " + 6*(m2 + 2*m3)*a1*a2*c2 + 6*m3*a3*(a2*c3 + a1*c23)",
        6,
    ),
    Form(
        "(9.42b)",
        "M12",
        "2*(m2*a2**2 + m3*a3**2) + 6*m3*a2**2 + 3*(m2*a2 + 2*m3*a2)*a1*c2"
        " + 3*m3*a3*(2*a2*c3 + a1*c23)",
        6,
    ),
    Form("(9.42b)", "M13", "2*m3*a3**2 + 3*m3*a3*(a2*c3 + a1*c23)", 6),
    Form("(9.42b)", "M22", "2*(m2*a2**2 + m3*a3**2) + 6*m3*(a2**2 + a2*a3*c3)", 6),
    Form("(9.42b)", "M23", "2*m3*a3**2 + 3*m3*a2*a3*c3", 6),
    Form("(9.42b)", "M33", "m3*a3**2", 3),
    Form("(9.42c)", "C11", f"-({NEAR}*qd2 + {FAR}*qd3)", 2),
    Form("(9.42c)", "C12", f"-({NEAR}*(qd1 + qd2) + {FAR}*qd3)", 2),
    Form("(9.42c)", "C13", f"-{FAR}*(qd1 + qd2 + qd3)", 2),
    Form("(9.42c)", "C21", f"{NEAR}*qd1 - {LAST}*qd3", 2),
    Form("(9.42c)", "C22", f"-{LAST}*qd3", 2),
    Form("(9.42c)", "C23", f"-{LAST}*(qd1 + qd2 + qd3)", 2),
    Form("(9.42c)", "C31", f"{FAR}*qd1 + {LAST}*qd2", 2),
    Form("(9.42c)", "C32", f"{LAST}*(qd1 + qd2)", 2),
    Form("(9.42c)", "C33", "0"),
    Form(
        "(9.42d)",
        "g1",
        "g*(m1*a1*c1 + 2*m2*a1*c1 + m2*a2*c12 + 2*m3*(a1*c1 + a2*c12) + m3*a3*c123)",
        2,
    ),
    Form("(9.42d)", "g2", "g*(m2*a2*c12 + 2*m3*a2*c12 + m3*a3*c123)", 2),
    Form("(9.42d)", "g3", "m3*a3*g*c123", 2),
)


def derived(model: Model) -> dict[str, Any]:
    """M, C, g and h of the arm by name."""
    q, qd = model.q(), model.rates("qd")
    H = quantities.mass_matrix(model.tree, q)
    C = quantities.coriolis_matrix(model.tree, q, qd)
    n = range(model.n)
    found = {f"M{i + 1}{j + 1}": H[i][j] for i in n for j in n}
    found |= {f"C{i + 1}{j + 1}": C[i][j] for i in n for j in n}
    found |= {f"g{i + 1}": x for i, x in enumerate(quantities.gravity(model.tree, q))}
    return found | {f"h{i + 1}": sum((C[i][j] * qd[j] for j in n), model.ring.zero) for i in n}


def names(model: Model) -> dict[str, Any]:
    """Letters, speeds, and sines and cosines of sums of angles."""
    found: dict[str, Any] = {m: model.ring.letter(m) for m in model.meanings}
    found |= {f"qd{i}": x for i, x in enumerate(model.rates("qd"), 1)}
    for first in range(model.n):
        s, c = 0, 1
        for last in range(first, model.n):
            s_, c_ = model.ring.angle(last).sincos()
            s, c = s * c_ + c * s_, c * c_ - s * s_
            end = "".join(str(k + 1) for k in range(first, last + 1))
            found |= {f"s{end}": s, f"c{end}": c}
    return found


def compared(model: Model, forms: Sequence[Form]) -> str:
    """The table of the book's equations; a difference is an error."""
    own, known = derived(model), names(model)
    rows = ["| equation | of | the book | derived |", "| --- | --- | --- | --- |"]
    for form in forms:
        right = model.ring.of(calculated(ast.parse(form.text, mode="eval").body, known))
        if model.ring.of(own[form.of]) * form.by != right:
            raise ValueError(f"{form.equation}: {form.of} differs")
        text = form.text if form.by == 1 else f"({form.text})/{form.by}"
        rows.append(f"| {form.equation} | {form.of} | `{text}` | equal, symbol by symbol |")
    return "\n".join(rows)


def page(name: str, forms: Sequence[Form], said: str, extra: str = "") -> str:
    robot = load(name)
    command = f"erfd derive {name} --what M,Cqd,C,g,tau --form closed"
    text = equations_text(robot, ("M", "Cqd", "C", "g", "tau"), form="closed", command=command)
    table = compared(model_of(robot), forms)
    return f"{text}\n{extra}## Beside the book\n\n{said}\n\n{table}\n"


ONE_SAID = """\
Examples 9.1 and 9.2 of Saha, the latter once a MuPAD worksheet (Fig. 9.4): the
angle is 0 where the rod hangs straight down."""
TWO_SAID = """\
Example 9.3 of Saha, ch. 9. The middle of (9.29) lacks - 2 delta^T d_1, its result is
right. The example has no gravity; ours is that of Example 9.4."""
THREE_SAID = """\
Exercise 9.11 of Saha, all of (9.42): right as printed. The moment of gravity
there stands on the other side, so its sign is the other one."""


def one_link_page() -> str:
    return page("one_link", ONE, ONE_SAID)


def three_link_page() -> str:
    return page("three_link", THREE, THREE_SAID)


def two_link_page() -> str:
    return page("two_link", TWO, TWO_SAID, _denoc())


SYMBOLS = ("N_l", "N_d", "M", "I = N_d^T N_l^T M N_l N_d", "C", r"h = C \dot{q}")
SAID = """\
Decoupled natural orthogonal complement, (9.6b): angular velocity, then that of the mass centre
Its second factor: the joints' own rates
Masses, and inertias about the mass centres, (9.2b)
Generalised inertia matrix (GIM), (9.11): multiplied out it equals M above, symbol by symbol
Matrix of convective inertia (MCI), (9.16), (9.30c)
Vector of convective inertia (VCI), (9.17)-(9.19), (9.31): equal to the MCI times the speeds
""".splitlines()


def _denoc() -> str:
    """N_l, N_d, M, and with them GIM, MCI and VCI as printed matrices."""
    model = model_of(load("two_link"))
    q, qd = model.q(), model.rates("qd")
    parts = denoc.matrices(model.tree, q)
    N = _product(model, parts.N_l, parts.N_d)
    GIM = _product(model, _turned(N), _product(model, parts.M, N))
    C = denoc.coriolis_matrix(model.tree, q, qd)
    h = [[x] for x in denoc.convective(model.tree, q, qd)]
    _refuse_difference(model, GIM, quantities.mass_matrix(model.tree, q))
    _refuse_difference(model, _product(model, C, [[v] for v in qd]), h)
    latex = {x.name: x.latex for x in model.ring.letters}
    text = ["## The decoupled natural orthogonal complement (DeNOC)", ""]
    matrices = (parts.N_l, parts.N_d, parts.M, GIM, C, h)
    for symbol, said, rows in zip(SYMBOLS, SAID, matrices, strict=True):
        text += [f"{said}.", "", "$$", f"{symbol} =", matrix_latex(rows, model, latex), "$$", ""]
    return "\n".join(text) + "\n"


def _refuse_difference(model: Model, A: Any, B: Any) -> None:
    for row, other in zip(A, B, strict=True):
        if any(model.ring.of(x) != model.ring.of(y) for x, y in zip(row, other, strict=True)):
            raise ValueError("the DeNOC matrices do not multiply to what they should")


def _turned(A: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [list(row) for row in zip(*A, strict=True)]


def _product(model: Model, A: Sequence[Sequence[Any]], B: Sequence[Sequence[Any]]) -> Any:
    columns = _turned(B)

    def entry(row: Sequence[Any], column: Sequence[Any]) -> Any:
        terms = (a * b for a, b in zip(row, column, strict=True) if a != 0 and b != 0)
        return sum(terms, model.ring.zero)

    return [[entry(row, column) for column in columns] for row in A]
