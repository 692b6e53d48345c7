"""TRTTR1's printed equations beside the derived ones, term by term.

Source: Detesan et al. Eqs. (8)-(61). The payload's force and moment (F6, M6) are exerted by
link 5 on the payload, in the axes of link 5; reactions are in the axes of the link they act on.
"""

from __future__ import annotations

import ast
import operator
import re
from pathlib import Path
from typing import Any, NamedTuple

from erfd.algebra import add, apply, apply_transposed, cross, neg, scale
from erfd.dynamics import kinematics, newton_euler
from erfd.dynamics.tree import Tree
from erfd.robot.library import load
from erfd.trace.equations.collect import Collector
from erfd.trace.equations.expression import Expression, Plus
from erfd.trace.equations.model import Model, model_of
from erfd.trace.equations.ring import Sum

PRINTED = Path(__file__).with_name("trttr1_printed.txt")
AXES = "xyz"


class Line(NamedTuple):
    """A printed component: equation, quantity, right side."""

    equation: str
    quantity: str
    text: str


class Misprint(NamedTuple):
    """A term as printed and as it must be; "" where a term is missing."""

    quantity: str
    printed: str
    right: str


MISPRINTS = (
    Misprint("a4y", "c4*qdd1", "c2*qdd1"),
    Misprint("a5x", "-c2*qd2**2*l5", "-c5*qd2**2*l5"),
    Misprint("a5z", "-s2*qd2**2*l5", "-s5*qd2**2*l5"),
    Misprint("Fl5x", "M5*c5*s2*qd1", "M5*c5*s2*qdd1"),
    Misprint("Fl5y", "M5*c2*qd1", "M5*c2*qdd1"),
    Misprint("Fl5z", "M5*s5*s2*qd1", "M5*s5*s2*qdd1"),
    *(
        Misprint(f"Fl{i}{axis}", f"M{k}*{f}2*qd1", f"M{k}*{f}2*qdd1")
        for i in (4, 3)
        for axis, f in (("x", "s"), ("y", "c"))
        for k in range(5, i - 1, -1)
    ),
    Misprint("Fl2y", "M5*qd2*l5", "M5*qdd2*l5"),
    Misprint("Fl1x", "-s2*M5*qd2*l5", "-s2*M5*qdd2*l5"),
    Misprint("Ml5y", "-l6*Fy5", "-l6*Fz6"),
    Misprint("Ml5z", "l6*Fx6", "l6*Fy6"),
    Misprint("Ml4z", "Jx5*qd2", "Jx5*qdd2"),
    Misprint("Ml4z", "-Jx5*qd2*c5**2", "-Jx5*qdd2*c5**2"),
    Misprint("Ml4z", "Jz4*qd2", "Jz4*qdd2"),
    Misprint("Ml4z", "c5*l6*Fz6", "c5*l6*Fy6"),
    Misprint("Ml2x", "-qd2**2*Jy5*qd5", "-qd2*Jy5*qd5"),
    Misprint("Ml2y", "-l5*Fz6", "-l6*Fz6"),
    Misprint("Ml1x", "c2*qd5*Jx5*qdd2", "c2*qd5*Jx5*qd2"),
    Misprint("Ml1y", "-c2*Jy5*qdd5", "c2*Jy5*qdd5"),
    Misprint("Ml1y", "", "-c2*l3*M5*qd2**2*q4"),
    Misprint("Ml1z", "-Jx5*qd2*c5**2", "-Jx5*qdd2*c5**2"),
    Misprint("Ml1z", "3*Jz5*qdd2", "Jz2*qdd2 + Jz3*qdd2 + Jz4*qdd2"),
    Misprint("Q5", "-l6*Fy5", "-l6*Fz6"),
)


def lines() -> list[Line]:
    found = re.findall(r"^(\(\d+\)) (\w+) = (.*)$", PRINTED.read_text("utf-8"), re.MULTILINE)
    return [Line(*x) for x in found]


ARITHMETIC = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}


def calculated(node: Any, names: dict[str, Any]) -> Any:
    """Sums, products and whole powers of names and whole numbers, nothing else."""
    if isinstance(node, ast.Name):
        return names[node.id]
    if isinstance(node, ast.Constant):
        return int(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -calculated(node.operand, names)
    a, b = calculated(node.left, names), calculated(node.right, names)
    return a**b if isinstance(node.op, ast.Pow) else ARITHMETIC[type(node.op)](a, b)


class Paper:
    """The derived quantities by the paper's names, and its letters."""

    def __init__(self) -> None:
        self.model: Model = model_of(load("trttr1"))
        ring = self.model.ring
        self.names: dict[str, Any] = {m: ring.letter(m) for m in self.model.meanings}
        self.q, self.qd, self.qdd = (
            self.model.q(),
            self.model.rates("qd"),
            self.model.rates("qdd"),
        )
        for i in range(5):
            self.names |= {f"qd{i + 1}": self.qd[i], f"qdd{i + 1}": self.qdd[i]}
            if self.model.prismatic[i]:
                self.names[f"q{i + 1}"] = self.q[i]
        for j in (1, 4):
            self.names[f"s{j + 1}"], self.names[f"c{j + 1}"] = self.q[j].sincos()
        self.names |= {"s4": ring.letter("s4"), "c4": ring.letter("c4")}
        loads = [f"{f}{axis}6" for f in "FM" for axis in AXES]
        self.names |= {x: ring.letter(x) for x in (*loads, "Fy5")}
        self.derived = self._derived()

    def parse(self, text: str) -> Sum:
        """A right side of the print as a sum of the ring."""
        if not text:
            return self.model.ring.zero
        return self.model.ring.of(calculated(ast.parse(text, mode="eval").body, self.names))

    def _derived(self) -> dict[str, Sum]:
        load = [self.names[f"{f}{axis}6"] for f in "FM" for axis in AXES]
        found = quantities(self.model.tree, self.q, self.qd, self.qdd, load)
        return {name: self.model.ring.of(x) for name, x in found.items()}

    def terms(self, x: Sum) -> list[Expression]:
        """One by one."""
        made = Collector(self.model.ring, set(), 0).expression(x)
        return [] if not x else list(made.terms) if isinstance(made, Plus) else [made]


def quantities(tree: Tree, q: Any, qd: Any, qdd: Any, load: Any) -> dict[str, Any]:
    """Everything that the paper prints, over any scalar; `load` is F6, M6."""
    across = kinematics.steps(tree, q)
    R_tool = kinematics.pose(tree, q, tree.tool).R
    wrench = [x for v in (load[:3], load[3:]) for x in neg(apply(R_tool, tuple(v)))]
    moves = newton_euler.motions(tree, across, qd, qdd)
    loads = newton_euler.reactions(tree, across, qd, qdd, wrench)
    found: dict[str, Any] = {}
    for i, (move, own) in enumerate(zip(moves, loads, strict=True), 1):
        R = tree.places[f"link_{i}"].placement.R
        spin = cross(move.w, apply(tree.I[i - 1], move.w))
        moment = add(apply(tree.I[i - 1], move.wd), spin)
        vectors = {"a": move.a, "F": scale(tree.m[i - 1], move.a), "Mc": moment}
        for name, v in {**vectors, "Fl": own.f, "Ml": own.n}.items():
            for axis, x in zip(AXES, apply_transposed(R, v), strict=True):
                found[f"{name}{i}{axis}"] = x
    Q = newton_euler.inverse_dynamics(tree, q, qd, qdd, wrench)
    return found | {f"Q{i}": x for i, x in enumerate(Q, 1)}


def corrected(paper: Paper, line: Line) -> Sum:
    """The print with its listed misprints put right."""
    total = paper.parse(line.text)
    for m in MISPRINTS:
        if m.quantity == line.quantity:
            total = total - paper.parse(m.printed) + paper.parse(m.right)
    return total
