"""A block as named intermediates: the recursion on a tape whose constants are letters.

With numbers in place of letters this is the very tape of the kernel, operation for operation.
"""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

from erfd.algebra import ZERO
from erfd.dynamics import newton_euler
from erfd.dynamics.composite_body import composite_inertias
from erfd.dynamics.kinematics import steps
from erfd.dynamics.tree import Tree
from erfd.trace.equations import blocks
from erfd.trace.equations.blocks import WHATS, Asked
from erfd.trace.equations.constants import Constants, Ready, regrouped
from erfd.trace.equations.gather import Gatherer
from erfd.trace.equations.intermediates import Reader, meanings
from erfd.trace.equations.model import Model
from erfd.trace.equations.parallel_sums import summed
from erfd.trace.equations.sheet import Block
from erfd.trace.parallel import has_sums
from erfd.trace.scalar import Scalar, output, symbols
from erfd.trace.tape import Tape

INERTIAL = ("M", "Cqd", "C", "g", "bias", "tau")
COUNTED = ("mul", "add", "sub", "reciprocal")
SUMMED = ("M", "Cqd", "g", "bias", "tau", "fk", "jacobian")
WRENCH = [f"{f}{axis}_tool" for f in "fn" for axis in "xyz"]


class Traced(NamedTuple):
    """A tape, the names of its input places (letters from `first` on), what its nodes mean."""

    tape: Tape
    places: list[str]
    first: int
    known: dict[int, tuple[str, str]]


class Letters(NamedTuple):
    """The constants' scalars on a tape, made when they are first met."""

    tape: Tape
    places: dict[str, Scalar]

    def make(self, name: str) -> Scalar:
        if name not in self.places:
            (self.places[name],) = symbols(self.tape, name, ())
        return self.places[name]


def named(model: Model, what: str, asked: Asked, constants: Constants) -> Block:
    """The block in the form of named intermediates; `constants` gathers what it needs."""
    kind, n = WHATS[what], model.n
    mirrored = [i * n + j for i in range(n) for j in range(i)] if kind.symmetric else []
    found = traced(model, what, asked, constants)
    reader = Reader(*found, constants.found, mirrored, constants.named)
    entries = reader.read()
    constants.named = reader.count
    constants.steps.update({step.name: step for step in reader.once})
    return Block(
        what=what,
        function=kind.function,
        title=kind.title,
        symbol=kind.symbol,
        inputs=blocks.inputs(what, asked),
        shape=blocks.shape(what, model.n, model.tree.n),
        entries=tuple(entries),
        steps=tuple(reader.steps),
        symmetric=kind.symmetric,
        note=blocks.note(what, asked),
    )


def ready(model: Model, what: str, asked: Asked) -> tuple[Ready, bool]:
    """The tree to trace, and whether it is one of base parameters."""
    if what in INERTIAL and not (what == "C" and asked.coriolis == "denoc"):
        return regrouped(model, base=not asked.wrench), True
    return Ready(model.tree, (0.0,) * model.tree.n), False


def traced(model: Model, what: str, asked: Asked, constants: Constants) -> Traced:
    """Angles of parallel axes are added first where that takes fewer operations."""
    (tree, offsets), inertial = ready(model, what, asked)
    way = Way(tree, offsets, inertial, False)
    found = [_traced(model, what, asked, constants, way)]
    if what in SUMMED and has_sums(tree):
        found.append(_traced(model, what, asked, constants, way._replace(sums=True)))
    return min(found, key=_operations)


def _operations(x: Traced) -> int:
    """Those that vary with the state."""
    fixed: list[bool] = []
    for op, args, value in x.tape.nodes:
        letter = op == "input" and value >= x.first
        fixed.append(op == "const" or letter or (bool(args) and all(fixed[k] for k in args)))
    pairs = zip(x.tape.nodes, fixed, strict=True)
    return sum(node.op in COUNTED and not still for node, still in pairs)


class Way(NamedTuple):
    """The tree and its offsets, whether it is one of base parameters, whether angles are added."""

    tree: Tree
    offsets: tuple[float, ...]
    inertial: bool
    sums: bool


def _traced(model: Model, what: str, asked: Asked, constants: Constants, way: Way) -> Traced:
    tape = Tape()
    state: dict[str, Any] = {}
    places: list[str] = []
    for group in blocks.inputs(what, asked):
        own = WRENCH if group == "wrench" else [f"{group}{i + 1}" for i in range(model.n)]
        state[group] = symbols(tape, group, (len(own),))
        places += own
    letters = Letters(tape, {})
    centres = what == "C" and asked.coriolis == "denoc"
    made = constants.tree(way.tree, letters.make, base=way.inertial, centres=centres)
    if way.sums:
        made, state["q"] = summed(made, state["q"], way.offsets)
    elif way.tree.follows is None:
        state["q"] = [x + d for x, d in zip(state["q"], way.offsets, strict=True)]
    results = blocks.evaluated(what, made, state, asked)
    known = meant(what, made, state) if way.tree.follows is None else {}
    output(tape, what, (len(results),), results)
    return _compacted(tape, places, letters.places, known)


def _compacted(
    tape: Tape, state: list[str], letters: dict[str, Scalar], known: dict[int, tuple[str, str]]
) -> Traced:
    """Letters gathered, dead code left out; what is known of nodes moves along with them."""
    new, at = Gatherer(tape, len(state)).run()
    kept = [i for i, live in enumerate(new.live()) if live]
    place = {i: k for k, i in enumerate(kept)}
    moved = {place[at[i]]: x for i, x in known.items() if at[i] in place}
    return Traced(new.compact(), [*state, *letters], len(state), moved)


def meant(what: str, tree: Tree, state: dict[str, Any]) -> dict[int, tuple[str, str]]:
    """Names for the vectors that the recursion goes through."""
    groups: dict[str, Any] = {}
    across = steps(tree, state["q"])
    if what == "M":
        for i, body in enumerate(composite_inertias(tree, across)):
            groups[f"Mc{i + 1}"] = f"m^c_{{{i + 1}}}", body.m
            _vector(groups, "hc", "h^c", i, body.h)
            for a in range(3):
                for b in range(a, 3):
                    end = "xyz"[a] + "xyz"[b]
                    groups[f"Ic{i + 1}{end}"] = f"I^c_{{{i + 1}{end}}}", body.Io[a][b]
    elif what in ("Cqd", "g", "bias", "tau", "reactions", "press"):
        still = [0] * tree.n
        weightless = dataclasses.replace(tree, gravity=ZERO) if what == "Cqd" else tree
        rates = state.get("qd", still), state.get("qdd", still)
        for i, move in enumerate(newton_euler.motions(weightless, across, *rates)):
            _vector(groups, "w", r"\omega", i, move.w)
            _vector(groups, "wd", r"\dot{\omega}", i, move.wd)
            _vector(groups, "a", "a", i, move.a)
        for i, load in enumerate(
            newton_euler.reactions(weightless, across, *rates, state.get("wrench"))
        ):
            _vector(groups, "f", "f", i, load.f)
            _vector(groups, "n", "n", i, load.n)
    return meanings(groups)


def _vector(groups: dict[str, Any], name: str, latex: str, i: int, v: Any) -> None:
    for axis, x in zip("xyz", v, strict=True):
        groups[f"{name}{i + 1}{axis}"] = f"{latex}_{{{i + 1}{axis}}}", x
