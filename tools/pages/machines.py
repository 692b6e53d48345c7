"""docs/worked/rl15.md and trainer.md: RL15 in base parameters, the spatial disorientation trainer.

Source: Kvrgic and Vidakovic section 5.4 and Appendix E; Achievable accelerations, section IV.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from erfd.dynamics import modified_newton_euler as mrnea
from erfd.dynamics import newton_euler
from erfd.dynamics.base_axes import in_base_axes
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot.library import load
from erfd.robot.records import BASE
from erfd.robot.robot import Robot
from erfd.trace.equations.derive import equations_text
from erfd.trace.equations.model import model_of
from erfd.trace.equations.sheet import Block
from tools.pages.page import State, proved, sheet_of, vector_block

AXES = "xyz"
SAID = """\
The toy model of Kvrgic and Vidakovic, section 5.4 and Appendix E, and of their Achievable
accelerations, section IV: vectors p*, axes z, n'_ic (the moments of speeds and gravity), n'_ij
(of a unit acceleration of joint j: the sums of the papers' a1, a2 and a3), all in base axes, then
H and the bias u', and the torques. The papers print no dimension: letters are those of the
library's arm, its bodies counted from 1: arm, yaw fork, pitch ring, gondola"""
SAME = """\
RNEA and mRNEA give the same torques, symbol by symbol: the difference of the two derivations is 0
in every component, and so is that of z_{i-1} . n'_ij and the mass matrix"""


def rl15_page() -> str:
    command = "erfd derive rl15 --what M,bias --base"
    return equations_text(load("rl15"), ("M", "bias"), base=True, command=command)


def trainer_quantities(tree: Tree, q: Any, qd: Any, qdd: Any) -> dict[str, Any]:
    """Everything on the page, over any scalar."""
    found: dict[str, Any] = {}
    bodies = in_base_axes(tree, q)
    columns = mrnea.columns(tree, q, qd)
    before = (0, 0, 0)
    for i, body in enumerate(bodies, 1):
        own = {f"z{i - 1}": body.z}
        if i > 1:
            own[f"p{i - 1}"] = tuple(a - b for a, b in zip(body.o, before, strict=True))
        before = body.o
        for j, load_ in columns[i - 1].items():
            own[f"n{i}c" if j < 0 else f"n{i}{j + 1}"] = load_.n
        for name, v in own.items():
            found |= {name + axis: x for axis, x in zip(AXES, v, strict=True)}
    H, u = mrnea.equations_of_motion(tree, q, qd)
    found |= {f"h{i + 1}{j + 1}": H[i][j] for i in range(tree.n) for j in range(i + 1)}
    found |= {f"b{i}": x for i, x in enumerate(u, 1)}
    tau = mrnea.inverse_dynamics(tree, q, qd, qdd)
    return found | {f"u{i}": x for i, x in enumerate(tau, 1)}


def numbered(robot: Robot) -> Robot:
    """Its bodies with their numbers at the end, which become the indices of their letters."""
    names = {b.name: f"{b.name}_{i}" for i, b in enumerate(robot.bodies, 1)}
    new = names | {BASE: BASE}
    return dataclasses.replace(
        robot,
        bodies=tuple(dataclasses.replace(b, name=new[b.name]) for b in robot.bodies),
        joints=tuple(
            dataclasses.replace(j, parent=new[j.parent], child=new[j.child]) for j in robot.joints
        ),
        tool=dataclasses.replace(robot.tool, body=new[robot.tool.body]),
        frames=tuple(dataclasses.replace(f, body=new[f.body]) for f in robot.frames),
        drives=None,
    )


def trainer_page() -> str:
    model = model_of(numbered(load("sdt")))
    state = model.q(), model.rates("qd"), model.rates("qdd")
    found = {k: model.ring.of(x) for k, x in trainer_quantities(model.tree, *state).items()}
    _compare(model.tree, state, found)
    blocks = []
    for name, title, symbol, index in _shown():
        vector = name + "x" in found
        sums = [found[name + a] for a in AXES] if vector else [found[name]]
        block, latex = vector_block(model, symbol, index, sums, title)
        blocks.append((dataclasses.replace(block, what=name), latex))
    sheet = sheet_of(model, SAID, blocks, notes=(SAME,), command="python -m tools.equation_pages")
    tree = tree_of(model.numbers)

    def reference(block: Block, at: State) -> Sequence[float]:
        values = trainer_quantities(tree, at["q"], at["qd"], at["qdd"])
        names = [block.what] if block.what in values else [block.what + a for a in AXES]
        return [values[x] for x in names]

    return proved(sheet, model, reference)


def _compare(tree: Tree, state: Any, found: dict[str, Any]) -> None:
    """RNEA's torques, and the papers' h_ij = z . n'_ij; a difference is an error."""
    tau = newton_euler.inverse_dynamics(tree, *state)
    for i, x in enumerate(tau, 1):
        if found[f"u{i}"] != x:
            raise ValueError(f"RNEA and mRNEA differ at joint {i}")
    for i in range(1, tree.n + 1):
        for j in range(1, i + 1):
            z = [found[f"z{i - 1}{a}"] for a in AXES]
            n = [found[f"n{i}{j}{a}"] for a in AXES]
            if z[0] * n[0] + z[1] * n[1] + z[2] * n[2] != found[f"h{i}{j}"]:
                raise ValueError(f"h{i}{j} is not z . n'")


def _shown() -> list[tuple[str, str, str, str]]:
    """Name, title, LaTeX symbol and its index."""
    n = range(1, 5)
    rows = [(f"z{i - 1}", f"Axis z_{i - 1}, (89)", "z", str(i - 1)) for i in n]
    rows += [(f"p{i}", f"Vector p_{i}*", "p^{*}", str(i)) for i in (1, 2, 3)]
    rows += [(f"n{i}c", f"Vector n'_{i}c", "n'", f"{i}c") for i in reversed(n)]
    pairs = [(i, j) for i in reversed(n) for j in range(1, i + 1)]
    rows += [(f"n{i}{j}", f"Vector n'_{i}{j}", "n'", f"{i}{j}") for i, j in pairs]
    rows += [(f"h{i}{j}", f"Mass matrix, h_{i}{j}", "h", f"{i}{j}") for i, j in reversed(pairs)]
    rows += [(f"b{i}", f"Bias u'_{i}", "u'", str(i)) for i in n]
    return [*rows, *((f"u{i}", f"Torque u_{i}", "u", str(i)) for i in n)]
