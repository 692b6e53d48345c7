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
from erfd.dynamics.sizes import inertia_sizes, load_sizes
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
PLACES = ("fk", "jacobian")  # rotations are of size 1
FEELS = {
    "Cqd": ("qd",),
    "C": ("qd",),
    "g": ("gravity",),
    "bias": ("qd", "gravity"),
    "tau": ("qd", "qdd", "gravity"),
    "reactions": ("qd", "qdd", "gravity"),
}
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
        right = [reference(block, subject, state, asked) for state in states]
        pairs = zip(rows, right, strict=True)
        worst = max(abs(x - y) for a, b in pairs for x, y in zip(a, b, strict=True))
        largest = max(abs(x) for b in right for x in b)
        size = max(largest, *(size_of(block.what, subject.tree, x, asked) for x in states))
        if not worst <= TOLERANCE * size:
            raise ErfdError(
                f"the exported {block.function} is off by {worst:.3g}, "
                f"its largest entry is {largest:.3g}",
                "nothing was written; please report it",
            )
        lines.append(
            f"{block.function}: largest difference {worst:.1e}, largest entry {largest:.4g}"
        )
    return lines


def size_of(what: str, tree: Tree, state: State, asked: Asked) -> float:
    """What rounding is measured by, where terms may cancel: no robot is too small for the proof."""
    if what in PLACES:
        return 1.0
    q, none = state["q"], [0.0] * len(state["q"])
    if what == "M":
        return float(max(inertia_sizes(tree, q, about_base=True)))
    if what not in FEELS:
        return 0.0
    qd, qdd = (state[x] if x in FEELS[what] else none for x in ("qd", "qdd"))
    still = tree if "gravity" in FEELS[what] else _weightless(tree)
    wrench = state["wrench"] if asked.wrench else None
    return float(max(load_sizes(still, q, qd, qdd, wrench, about_base=True)))


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
    """Columns of M: torques of unit accelerations from rest, of a robot that weighs nothing."""
    n, tree = len(q), _weightless(tree)
    units = [[float(i == j) for i in range(n)] for j in range(n)]
    columns = [quantities.inverse_dynamics(tree, q, [0.0] * n, unit) for unit in units]
    return [columns[j][i] for i in range(n) for j in range(n)]
