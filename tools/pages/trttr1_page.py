"""docs/worked/trttr1.md: Eqs. (8)-(61) of Detesan et al. derived, misprints shown."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot.library import load
from erfd.trace.equations.expression import Call, Name, plus, times
from erfd.trace.equations.letters import Meaning
from erfd.trace.equations.sheet import Block, Step
from tools.pages.page import State, proved, sheet_of, vector_block
from tools.pages.trttr1 import AXES, MISPRINTS, Paper, lines, quantities
from tools.pages.trttr1_compared import compared

STATE = ("q", "qd", "qdd")
SAID = """\
The equations of Detesan et al., derived with letters and proved. F6 and M6, force and
moment of the payload, are exerted by link 5 on it, in the axes of link 5"""
STRUCTURE = """\
Structure decided from the printed equations: slide along y, column about z, lift along z, slide
along x, wrist about y; mass centres at the frames' origins"""
COUNTED = """\
Of the {} printed components {} hold misprints; each is shown with its equation, and the print
without them equals the derivation exactly, term by term:
`python -m pytest tests/trace/equations/test_trttr1.py`"""
PAYLOAD = tuple(f"{f}{axis}6" for f in "FM" for axis in AXES)
GROUPS = (
    ("a", "Acceleration of mass centre {} with gravity in it, in the axes of link {}"),
    ("F", "Force that accelerates link {}, F = M a, in its axes"),
    ("Mc", "Moment that turns link {} about its mass centre, in its axes"),
    ("Fl", "Force on link {} by the one before it, in its axes"),
    ("Ml", "Moment on link {} by the one before it about its origin, in its axes"),
)
EQUATIONS = {
    "a": ("(8)", "(9)", "(10)", "(11)", "(13)"),
    "F": ("(14)", "(15)", "(16)", "(17)", "(19)"),
    "Mc": ("(20)", "(21)", "(22)", "(23)", "(24)"),
    "Fl": ("(35)", "(34)", "(33)", "(32)", "(31)"),
    "Ml": ("(49)-(51)", "(45)-(47)", "(41)-(43)", "(39)", "(37)"),
    "Q": ("(53)", "(55)", "(57)", "(59)", "(61)"),
}
SYMBOLS = {"a": "a", "F": "F", "Mc": "M^{c}", "Fl": "F^{l}", "Ml": "M^{l}", "Q": "Q"}
ACROSS = {1: "xz", 2: "xy", 3: "xy", 4: "yz", 5: "xz"}  # the axes across that of the joint
TURNS = (2, 5)
FRICTION = [joint.friction for joint in load("trttr1").joints]
VALUES = {
    "b": [x.viscous for x in FRICTION],
    "c": [x.reaction for x in FRICTION],
    "d": [x.diameter for x in FRICTION],
}


def trttr1_page() -> str:
    paper = Paper()
    blocks = []
    for name, title in GROUPS:
        for i in range(1, 6):
            sums = [paper.derived[f"{name}{i}{axis}"] for axis in AXES]
            blocks.append(_block(paper, name, i, sums, title.format(i, i)))
    for i in range(1, 6):
        title = f"Driving {'moment' if i in TURNS else 'force'} of joint {i}"
        blocks.append(_block(paper, "Q", i, [paper.derived[f"Q{i}"]], title))
    blocks += [_friction(paper, i) for i in range(1, 6)]
    sheet = sheet_of(
        paper.model,
        SAID,
        blocks,
        notes=(STRUCTURE, COUNTED.format(len(lines()), _wrong(paper))),
        more={"payload": PAYLOAD},
        latex={x: f"{x[0]}_{{{x[1]}}}^{{6}}" for x in PAYLOAD},
        command="python -m tools.equation_pages",
    )
    sheet = dataclasses.replace(sheet, letters=(*sheet.letters, *_coefficients()))
    latex = {**sheet.latex, **{m.name: m.latex for m in _coefficients()}}
    tree = tree_of(paper.model.numbers)
    text = proved(
        dataclasses.replace(sheet, latex=latex), paper.model, lambda b, s: _reference(tree, b, s)
    )
    return f"{text}\n{compared(paper)}"


def _reference(tree: Tree, block: Block, state: State) -> Sequence[float]:
    found = quantities(tree, state["q"], state["qd"], state["qdd"], state["payload"])
    if block.what.startswith("Qf"):
        i = int(block.what[2:])
        return [friction(i, found, state["qd"][i - 1])]
    names = [block.what] if block.what in found else [block.what + a for a in AXES]
    return [found[x] for x in names]


def friction(i: int, found: Mapping[str, float], qd: float) -> float:
    """(4), (5) in numbers."""
    b, c, d = (VALUES[x][i - 1] for x in "bcd")
    across = math.hypot(*(found[f"Fl{i}{axis}"] for axis in ACROSS[i]))
    return float(b * qd) + c * (d / 2 if i in TURNS else 1.0) * across * math.copysign(qd != 0, qd)


def _coefficients() -> list[Meaning]:
    said = {"b": "viscous friction of joint", "c": "dry friction of joint", "d": "spindle of joint"}
    units = {"b": "N s/m or N m s/rad", "c": "", "d": "m"}
    return [
        Meaning(f"{x}f{i}", f"{x}_{{f{i}}}", float(value), units[x], f"{said[x]} {i}, ours")
        for x in "bcd"
        for i, value in enumerate(VALUES[x], 1)
        if x != "d" or i in TURNS
    ]


def _friction(paper: Paper, i: int) -> Any:
    """The components of the force across the axis, then (4)."""
    sums = [paper.derived[f"Fl{i}{axis}"] for axis in ACROSS[i]]
    made, latex = vector_block(
        paper.model, "Q^{f}", str(i), sums, "", inputs=(*STATE, "payload"), outer=set(PAYLOAD)
    )
    names = [f"Fl{i}{axis}" for axis in ACROSS[i]]
    steps = [Step(x, f"F^{{l}}_{{{x[2:]}}}", e) for x, e in zip(names, made.entries, strict=True)]
    square = plus([times(1, [Name(x), Name(x)]) for x in names])
    factors = [Name(f"cf{i}"), *([Name(f"df{i}")] if i in TURNS else [])]
    dry = [*factors, Call("sqrt", (square,)), Call("sign", (Name(f"qd{i}"),))]
    half = Fraction(1, 2) if i in TURNS else 1
    entry = plus([times(1, [Name(f"bf{i}"), Name(f"qd{i}")]), times(half, dry)])
    block = dataclasses.replace(
        made,
        what=f"Qf{i}",
        title=f"Friction of joint {i}",
        shape=(1,),
        entries=(entry,),
        ends=(str(i),),
        steps=(*made.steps, *steps),
        note="Eqs. (4), (5): only the force across the axis counts; sgn 0 = 0",
    )
    return block, {**latex, **{s.name: s.latex for s in steps}}


def _wrong(paper: Paper) -> int:
    return sum(paper.parse(line.text) != paper.derived[line.quantity] for line in lines())


def _block(paper: Paper, name: str, i: int, sums: Sequence[Any], title: str) -> Any:
    found = [m for m in MISPRINTS if m.quantity[: len(name) + 1] == f"{name}{i}"]
    said = f"Eq. {EQUATIONS[name][i - 1]}"
    if found:
        shown = "; ".join(
            f"{m.quantity}: {m.printed or 'nothing'} must be {m.right}" for m in found
        )
        said += f". **Misprinted**: `{shown}`"
    block, latex = vector_block(
        paper.model,
        SYMBOLS[name],
        str(i),
        sums,
        title,
        inputs=(*STATE, "payload"),
        note=said,
        outer=set(PAYLOAD),
    )
    return dataclasses.replace(block, what=f"{name}{i}"), latex
