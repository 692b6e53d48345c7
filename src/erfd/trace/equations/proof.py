"""The proof at the end of every export: the text, executed, against the recursion in numbers.

The recursions that it is compared with are others than those that made the equations: unit
accelerations by Newton-Euler for M, the modified Newton-Euler recursion for bias and torques.
"""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Callable, Sequence
from typing import Any

from erfd.dynamics import quantities
from erfd.dynamics.tree import Tree
from erfd.errors import ErfdError
from erfd.trace.equations import blocks, joint_side, run_text
from erfd.trace.equations.blocks import Asked
from erfd.trace.equations.friction_block import FRICTION
from erfd.trace.equations.friction_numbers import friction_value
from erfd.trace.equations.run_text import RUNNERS, State, Values
from erfd.trace.equations.sheet import Block, Sheet
from erfd.trace.equations.text_c import c_text
from erfd.trace.equations.text_latex import latex_text, markdown_text
from erfd.trace.equations.text_matlab import matlab_text
from erfd.trace.equations.text_python import python_text
from erfd.trace.equations.text_sympy import sympy_text
from erfd.trace.equations.wish import Subject

WRITERS = {
    "latex": latex_text,
    "markdown": markdown_text,
    "sympy": sympy_text,
    "matlab": matlab_text,
    "python": python_text,
    "c": c_text,
}
POINTS = 5
TOLERANCE = 1e-9
BY = {
    "latex": "the equations above, read back from their LaTeX",
    "markdown": "the equations above, read back from their LaTeX",
    "sympy": "this text, executed by Python with SymPy",
    "matlab": "this text, executed by Octave",
    "python": "this text, executed by Python",
    "c": "this text, compiled and run",
}


def written(sheet: Sheet, subject: Subject, asked: Asked, form: str) -> str:
    """The sheet in a format, its proof at the end; refused if it does not hold."""
    if form not in WRITERS:
        raise ErfdError(f"there is no format '{form}'", f"use {', '.join(WRITERS)}")
    states = points(sheet, subject)
    by, runner = BY[form], form
    if form == "c" and run_text.compiler() is None:
        by, runner = "no C compiler here: the same expressions, as Python", "python"
    if form == "matlab" and run_text.octave() is None:
        by, runner = "no Octave here: the same expressions, as Python", "python"
    values = RUNNERS[runner](sheet, WRITERS[runner](sheet), states)
    lines = [f"{by}, against the recursions in numbers at {POINTS} random states:"]
    lines += _compared(sheet, values, states, subject, asked)
    return WRITERS[form](dataclasses.replace(sheet, proof=tuple(lines)))


def points(sheet: Sheet, subject: Subject) -> list[State]:
    """Random states, the same in every run: angles within half a turn, lengths within 1 m."""
    rng = random.Random(sheet.robot)
    slides = [j.kind == "prismatic" for j in subject.robot.independent]
    found = []
    for _ in range(POINTS):
        q = [rng.uniform(-1, 1) * (1 if s else math.pi) for s in slides]
        qd, qdd = ([rng.uniform(-2, 2) for _ in slides] for _ in range(2))
        wrench = [rng.uniform(-50, 50) for _ in range(6)]
        found.append({"q": q, "qd": qd, "qdd": qdd, "wrench": wrench})
    for state in found:
        state["tau"] = [rng.uniform(-50, 50) for _ in slides]
    return found


def _compared(
    sheet: Sheet, values: Values, states: Sequence[State], subject: Subject, asked: Asked
) -> list[str]:
    lines = []
    for block, rows in zip(sheet.blocks, values, strict=True):
        worst, largest = 0.0, 0.0
        for state, row in zip(states, rows, strict=True):
            right = reference(block, subject, state, asked)
            difference = max(abs(a - b) for a, b in zip(row, right, strict=True))
            worst, largest = max(worst, difference), max(largest, *map(abs, right))
            if not difference <= TOLERANCE * max(1.0, *map(abs, right)):
                raise ErfdError(
                    f"the exported {block.function} is off by {difference:.3g}, "
                    f"its largest entry is {max(map(abs, right)):.3g}",
                    "nothing was written; please report it",
                )
        lines.append(
            f"{block.function}: largest difference {worst:.1e}, largest entry {largest:.4g}"
        )
    return lines


def reference(block: Block, subject: Subject, state: State, asked: Asked) -> list[float]:
    """The block in numbers, by another road where there is one."""
    tree, q, qd = subject.tree, state["q"], state["qd"]
    wrench = state["wrench"] if asked.wrench else None
    whole = {**state, "wrench": wrench}
    roads: dict[str, Callable[[], Any]] = {
        FRICTION: lambda: friction_value(subject.robot, _pressing(tree, whole, asked), state),
        joint_side.ROTORS: lambda: joint_side.rotor_value(subject.robot),
        "M": lambda: _unit_accelerations(tree, q),
        "Cqd": lambda: quantities.bias(_weightless(tree), q, qd, None, "mrnea"),
        "bias": lambda: quantities.bias(tree, q, qd, wrench, "mrnea"),
        "tau": lambda: quantities.inverse_dynamics(tree, q, qd, state["qdd"], wrench, "mrnea"),
    }
    if block.what in roads:
        return [float(x) for x in roads[block.what]()]
    return [float(x) for x in blocks.evaluated(block.what, tree, whole, asked)]


def _pressing(tree: Tree, state: dict[str, Any], asked: Asked) -> list[float]:
    return [float(x) for x in blocks.evaluated("press", tree, state, asked)]


def _weightless(tree: Tree) -> Tree:
    return dataclasses.replace(tree, gravity=(0.0, 0.0, 0.0))


def _unit_accelerations(tree: Tree, q: Sequence[float]) -> list[float]:
    """Columns of M: torques of unit accelerations less those of rest."""
    n = len(q)
    still = quantities.inverse_dynamics(tree, q, [0.0] * n, [0.0] * n)
    columns = []
    for j in range(n):
        unit = [float(i == j) for i in range(n)]
        tau = quantities.inverse_dynamics(tree, q, [0.0] * n, unit)
        columns.append([a - b for a, b in zip(tau, still, strict=True)])
    return [columns[j][i] for i in range(n) for j in range(n)]
