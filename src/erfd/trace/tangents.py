"""Forward differentiation: every node with its derivatives in the directions that reach it.

Tape -> Tape: the program is copied node by node and beside each node stand its tangents, a sparse
row {direction: scalar}; what does not depend on a direction has no entry there. A loop becomes one
loop whose state carries the tangents along, for as many rounds (a row that is done keeps its
tangents, too). Cost: about one copy of the program for each direction, less what is zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from erfd.trace.choose import select
from erfd.trace.partials import CHOICES, PARTIALS, is_zero
from erfd.trace.reach import reached
from erfd.trace.scalar import Scalar, place
from erfd.trace.tape import Loop, Node, Port, Tape

Tangents = dict[int, Any]
NONE: Tangents = {}


class Swept(NamedTuple):
    """The new tape; for every node of the old one its place there and its tangents."""

    tape: Tape
    at: list[int]
    tangents: list[Tangents]


class _Carried(NamedTuple):
    """What a loop's state carries: old states, then (state, direction) pairs."""

    states: int
    pairs: list[tuple[int, int]]


def swept(
    tape: Tape,
    given: Mapping[int, Tangents],
    new: Tape | None = None,
    places: Sequence[int] | None = None,
) -> Swept:
    """`given` nodes (by index) have these tangents, whatever they are computed from.

    `places` renumbers the inputs.
    """
    new = Tape() if new is None else new
    result = Swept(new, [], [])
    carried: dict[int, _Carried] = {}
    for i, node in enumerate(tape.nodes):
        if isinstance(node.value, Loop):
            at, carried[i] = _loop(result, node, node.value)
            tangents = NONE
        elif node.op == "pick":
            at, tangents = _picked(result, node, carried[node.args[0]])
        else:
            at, tangents = _copied(result, node, places)
        result.at.append(at)
        result.tangents.append(given.get(i, tangents))
    return result


def _copied(done: Swept, node: Node, places: Sequence[int] | None) -> tuple[int, Tangents]:
    op, args, value = node
    if op == "input" and places is not None:
        value = places[value]
    at = done.tape.emit(op, tuple(done.at[k] for k in args), value)
    rows = [done.tangents[k] for k in args]
    return at, _tangents(done, node, at, rows) if any(rows) else NONE


def _tangents(done: Swept, node: Node, at: int, rows: list[Tangents]) -> Tangents:
    values = [Scalar(done.tape, done.at[k]) for k in node.args]
    if node.op in CHOICES:
        flag, a, b = CHOICES[node.op](*values)
        reached = dict.fromkeys([*rows[a], *rows[b]])
        found = {d: select(flag, rows[a].get(d, 0), rows[b].get(d, 0)) for d in reached}
    elif node.op in PARTIALS:
        found = _sum(PARTIALS[node.op](Scalar(done.tape, at), *values), rows)
    else:
        found = NONE
    return {d: x for d, x in found.items() if not is_zero(x)}


def _sum(partials: Sequence[Any], rows: list[Tangents]) -> Tangents:
    total: Tangents = {}
    for partial, row in zip(partials, rows, strict=True):
        for d, x in row.items():
            total[d] = total[d] + partial * x if d in total else partial * x
    return total


def _picked(done: Swept, node: Node, carried: _Carried) -> tuple[int, Tangents]:
    (loop,), k = node.args, node.value
    count = carried.states + len(carried.pairs)
    at = done.tape.emit("pick", (done.at[loop],), k if k < carried.states else count)
    tangents = {
        d: Scalar(done.tape, done.tape.emit("pick", (done.at[loop],), carried.states + p))
        for p, (state, d) in enumerate(carried.pairs)
        if state == k
    }
    return at, tangents


def _loop(done: Swept, node: Node, loop: Loop) -> tuple[int, _Carried]:
    """The loop that carries tangents along."""
    rows = [done.tangents[k] for k in node.args]
    directions = reached(loop, [set(row) for row in rows])
    pairs = [(k, d) for k, into in enumerate(directions) for d in sorted(into)]
    states, outers = _divided(pairs, loop.states)
    args = [done.at[k] for k in node.args]
    more = [place(done.tape, rows[k].get(d, 0)) for k, d in pairs]
    cut = len(states)
    everything = args[: loop.states] + more[:cut] + args[loop.states :] + more[cut:]
    body = _body(loop, len(node.args) - loop.states, states, outers)
    new = Loop(body, loop.states + cut, loop.limit)
    return done.tape.emit(node.op, tuple(everything), new), _Carried(loop.states, states)


def _divided(
    pairs: list[tuple[int, int]], states: int
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Those of the states, and those of the outer values."""
    return [x for x in pairs if x[0] < states], [x for x in pairs if x[0] >= states]


def _body(
    loop: Loop, count: int, states: list[tuple[int, int]], outers: list[tuple[int, int]]
) -> Tape:
    """Inputs: states, their tangents, outers, their tangents, round."""
    n, more = loop.states, len(states)
    rounds = n + more + count + len(outers)
    places = [*range(n), *(n + more + k for k in range(count)), rounds]
    tape = Tape()
    given: dict[int, Tangents] = {i: {} for i, x in enumerate(loop.body.nodes) if x.op == "input"}
    node_of = {loop.body.nodes[i].value: i for i in given}
    for p, (k, d) in enumerate([*states, *outers]):
        if k in node_of:
            at = n + p if k < n else p + n + count
            given[node_of[k]][d] = Scalar(tape, tape.emit("input", value=at))
    result = swept(loop.body, given, tape, places)
    ends = [result.at[r] for r in loop.body.results]
    rates = [result.tangents[loop.body.results[k]].get(d, 0) for k, d in states]
    tape.results = [*ends[:n], *(place(tape, x) for x in rates), *ends[n:]]
    outer = count + len(outers)
    tape.inputs = [Port("state", (n + more,)), Port("outer", (outer,)), Port("round", ())]
    tape.outputs = [Port("next", (len(tape.results),))]
    return tape.compact()
