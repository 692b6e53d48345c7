"""Which states of a test show that a constant of the program is wrong by a hundredth.

Every place where a constant is read is altered, all of them in one run: mutants are one axis of the
arrays, states the other. What no state shows cannot be tested: the limit of what is finite, factors
of what is zero in every motion, what cancels, guesses that a later step replaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from erfd.trace.c99_branches import spread
from erfd.trace.interpret import run
from erfd.trace.tape import Node, Tape

Use = tuple[int, int]  # the node, which of its arguments
WRONG, SEEN, TOGETHER = 1.01, 2e-9, 32


def chosen(tape: Tape, rows: Any, count: int) -> list[int]:
    """The numbers of `count` rows: many ways between them, and as many wrong constants shown."""
    first = spread(tape, rows, count)
    places = uses(tape)
    if not first or not places:
        return first
    seen = shown(tape, rows[first], places)
    missing = [use for use, rest in zip(places, ~seen.any(axis=1), strict=True) if rest]
    more = covering(shown(tape, rows, missing)) if missing else []
    if more:
        seen = seen[~shown(tape, rows[more], places).any(axis=1)]
    needed = [first[k] for k in covering(seen)]
    return list(dict.fromkeys([*more, *needed, *first]))[:count]


def covering(table: Any) -> list[int]:
    """Few columns in which every row that can be is true, those of most rows first."""
    found, open_ = list[int](), table.any(axis=1)
    while open_.any():
        found.append(int(table[open_].sum(axis=0).argmax()))
        open_ = open_ & ~table[:, found[-1]]
    return found


def uses(tape: Tape) -> list[Use]:
    """Where a constant is an argument; in loops stand guesses, which a later step replaces."""
    return [
        (i, k)
        for i, node in enumerate(tape.nodes)
        for k, x in enumerate(node.args)
        if tape.nodes[x].op == "const"
    ]


def shown(tape: Tape, rows: Any, wrong: Sequence[Use]) -> Any:
    """(uses, rows): whether this state shows that this use of a constant is wrong."""
    places = {use: k for k, use in enumerate(wrong)}
    parts = [_shown(tape, part, places) for part in np.array_split(rows, -(-len(rows) // TOGETHER))]
    return np.concatenate(parts, axis=1)


def _shown(tape: Tape, rows: Any, places: dict[Use, int]) -> Any:
    inputs = [column[None, :] for column in rows.T]
    with np.errstate(all="ignore"):
        right = _results(tape, inputs, {})
        wrong = _results(tape, inputs, places)
        found = np.zeros((len(places), len(rows)), dtype=bool)
        first = 0
        for port in tape.outputs:
            ends = range(first, first + port.size)
            size = np.max([np.abs(right[k]) + np.zeros((1, len(rows))) for k in ends], axis=0)
            for k in ends:
                near = np.abs(wrong[k] - right[k]) <= SEEN * np.where(size > 0.0, size, 1.0)
                found |= ~near
            first += port.size
    return found


def _results(tape: Tape, inputs: Sequence[Any], places: dict[Use, int]) -> list[Any]:
    """On arrays (mutants, states): where a constant is used stands an input that may be wrong."""
    new, at, given = Tape(), list[int](), list(inputs)
    for i, node in enumerate(tape.nodes):
        args = [at[x] for x in node.args]
        for k, x in enumerate(node.args):
            if (i, k) in places:
                args[k] = len(new.nodes)
                new.nodes.append(Node("input", value=len(given)))
                factor = np.ones((len(places), 1))
                factor[places[i, k]] = WRONG
                given.append(tape.nodes[x].value * factor)
        at.append(len(new.nodes))
        new.nodes.append(node._replace(args=tuple(args)))
    new.results = [at[i] for i in tape.results]
    return run(new, given, arrays=True)
