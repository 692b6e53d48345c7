"""What letters alone determine: the numbers that a recursion reads, each named and defined once.

The tree is moved onto its joint axes and its inertial parameters are regrouped toward the base, as
for the kernels; what comes out of that are sums of letters. A sum gets a name of its own:

    MXR3 MYR3 MZR3            first moment of body 3         MR3   its mass
    XXR3 XYR3 XZR3 YYR3 ...   its inertia about the joint's origin
    X3 Y3 Z3                  the joint's place in the body before it

R says that parts of the bodies beyond are in it (base inertial parameters, Gautier and Khalil).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from erfd.algebra import EMPTY, ZERO, Matrix, Vector
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Place, Tree
from erfd.robot.placement import Placement
from erfd.trace.base_parameters import base_parameters
from erfd.trace.equations.collect import Collector
from erfd.trace.equations.expression import Expression
from erfd.trace.equations.model import Model
from erfd.trace.equations.ring import Sum
from erfd.trace.equations.sheet import Step
from erfd.trace.equations.write_code import PYTHON, code
from erfd.trace.reframe import reframed

Named = Callable[[str], Any]
NOTHING = 1e-12


class Ready(NamedTuple):
    """The tree that is traced, and what to add to each coordinate."""

    tree: Tree
    offsets: tuple[float, ...]


def regrouped(model: Model, base: bool = True) -> Ready:
    """The tree of sums, its frames on the joint axes, with base inertial parameters."""
    tree, offsets = reframed(model.tree, base=base, guide=tree_of(model.numbers))
    return Ready(base_parameters(tree), offsets)


@dataclass
class Constants:
    """Definitions, in the order of their first use, by name.

    With `base` they are the parameters themselves: customised to this robot, those whose value is
    0 are left out and those of equal value share a name.
    """

    model: Model
    level: int = 1
    base: bool = False
    steps: dict[str, Step] = field(default_factory=dict)
    found: dict[Expression, str] = field(default_factory=dict)
    sums: dict[str, Sum] = field(default_factory=dict)
    zeros: dict[Sum, float] = field(default_factory=dict)
    equals: dict[Sum, tuple[int, str]] = field(default_factory=dict)
    named: int = 0  # the last number of an intermediate: one series through all blocks
    _names: dict[Sum, str] = field(default_factory=dict)

    def of(self, x: Any, symbol: str, index: int, make: Named) -> Any:
        """The scalar of a number of the tree: a number, a letter, or a constant with a name."""
        if not isinstance(x, Sum):
            return x
        if not x.terms:
            return 0
        if len(x.terms) == 1 and (0, 0) in x.terms:
            return float(x.terms[0, 0])
        if (found := self._found(x)) is None:
            self._new(x, f"{symbol}{index + 1}")
            found = self._found(x)
        sign, name = found or (0, "")
        return 0 if sign == 0 else make(name) if sign > 0 else -make(name)

    def _found(self, x: Sum) -> tuple[int, str] | None:
        """The sign and the name of what is there already; sign 0 for nothing."""
        if self.base and (same := self._by_value(x)) is not None:
            return same
        return next(((s, self._names[y]) for s, y in ((1, x), (-1, -x)) if y in self._names), None)

    def _by_value(self, x: Sum) -> tuple[int, str] | None:
        """0, or what has the same value or its opposite."""
        value = self.value(x)
        size = sum(abs(self.value(Sum(x.ring, {k: c}))) for k, c in x.terms.items())
        if abs(value) <= NOTHING * size:
            self.zeros[x] = value
            return 0, ""
        for other, name in self._names.items():
            known = self.value(other)
            if abs(abs(known) - abs(value)) <= NOTHING * size:
                sign = 1 if known * value > 0 else -1
                if x not in (other, -other):
                    self.equals[x] = sign, name
                return sign, name
        return None

    def described(self, x: Sum) -> str:
        """The sum as text."""
        return code(Collector(self.model.ring, set(), 1).expression(x), PYTHON)

    def value(self, x: Sum) -> float:
        return x.value(self.model.values, {0: 1.0})

    def _new(self, x: Sum, name: str) -> None:
        """A letter keeps its name, a sum gets this one and a definition."""
        for y in (x, -x):
            if letter := self._letter(y):
                self._names[y] = letter
                return
        self._define(x, name)

    def _letter(self, x: Sum) -> str:
        ((packed, angles), c) = next(iter(x.terms.items()))
        powers = self.model.ring.powers(packed)
        plain = len(x.terms) == 1 and angles == 0 and c == 1 and len(powers) == 1
        return powers[0][0] if plain and powers[0][1] == 1 else ""

    def _define(self, x: Sum, name: str) -> None:
        while name in self.steps or name in self.model.meanings:
            name += "_"
        collector = Collector(self.model.ring, set(), self.level)
        head = name.rstrip("0123456789_")
        own, R = head.removesuffix("R"), "R" if head.endswith("R") else ""
        latex = f"{own}_{{{R}{name[len(head) :].rstrip('_')}}}" + "'" * name.count("_")
        self.steps[name] = Step(name, latex, collector.expression(x))
        self.sums[name], self._names[x] = x, name

    def tree(self, tree: Tree, make: Named, base: bool, centres: bool = False) -> Tree:
        """The same tree with scalars made of its constants; centres of mass only where asked."""

        def vector(v: Vector, symbol: str, i: int) -> Vector:
            x, y, z = (
                self.of(s, symbol.replace("*", a), i, make) for s, a in zip(v, "XYZ", strict=True)
            )
            return x, y, z

        def tensor(I: Matrix, symbol: str, i: int) -> Matrix:
            return tuple(  # type: ignore[return-value]
                tuple(
                    self.of(
                        I[min(r, c)][max(r, c)],
                        "XYZ"[min(r, c)] + "XYZ"[max(r, c)] + symbol,
                        i,
                        make,
                    )
                    for c in range(3)
                )
                for r in range(3)
            )

        R = "R" if base else ""
        n = range(tree.n)
        return dataclasses.replace(
            tree,
            p=tuple(vector(tree.p[i], "*", i) for i in n),
            m=tuple(self.of(tree.m[i], "M" + R, i, make) for i in n),
            h=tuple(vector(tree.h[i], "M*" + R, i) for i in n),
            Io=tuple(tensor(tree.Io[i], R, i) for i in n),
            c=tuple(vector(tree.c[i], "C*", i) if centres else ZERO for i in n),
            I=tuple(tensor(tree.I[i], "C", i) if centres else EMPTY for i in n),
            gravity=vector(tree.gravity, "G*", -1),
            tool=self._tool(tree.tool, vector),
            places={},
        )

    def _tool(self, tool: Place, vector: Callable[..., Vector]) -> Place:
        at = tool.placement
        return Place(tool.index, Placement(at.R, vector(at.p, "T*", -1)))
