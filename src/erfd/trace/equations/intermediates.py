"""A tape as named intermediates: what is used once stands where it is used, the rest has a name.

The recursion is run once more on the same tape to learn what its nodes mean: equal nodes are one
node, so this adds nothing. Operations are those of the tape, one for one.

    w2x wd2x a2x   angular velocity, its rate, acceleration of the origin, body 2, its x axis
    f2x n2x        force and moment on body 2 by its parent
    Mc2 hc2x Ic2xx mass, first moment and inertia of everything beyond joint 2
    t1 t2 ...      others, numbered through all blocks
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from erfd.trace.equations.expression import (
    Call,
    Expression,
    Name,
    Power,
    Times,
    minus,
    plus,
    times,
)
from erfd.trace.equations.ring import exact
from erfd.trace.equations.sheet import Step
from erfd.trace.scalar import Scalar
from erfd.trace.tape import Tape

SUMS = {"add": 1, "sub": -1}
CALLS = {"sin", "cos", "sqrt", "abs", "sign", "atan2", "min", "max"}


class Reader:
    """The expressions of a tape; `places` names its inputs, those from `first` on are letters.

    `known` names nodes with a meaning, `constants` what letters alone determine, so far. Results
    that are `mirrored` are not written. `count` is the last number that an intermediate has had.
    """

    def __init__(
        self,
        tape: Tape,
        places: Sequence[str],
        first: int,
        known: Mapping[int, tuple[str, str]],
        constants: dict[Expression, str],
        mirrored: Sequence[int] = (),
        count: int = 0,
    ) -> None:
        self.tape, self.places, self.first, self.known = tape, places, first, known
        self.steps: list[Step] = []
        self.once: list[Step] = []
        self.uses = tape.uses()
        for k in mirrored:
            self.uses[tape.results[k]] -= 1
        turned = Counter(n.args[0] for n in tape.nodes if n.op in ("sin", "cos"))
        self.angles = {i for i, uses in turned.items() if uses == self.uses[i]}
        self.count, self.constants = count, constants
        self.fixed = self._fixed()

    def _fixed(self) -> list[bool]:
        """Which nodes letters and numbers alone determine."""
        found: list[bool] = []
        for op, args, value in self.tape.nodes:
            inner = bool(args) and all(found[k] for k in args)
            found.append(op == "const" or (op == "input" and value >= self.first) or inner)
        return found

    def read(self) -> list[Expression]:
        """The results; `steps` and `once` hold the intermediates afterwards."""
        outward = self._outward()
        inner: list[Expression] = []
        for i in range(len(self.tape.nodes)):
            x = self._expression(i, inner)
            inner.append(self._named(i, x) if self._needs_name(i, x, outward) else x)
        return [inner[i] for i in self.tape.results]

    def _outward(self) -> set[int]:
        """What is fixed but enters something that varies, or is a result."""
        found = set(self.tape.results)
        for i, node in enumerate(self.tape.nodes):
            found |= set() if self.fixed[i] else set(node.args)
        return found

    def _needs_name(self, i: int, x: Expression, outward: set[int]) -> bool:
        op = self.tape.nodes[i].op
        if op in ("const", "input") or isinstance(x, Name) or _signed(x):
            return False
        if self.fixed[i]:
            return self.uses[i] > 1 or i in outward
        if i in self.angles:
            return False
        meant = i in self.known and i not in self.tape.results
        return op in ("sin", "cos") or self.uses[i] > 1 or meant

    def _named(self, i: int, x: Expression) -> Expression:
        if self.fixed[i]:
            if x in self.constants:
                return Name(self.constants[x])
            number = len(self.constants) + 1
            name, latex = f"k{number}", f"k_{{{number}}}"
            self.constants[x] = name
            self.once.append(Step(name, latex, x))
        else:
            name, latex = self.known.get(i) or self._own(i)
            self.steps.append(Step(name, latex, x))
        return Name(name)

    def _own(self, i: int) -> tuple[str, str]:
        op, args, _ = self.tape.nodes[i]
        if op in ("sin", "cos") and (end := self._joint(args[0])):
            return op[0] + end, f"{op[0]}_{{{end}}}"
        self.count += 1
        return f"t{self.count}", f"t_{{{self.count}}}"

    def _joint(self, i: int) -> str:
        """The numbers of the coordinates that an angle is made of: "2", "23" or "2m3"."""
        op, args, value = self.tape.nodes[i]
        if op == "input":
            name = str(self.places[value])
            return name.removeprefix("q") if re.fullmatch(r"q\d+", name) else ""
        inner = [k for k in args if self.tape.nodes[k].op != "const" and not self.fixed[k]]
        if op not in SUMS or not inner or (op == "sub" and inner[0] != args[0]):
            return ""
        ends = [self._joint(k) for k in inner]
        between = (
            "m"
            if op == "sub"
            else "_"
            if any(len(x) > 1 and int(x) > 9 for x in ends if x.isdigit())
            else ""
        )
        return between.join(ends) if all(ends) else ""

    def _expression(self, i: int, inner: list[Expression]) -> Expression:
        op, args, value = self.tape.nodes[i]
        known = [inner[k] for k in args]
        if op == "const":
            return times(exact(value), [])
        if op == "input":
            return Name(self.places[value])
        if op in SUMS:
            return _sum(op, known)
        if op == "neg":
            return minus(known[0])
        if op == "mul":
            same = args[0] == args[1] and isinstance(known[0], Name)
            return Power(known[0], 2) if same else times(1, known)
        return Call("over" if op == "reciprocal" else op, tuple(known))


def _sum(op: str, known: Sequence[Expression]) -> Expression:
    a, b = known
    if op == "add" and a == b and isinstance(a, Name):
        return times(2, [a])
    return plus([a, b if op == "add" else minus(b)])


def _signed(x: Expression) -> bool:
    """A name with a minus before it, or a number."""
    if not isinstance(x, Times):
        return False
    alone = len(x.factors) == 1 and isinstance(x.factors[0], Name)
    return not x.factors or (x.coefficient == -1 and alone)


def meanings(groups: Mapping[str, Any]) -> dict[int, tuple[str, str]]:
    """Node -> (name, LaTeX) for nested groups of scalars: {"w*2": (x, y, z)} and the like."""
    found: dict[int, tuple[str, str]] = {}
    for name, (latex, x) in groups.items():
        if isinstance(x, Scalar) and x.tape.nodes[x.index].op not in ("const", "input"):
            found.setdefault(x.index, (name, latex))
    return found
