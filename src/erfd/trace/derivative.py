"""Tape -> Tape: the derivatives of outputs with respect to inputs, everything in one program.

Every output y and input x give an output `dy_dx` whose shape is that of y followed by that of x.
Forward where there are loops or at most as many inputs as outputs, otherwise backward. What is
known to be zero costs nothing; what the derivatives share with the values is computed once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from erfd.errors import ErfdError
from erfd.trace.adjoints import adjoints, has_loops
from erfd.trace.scalar import Scalar, output, place
from erfd.trace.series import refuse_series
from erfd.trace.tangents import Tangents, swept
from erfd.trace.tape import Port, Tape

Direction = Literal["auto", "forward", "backward"]
Rows = list[list[Any]]


def derivative(
    tape: Tape,
    inputs: Sequence[str],
    outputs: Sequence[str] | None = None,
    *,
    values: bool = False,
    direction: Direction = "auto",
) -> Tape:
    """`values` puts the outputs themselves before their derivatives."""
    refuse_series(tape, "a derivative")
    tape = tape.compact()
    wrt = [port(tape.inputs, name, "input") for name in inputs]
    names = outputs or [p.name for p in tape.outputs]
    of = [port(tape.outputs, name, "output") for name in names]
    columns = [i for x in wrt for i in _input_nodes(tape, x)]
    rows = [i for y in of for i in _results(tape, y)]
    backward = not has_loops(tape) and len(rows) < len(columns)
    if direction != "auto":
        backward = direction == "backward"
    new, copies, matrix = (_backward if backward else _forward)(tape, rows, columns)
    new.inputs = list(tape.inputs)
    flat = dict(zip(rows, copies, strict=True))
    if values:
        for y in of:
            new.add_output(y.name, y.shape, [flat[i] for i in _results(tape, y)])
    add_blocks(new, of, wrt, matrix)
    return new.compact()


def port(ports: Sequence[Port], name: str, what: str) -> Port:
    """The port of this name, or an error that lists those there are."""
    for candidate in ports:
        if candidate.name == name:
            return candidate
    known = ", ".join(p.name for p in ports)
    raise ErfdError(f"a derivative was asked for by the unknown {what} '{name}'", f"use {known}")


def _forward(
    tape: Tape, rows: Sequence[int], columns: Sequence[int]
) -> tuple[Tape, list[int], Rows]:
    seeds: Mapping[int, Tangents] = {node: {k: 1} for k, node in enumerate(columns)}
    new, at, tangents = swept(tape, seeds)
    matrix = [[tangents[i].get(k, 0) for k in range(len(columns))] for i in rows]
    return new, [at[i] for i in rows], matrix


def _backward(
    tape: Tape, rows: Sequence[int], columns: Sequence[int]
) -> tuple[Tape, list[int], Rows]:
    if has_loops(tape):
        raise ErfdError("a program with loops has no backward derivative", "use 'forward'")
    return adjoints(tape, rows, columns)


def add_blocks(tape: Tape, of: Sequence[Port], wrt: Sequence[Port], matrix: Rows) -> None:
    """The outputs dy_dx, cut out of the whole matrix."""
    row = 0
    for y in of:
        column = 0
        for x in wrt:
            part = [v for r in matrix[row : row + y.size] for v in r[column : column + x.size]]
            output(tape, f"d{y.name}_d{x.name}", y.shape + x.shape, part)
            column += x.size
        row += y.size


def _input_nodes(tape: Tape, x: Port) -> list[int]:
    first = sum(p.size for p in tape.inputs[: tape.inputs.index(x)])
    return [tape.emit("input", value=first + k) for k in range(x.size)]


def _results(tape: Tape, y: Port) -> list[int]:
    first = sum(p.size for p in tape.outputs[: tape.outputs.index(y)])
    return tape.results[first : first + y.size]


def inlined(tape: Tape, into: Tape, inputs: Sequence[Any]) -> list[Scalar]:
    """The tape's flat results as part of another program, where equal nodes are one.

    Inputs are flat scalars of that program, or numbers.
    """
    at: list[int] = []
    for op, args, value in tape.nodes:
        if op == "input":
            at.append(place(into, inputs[value]))
        else:
            at.append(into.emit(op, tuple(at[k] for k in args), value))
    return [Scalar(into, at[i]) for i in tape.results]
