"""Everything that deriving needs of one robot: letters, coordinates, its tree of sums."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from erfd.algebra import product
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot.robot import Robot
from erfd.trace.equations import named
from erfd.trace.equations.circle import Circle
from erfd.trace.equations.letters import KINDS, Letters, Meaning, numeric
from erfd.trace.equations.ring import Ring
from erfd.trace.equations.sympy_numbers import is_symbolic, of_sympy

PARALLEL = 1e-9


@dataclass(frozen=True)
class Model:
    """A robot of letters. `values` and `numbers` are the letters' values and the robot of them."""

    robot: Robot
    numbers: Robot
    ring: Ring
    meanings: dict[str, Meaning]
    tree: Tree
    joint_names: tuple[str, ...]
    prismatic: tuple[bool, ...]
    offsets: tuple[float, ...] = ()

    @property
    def n(self) -> int:
        return len(self.joint_names)

    @property
    def values(self) -> dict[str, float]:
        return {name: m.value for name, m in self.meanings.items()}

    def q(self) -> list[Any]:
        """The coordinates as angles and letters, with the offsets of the tree's frames."""
        own = [
            self.ring.letter(f"q{i + 1}", f"q_{{{i + 1}}}") if slides else self.ring.angle(i)
            for i, slides in enumerate(self.prismatic)
        ]
        return [x + d for x, d in zip(own, self.offsets, strict=True)] if self.offsets else own

    def rates(self, name: str) -> list[Any]:
        """qd or qdd as letters."""
        dot = {"qd": r"\dot", "qdd": r"\ddot"}[name]
        return [self.ring.letter(f"{name}{i}", f"{dot}{{q}}_{{{i}}}") for i in range(1, self.n + 1)]

    def wrench(self) -> list[Any]:
        """Force, then moment, on the tool."""
        names = [f"{f}{axis}" for f in "fn" for axis in "xyz"]
        return [self.ring.letter(f"{x}_tool", f"{x[0]}_{{{x[1]}}}") for x in names]


def model_of(robot: Robot, kinds: Sequence[str] = KINDS) -> Model:
    """The robot's model; a robot of SymPy symbols brings its letters along."""
    bare = tree_of(_plain(robot))
    ring = Ring(Circle(groups(bare), waves=bare.follows is not None))
    letters = Letters(ring, tuple(kinds))
    if is_symbolic(robot):
        made = robot.map(lambda x: of_sympy(ring, x, letters))
    else:
        made = named.model(robot, letters)
    made = dataclasses.replace(made, drives=None)
    values = {name: m.value for name, m in letters.meanings.items()}
    return Model(
        robot=made,
        numbers=numeric(made, values),
        ring=ring,
        meanings=letters.meanings,
        tree=tree_of(made),
        joint_names=tuple(j.name for j in robot.independent),
        prismatic=tuple(j.kind == "prismatic" for j in robot.independent),
    )


def _plain(robot: Robot) -> Robot:
    """Numbers for symbols, for the sake of the axes alone."""
    if not is_symbolic(robot):
        return robot
    rng = random.Random(robot.name)
    return robot.map(lambda x: float(x) if not getattr(x, "free_symbols", ()) else rng.random())


def groups(tree: Tree) -> list[list[int]]:
    """The turning coordinates, those whose axes stay parallel together."""
    found: list[list[int]] = []
    for i in range(tree.n):
        own = tree.follows[i].of if tree.follows else i
        if tree.prismatic[i] or any(own in g for g in found):
            continue
        k = _parallel_before(tree, i)
        near = next((g for g in found if k in g), None) if k is not None else None
        if near is not None:
            near.append(own)
        else:
            found.append([own])
    return found


def _parallel_before(tree: Tree, i: int) -> int | None:
    """The coordinate of the next turning joint toward the base, if its axis is parallel."""
    R, k = tree.R[i], tree.parent[i]
    while k >= 0 and tree.prismatic[k]:
        R, k = product(tree.R[k], R), tree.parent[k]
    if k < 0 or abs(abs(R[2][2]) - 1) > PARALLEL:
        return None
    return tree.follows[k].of if tree.follows else k
