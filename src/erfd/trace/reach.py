"""Which directions of differentiation reach the state of a loop, in some round."""

from __future__ import annotations

from erfd.trace.partials import CHOICES, PARTIALS
from erfd.trace.tape import Loop, Tape

Sets = list[set[int]]


def reached(loop: Loop, directions: Sets) -> Sets:
    """Which directions reach each state, in some round, and each outer value."""
    while True:
        after = _dependence(loop.body, [*directions, set()])
        grown = [a | b for a, b in zip(directions, after[: loop.states], strict=False)]
        if grown == directions[: loop.states]:
            return directions
        directions = grown + directions[loop.states :]


def _dependence(tape: Tape, inputs: Sets) -> Sets:
    """The directions that each result may depend on."""
    sets: list[set[int]] = []
    states: dict[int, Sets] = {}
    for i, (op, args, value) in enumerate(tape.nodes):
        into: set[int] = set()
        if op == "input":
            into = inputs[value]
        elif op == "pick":
            inner = states[args[0]]
            into = inner[value] if value < len(inner) else into
        elif isinstance(value, Loop):
            states[i] = reached(value, [sets[k] for k in args])[: value.states]
        elif op in PARTIALS or op in CHOICES:
            into = into.union(*(sets[k] for k in args))
        sets.append(into)
    return [sets[r] for r in tape.results]
