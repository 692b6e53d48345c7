"""Reverse differentiation: for every result a sweep backward over the program, without loops.

Tape -> Tape: the program is copied; then, result by result, each node hands its adjoint on to its
arguments. Cost: about one copy of the program for each result, less what does not matter to it.
What a choice did not take has the adjoint 0, and hands on 0 where its own slope is infinite.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from erfd.trace.choose import equal, select
from erfd.trace.partials import CHOICES, PARTIALS, is_zero
from erfd.trace.scalar import Scalar
from erfd.trace.tape import Loop, Tape

Slopes = list[tuple[int, Any]]


def has_loops(tape: Tape) -> bool:
    return any(isinstance(node.value, Loop) for node in tape.nodes)


def adjoints(
    tape: Tape, rows: Sequence[int], columns: Sequence[int]
) -> tuple[Tape, list[int], list[list[Any]]]:
    """A copy of the tape, the rows on it, and there d row / d column; both are nodes of the old."""
    new = Tape()
    at: list[int] = []
    for op, args, value in tape.nodes:
        at.append(new.emit(op, tuple(at[k] for k in args), value))
    active = _active(tape, columns)
    slopes: dict[int, Slopes] = {}
    steep = _Steep(new)
    matrix = []
    for row in rows:
        found = _backward(tape, new, at, row, active, slopes, steep)
        matrix.append([found.get(k, 0) for k in columns])
    return new, [at[i] for i in rows], matrix


def _active(tape: Tape, columns: Sequence[int]) -> list[bool]:
    """What depends on the columns."""
    active = [False] * len(tape.nodes)
    for k in columns:
        active[k] = True
    for i, node in enumerate(tape.nodes):
        active[i] = active[i] or any(active[k] for k in node.args)
    return active


class _Steep:
    """Whether a node of the tape, which grows, may be no finite number: quotients and roots."""

    def __init__(self, tape: Tape) -> None:
        self.tape, self.known = tape, list[bool]()

    def __call__(self, x: Any) -> bool:
        if not isinstance(x, Scalar):
            return False
        for op, args, _ in self.tape.nodes[len(self.known) :]:
            self.known.append(op in ("reciprocal", "sqrt") or any(self.known[k] for k in args))
        return self.known[x.index]


def _backward(
    tape: Tape,
    new: Tape,
    at: list[int],
    row: int,
    active: list[bool],
    slopes: dict[int, Slopes],
    steep: _Steep,
) -> dict[int, Any]:
    """The adjoints of all nodes for one result."""
    adjoint: dict[int, Any] = {row: 1}
    chosen = set[int]()  # whose adjoint is 0 where a choice did not take them
    for i in range(row, -1, -1):
        if i not in adjoint or not active[i] or not tape.nodes[i].args:
            continue
        choice = tape.nodes[i].op in CHOICES
        guard = steep if i in chosen else None
        for k, part in _shares(tape, new, at, i, adjoint[i], slopes, guard):
            if active[k] and not is_zero(part):
                adjoint[k] = adjoint[k] + part if k in adjoint else part
                if choice or i in chosen:
                    chosen.add(k)
    return adjoint


def _shares(
    tape: Tape,
    new: Tape,
    at: list[int],
    i: int,
    adjoint: Any,
    slopes: dict[int, Slopes],
    guard: _Steep | None,
) -> Slopes:
    """What each argument gets."""
    op, args, _ = tape.nodes[i]
    if op in CHOICES:
        flag, a, b = CHOICES[op](*(Scalar(new, at[k]) for k in args))
        return [(args[a], select(flag, adjoint, 0)), (args[b], select(flag, 0, adjoint))]
    if op not in PARTIALS:
        return []
    if i not in slopes:
        partials = PARTIALS[op](Scalar(new, at[i]), *(Scalar(new, at[k]) for k in args))
        slopes[i] = list(zip(args, partials, strict=True))
    if guard is None:
        return [(k, partial * adjoint) for k, partial in slopes[i]]
    return [
        (k, select(equal(adjoint, 0), 0, x * adjoint) if guard(x) else x * adjoint)
        for k, x in slopes[i]
    ]
