"""Series: inputs that bring values for every round of a loop, outputs that keep every round's.

`scan_series` runs a body once for each item of its series, the state carried along: one compiled
kernel for any number of rounds. The number is the leading dimension of all series of a program,
"t" in the ufunc's signature: (t,6),(6)->(t,12).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from erfd.errors import ErfdError
from erfd.trace.loops import State, traced_loop
from erfd.trace.scalar import Scalar, Series
from erfd.trace.tape import Tape

Body = Callable[[State, list[Any], Any], tuple[Sequence[Any], Sequence[Any]]]


def series(tape: Tape, name: str, shape: tuple[int, ...]) -> list[Series]:
    """A new named input, flat, whose values `scan_series` hands out round by round."""
    return [Series(tape, i) for i in tape.add_input(name, shape, series=True)]


def scan_series(items: Sequence[Any], state: Sequence[Any], body: Body) -> tuple[State, list[Any]]:
    """(state, records) = body(state, items, round) for every round; last state, series of records.

    Items are traced series, or lists of numbers that are equally long; then records are lists too.
    """
    if any(isinstance(x, Series) for x in items):
        return _traced(items, state, body)
    rows, state = [], list(state)
    for k, row in enumerate(zip(*items, strict=True)):
        after, records = body(state, list(row), float(k))
        state = list(after)
        rows.append(list(records))
    return state, [list(column) for column in zip(*rows, strict=True)]


def _traced(items: Sequence[Any], state: Sequence[Any], body: Body) -> tuple[State, list[Any]]:
    tapes = {x.tape for x in items if isinstance(x, Series)}
    if len(tapes) > 1 or not all(isinstance(x, Series) for x in items):
        raise ErfdError("a loop over series got items of several kinds", "pass series of one tape")
    if any(isinstance(x, Scalar) and x.tape.depth for x in (*items, *state)):
        raise ErfdError("a loop over series stands inside of another loop", "let it be the outer")
    (tape,) = tapes

    def both(x: State, rounds: Any) -> Sequence[Any]:
        after, records = body(x[: len(state)], x[len(state) :], rounds)
        if len(after) != len(state):
            raise ErfdError(
                f"a loop's state of {len(state)} values became one of {len(after)}",
                "return the next state and the records",
            )
        return [*after, *records]

    results = traced_loop("scan", tape, None, state, both, [x.index for x in items])
    records = [Series(tape, x.index) for x in results[len(state) :]]
    return results[: len(state)], list(records)


def refuse_series(tape: Tape, what: str) -> None:
    """For passes whose result has no place for series."""
    if tape.has_series:
        names = ", ".join(p.name for p in (*tape.inputs, *tape.outputs) if p.series)
        raise ErfdError(f"{what} has no series ({names})", "use the body of the loop alone")
