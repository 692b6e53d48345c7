"""Loops on a tape: `scan` runs a body a fixed number of times, `iterate` until it says done.

A body is a function of the state (a list of scalars) that returns the next state; values of the
surrounding text that it uses are carried in by themselves. On plain numbers both just run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from erfd.trace.choose import select
from erfd.trace.scalar import Scalar, place
from erfd.trace.tape import Loop, Port, Tape

State = list[Any]


def scan(count: int, state: Sequence[Any], body: Callable[[State, Any], Sequence[Any]]) -> State:
    """`count` rounds of state = body(state, round); the last state."""
    tape = _tape_of(state)
    if tape is None:
        for k in range(count):
            state = body(list(state), float(k))
        return list(state)
    return _loop("scan", tape, count, state, body)


def iterate(
    limit: int, state: Sequence[Any], body: Callable[[State], tuple[Sequence[Any], Any]]
) -> tuple[State, Any]:
    """Rounds of (state, done) = body(state) until done, at most `limit`; the last state, and done.

    A row that is done keeps its state while others go on, so rows never influence each other.
    """
    tape = _tape_of(state)
    if tape is None:
        done = False
        for _ in range(limit):
            state, done = body(list(state))
            if done:
                break
        return list(state), done

    def flagged(x: State, _: Any) -> State:
        after, done = body(x)
        return [*after, done]

    *last, done = _loop("iterate", tape, limit, state, flagged)
    return last, done


def _tape_of(state: Sequence[Any]) -> Tape | None:
    tapes = [x.tape for x in state if isinstance(x, Scalar)]
    return max(tapes, key=lambda t: t.depth) if tapes else None


def _loop(
    op: str,
    tape: Tape,
    limit: int,
    state: Sequence[Any],
    body: Callable[[State, Any], Sequence[Any]],
) -> State:
    inner = Tape(tape)
    inside = [Scalar(inner, inner.emit("input", value=k)) for k in range(len(state))]
    counter = Scalar(inner, inner.emit("input", value=("round", 0)))
    inner.results = [place(inner, x) for x in body(inside, counter)]
    loop = Loop(_closed(inner, len(state)), len(state), limit)
    args = [place(tape, x) for x in state] + list(inner.captured)
    node = tape.emit(op, tuple(args), loop)
    return [Scalar(tape, tape.emit("pick", (node,), k)) for k in range(len(inner.results))]


def _closed(inner: Tape, states: int) -> Tape:
    """The body with flat places for its inputs: states, outers, round."""
    outers = len(inner.captured)
    start = {"outer": states, "round": states + outers}
    for i, (op, _, value) in enumerate(inner.nodes):
        if op == "input" and isinstance(value, tuple):
            inner.nodes[i] = inner.nodes[i]._replace(value=start[value[0]] + value[1])
    inner.inputs = [Port("state", (states,)), Port("outer", (outers,)), Port("round", ())]
    inner.outputs = [Port("next", (len(inner.results),))]
    return inner.compact()


__all__ = ["iterate", "scan", "select"]
