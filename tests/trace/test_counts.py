"""Counts: those of the tape are those of the LLVM IR, and the published tables are as printed."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from erfd.dynamics import quantities
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Place, Tree
from erfd.robot import library
from erfd.robot.placement import Placement, turn
from erfd.trace.count_table import BIAS_GIVEN, COUNTED, Line, lines, without_speed
from erfd.trace.counts import Counts, count
from erfd.trace.function import Function
from erfd.trace.general import general_counts
from erfd.trace.interpret import on_floats
from erfd.trace.published_counts import (
    TABLE_1,
    TABLE_2,
    TABLE_9_1,
    TABLE_9_6,
    TABLE_C1,
    TABLES,
    Printed,
)
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape
from erfd.trace.trace import trace
from tests.samples import random_body, random_robot

ROBOTS = ["rl15", "stanford", "seven_axis"]


def operations(f: Function) -> Counter[str]:
    """What stands in the text of the kernel that takes one row at a time."""
    text = f.llvm_ir(1)
    row = text[text.index("define void @loop(") :]
    row = row[: row.index("\n}")]
    names = re.findall(r"= (fadd|fsub|fmul|fdiv) |call double @llvm\.(fma|fmuladd)", row)
    return Counter(a or b for a, b in names)


def of_angles_alone(angles: int) -> Counter[str]:
    """The operations that sines and cosines are made of."""
    tape = Tape()
    pairs = [x.sincos() for x in symbols(tape, "q", (angles,))]
    output(tape, "s", (2 * angles,), [x for pair in pairs for x in pair])
    return operations(Function("sines", tape.compact()))


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics", "jacobian"])
@pytest.mark.parametrize("name", ROBOTS)
def test_the_ir_has_as_many_operations(name: str, quantity: str) -> None:
    pytest.importorskip("llvmlite")
    f = Function(quantity, trace(tree_of(library.load(name)), quantity))
    found = operations(f) - of_angles_alone(f.counts.sincos)
    fused = found["fma"]
    assert found["fmul"] + fused == f.counts.multiplications
    assert found["fadd"] + found["fsub"] + fused == f.counts.additions
    assert found["fdiv"] == f.counts.divisions
    assert fused > 0


def values_like(tape: Tape, rng: random.Random) -> list[Any]:
    return [[rng.uniform(-2, 2) for _ in range(port.size)] for port in tape.inputs]


def test_without_speed_is_the_program_at_rest() -> None:
    tape = trace(tree_of(random_robot(random.Random(3), 5)), "forward_dynamics")
    q, _, tau = values_like(tape, random.Random(1))
    still = without_speed(tape)
    (got,), (expected,) = on_floats(still, q, [9.0] * 5, tau), on_floats(tape, q, [0.0] * 5, tau)
    assert got == pytest.approx(expected, rel=1e-9)
    assert count(still).flops < count(tape).flops


def chain(n: int, rng: random.Random) -> Tree:
    """The general chain with numbers, bodies not regrouped."""
    angles = [rng.uniform(0.1, 1.4) for _ in range(n)]
    at = [(rng.uniform(0.1, 1), 0, rng.uniform(0.1, 1)) for _ in range(n)]
    bodies = [random_body(rng, str(i)) for i in range(n)]
    m, c, I = ([getattr(b, x) for b in bodies] for x in ("mass", "com", "inertia"))
    placed = [Placement()] + [Placement(turn("x", a), p) for a, p in zip(angles, at, strict=True)]
    h, Io = [], []
    for body in bodies:
        lump = tree_of(random_robot(rng, 1))
        h.append(tuple(body.mass * x for x in body.com))
        Io.append(lump.Io[0])
    return Tree(
        names=tuple(map(str, range(n))),
        parent=tuple(range(-1, n - 1)),
        prismatic=(False,) * n,
        R=tuple(x.R for x in placed[:n]),
        p=tuple(x.p for x in placed[:n]),
        m=tuple(m),
        c=tuple(c),
        I=tuple(I),
        h=tuple(h),
        Io=tuple(Io),
        gravity=(1.0, 2.0, 3.0),
        tool=Place(n - 1, Placement()),
        places={},
    )


@pytest.mark.parametrize(("method", "few"), [("mrnea", 0), ("denoc", 1), ("walker_orin_3", 9)])
def test_work_on_parameters_alone_is_free(method: str, few: int) -> None:
    """Numbers that are all different, not 0 or 1, cost what symbols cost, but for a few folds."""
    numbers = count(trace(chain(4, random.Random(2)), "forward_dynamics", method))
    symbolic = general_counts(4, "forward_dynamics", method)
    assert 0 <= symbolic.flops - numbers.flops <= few
    assert symbolic[2:] == numbers[2:]


def test_general_counts_of_one_joint_by_hand() -> None:
    """Gravity turned, 4 M 2 A; tau = I_zz qdd - h_x g_y + h_y g_x, 3 M 2 A."""
    one = general_counts(1, "inverse_dynamics", "newton_euler")
    assert one == Counts(multiplications=7, additions=4, divisions=0, sincos=1, other=0)


@pytest.fixture(scope="module")
def rl15() -> list[Line]:
    return list(lines(tree_of(library.load("rl15"))))


def test_the_robot_costs_less_than_the_general_one(rl15: list[Line]) -> None:
    assert {line.quantity for line in rl15} == set(COUNTED)
    for line in rl15:
        assert line.robot is not None
        assert line.general is not None
        assert line.robot.flops < line.general.flops
        assert line.robot.sincos <= line.general.sincos


def test_bias_given_costs_less_and_more_than_h(rl15: list[Line]) -> None:
    found = {(x.quantity, x.method): x.robot for x in rl15}
    for method in quantities.methods("forward_dynamics"):
        with_bias, given = found["forward_dynamics", method], found[BIAS_GIVEN, method]
        assert with_bias is not None
        assert given is not None
        assert given.flops < with_bias.flops
    given, H = found[BIAS_GIVEN, "composite_body"], found["mass_matrix", "composite_body"]
    assert given is not None
    assert H is not None
    assert given.flops > H.flops


def test_rl15_stays_below_the_bound() -> None:
    best = count(trace(tree_of(library.load("rl15")), "forward_dynamics"))
    assert best.flops <= 800


def test_large_robots_and_mimicked_joints_leave_gaps() -> None:
    large = list(lines(tree_of(random_robot(random.Random(1), 13))))
    assert all(x.method != "lagrange" and x.general is None for x in large)
    assert all(x.robot for x in large)


# --- the published tables ----------------------------------------------------------------------


def test_formulas_give_the_printed_values_but_for_the_marked_misprints() -> None:
    wrong = []
    for published in (TABLE_9_1, TABLE_9_6):
        for row in published.rows:
            for n, printed in row.printed.items():
                if row.at(n) != printed:
                    assert "misprint" in row.note
                    wrong.append((row.name, n, row.at(n)))
    assert wrong == [
        ("Featherstone (1983)", 10, Printed(1792, 1567)),
        ("Walker and Orin (1982)", 6, Printed(633, 475)),
        ("Walker and Orin (1982)", 7, Printed(842, 626)),
    ]


def test_table_c1_does_not_add_up_as_the_notes_say() -> None:
    *rows, total, part = [row.printed[6] for row in TABLE_C1.rows]
    m, a = sum(x.multiplications for x in rows), sum(x.additions for x in rows)
    assert (m, a) == (1598, 1230)
    assert (m + 138, a + 51) == (1736, 1281)
    assert total == Printed(1735, 1275)
    assert (1735 - part.multiplications, 1275 - part.additions) == (1488, 1161)
    assert rows[0].multiplications + 138 == part.multiplications
    assert rows[0].additions + 51 == part.additions
    n = 6
    assert n * (n - 1) * (2 * n + 5) // 6 == 85 == rows[-1].additions - 6


def test_tables_without_formulas_say_nothing_of_other_sizes() -> None:
    assert TABLE_2.rows[0].at(7) is None
    assert TABLE_1.rows[0].at(4) == Printed(484, 376)
    assert TABLE_9_1.rows[0].at(2) == Printed(2 * 412 - 277, 2 * 320 - 201)
    assert all(published.source and published.quantity for published in TABLES)
