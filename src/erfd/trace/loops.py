"""Loops on a tape: `scan` runs a body a fixed number of times, `iterate` until it says done.

A body is a function of the state (a list of scalars) that returns the next state; values of the
surrounding text that it uses are carried in by themselves. On plain numbers both just run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from erfd.errors import ErfdError
from erfd.trace.choose import select
from erfd.trace.scalar import Scalar, number, place, traced
from erfd.trace.tape import Loop, Port, Tape

State = list[Any]


def scan(count: int, state: Sequence[Any], body: Callable[[State, Any], Sequence[Any]]) -> State:
    """`count` rounds of state = body(state, round); the last state."""
    tape = _tape_of(state)
    if tape is None or count < 1:
        for k in range(count):
            state = body(list(state), float(k))
        return list(state)
    return traced_loop("scan", tape, count, state, body)


def iterate(
    limit: int, state: Sequence[Any], body: Callable[[State], tuple[Sequence[Any], Any]]
) -> tuple[State, Any]:
    """Rounds of (state, done) = body(state) until done, at most `limit`; the last state, and done.

    A row that is done keeps its state while others go on, so rows never influence each other.
    """
    tape = _tape_of(state)
    if tape is None or limit < 1:
        done = False
        for _ in range(limit):
            state, done = body(list(state))
            if done:
                break
        return list(state), done

    def flagged(x: State, _: Any) -> State:
        after, done = body(x)
        return [*after, done]

    *last, done = traced_loop("iterate", tape, limit, state, flagged)
    return last, done


def _tape_of(state: Sequence[Any]) -> Tape | None:
    tapes = [x.tape for x in state if isinstance(x, Scalar)]
    return max(tapes, key=lambda t: t.depth) if tapes else None


def traced_loop(
    op: str,
    tape: Tape,
    limit: int | None,
    state: Sequence[Any],
    body: Callable[[State, Any], Sequence[Any]],
    series: Sequence[int] = (),
) -> State:
    """The loop's node with its body traced; its picks. Items of series follow the body's state."""
    inner = Tape(tape)
    inside = [Scalar(inner, inner.emit("input", value=k)) for k in range(len(state))]
    inside += [Scalar(inner, inner.emit("input", value=("item", k))) for k in range(len(series))]
    counter = Scalar(inner, inner.emit("input", value=("round", 0)))
    results = body(inside, counter)
    inner.results = _placed(inner, results, len(state), op == "iterate")
    loop = Loop(_closed(inner, len(state), len(series)), len(state), limit, len(series))
    args = _placed(tape, state, len(state)) + list(inner.captured) + list(series)
    node = tape.emit(op, tuple(args), loop)
    return [Scalar(tape, tape.emit("pick", (node,), k)) for k in range(len(results))]


def _placed(tape: Tape, values: Sequence[Any], states: int, stops: bool = False) -> list[int]:
    """Nodes of the state, then of records; with `stops` the last is a flag."""
    if any(tape.is_flag(place(tape, x)) for x in values[:states]):
        raise ErfdError("a loop's state has a flag in it", "carry select(flag, 1.0, 0.0) instead")
    nodes = [number(tape, x) for x in (values[:-1] if stops else values)]
    if stops:
        last = values[-1]
        plain = not isinstance(last, Scalar)
        nodes.append(
            place(tape, traced("lt", Scalar(tape, tape.const(0)), last) if plain else last)
        )
    return nodes


def _closed(inner: Tape, states: int, items: int) -> Tape:
    """The body with flat places for its inputs: states, outers, items, round."""
    outers = len(inner.captured)
    start = {"outer": states, "item": states + outers, "round": states + outers + items}
    for i, (op, _, value) in enumerate(inner.nodes):
        if op == "input" and isinstance(value, tuple):
            inner.nodes[i] = inner.nodes[i]._replace(value=start[value[0]] + value[1])
    inner.inputs = [Port("state", (states,)), Port("outer", (outers,))]
    inner.inputs += [Port("item", (items,)), Port("round", ())] if items else [Port("round", ())]
    inner.outputs = [Port("next", (len(inner.results),))]
    return inner.compact()


__all__ = ["iterate", "scan", "select"]
