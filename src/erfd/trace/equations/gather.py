"""Tape -> tape: letters that never vary meet each other first, as numbers do when they are folded.

    p1 (p2 x) = (p1 p2) x      p1 + (p2 + x) = (p1 + p2) + x      p1 x + p2 x = (p1 + p2) x

What only such letters determine is computed once and is not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from erfd.trace.ops import OPS
from erfd.trace.simplify import build
from erfd.trace.tape import Tape

Pair = tuple[int, int]


@dataclass
class Gatherer:
    """The new tape; input places from `first` on are letters."""

    old: Tape
    first: int
    new: Tape = field(default_factory=Tape)
    _fixed: dict[int, bool] = field(default_factory=dict)

    def run(self) -> tuple[Tape, list[int]]:
        """The new tape, and where every old node went."""
        at: list[int] = []
        for op, args, value in self.old.nodes:
            known = tuple(at[k] for k in args)
            at.append(self.node(op, known) if op in OPS else self.new.emit(op, known, value))
        self.new.inputs, self.new.outputs = list(self.old.inputs), list(self.old.outputs)
        self.new.results = [at[i] for i in self.old.results]
        return self.new, at

    def fixed(self, i: int) -> bool:
        """Whether letters and numbers alone determine it."""
        if i not in self._fixed:
            op, args, value = self.new.nodes[i]
            is_letter = op == "input" and value >= self.first
            inner = bool(args) and all(self.fixed(k) for k in args)
            self._fixed[i] = op == "const" or is_letter or inner
        return self._fixed[i]

    def node(self, op: str, args: tuple[int, ...]) -> int:
        found = RULES[op](self, *args) if op in RULES else None
        return build(self.new, op, args) if found is None else found

    def new_sum(self, a: int, sign_a: int, b: int, sign_b: int) -> int:
        """a and b with their signs, one after the other."""
        if sign_a > 0:
            return build(self.new, "add" if sign_b > 0 else "sub", (a, b))
        if sign_b > 0:
            return build(self.new, "sub", (b, a))
        return build(self.new, "neg", (build(self.new, "add", (a, b)),))

    def split(self, i: int, op: str) -> Pair | None:
        """A fixed argument of a varying node of this operation, and the other one."""
        node = self.new.nodes[i]
        if node.op != op or self.fixed(i):
            return None
        a, b = node.args
        return (a, b) if self.fixed(a) else (b, a) if self.fixed(b) else None


def _mul(g: Gatherer, a: int, b: int) -> int | None:
    for p, y in ((a, b), (b, a)):
        if g.fixed(p) and (inner := g.split(y, "mul")):
            return g.node("mul", (build(g.new, "mul", (p, inner[0])), inner[1]))
    return None


def _add(g: Gatherer, a: int, b: int) -> int | None:
    return _sum(g, a, b, "add")


def _sub(g: Gatherer, a: int, b: int) -> int | None:
    return _sum(g, a, b, "sub")


def _sum(g: Gatherer, a: int, b: int, op: str) -> int | None:
    x, y = g.split(a, "mul"), g.split(b, "mul")
    if x and y and x[1] == y[1]:
        return g.node("mul", (build(g.new, op, (x[0], y[0])), x[1]))
    if g.fixed(a) == g.fixed(b):
        return None
    p, inner = (a, _parts(g, b)) if g.fixed(a) else (b, _parts(g, a))
    if inner is None:
        return None
    (own, x1), (sign, rest) = inner
    if op == "sub" and p == a:  # p - (own + rest)
        own, sign = -own, -sign
    elif op == "sub":  # (own + rest) - p
        return _joined(g, g.new_sum(x1, own, p, -1), sign, rest)
    return _joined(g, g.new_sum(x1, own, p, 1), sign, rest)


def _joined(g: Gatherer, fixed: int, sign: int, rest: int) -> int:
    if sign > 0:
        return build(g.new, "add", (fixed, rest))
    return build(g.new, "sub", (fixed, rest))


def _parts(g: Gatherer, i: int) -> tuple[Pair, Pair] | None:
    """(sign, fixed), (sign, rest) of a sum of the two."""
    op, args, _ = g.new.nodes[i]
    if op not in ("add", "sub"):
        return None
    a, b = args
    second = 1 if op == "add" else -1
    if g.fixed(a):
        return (1, a), (second, b)
    return ((second, b), (1, a)) if g.fixed(b) else None


RULES: dict[str, Callable[..., int | None]] = {"mul": _mul, "add": _add, "sub": _sub}
