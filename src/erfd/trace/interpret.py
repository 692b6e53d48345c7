"""The tape run by Python: on floats (the obvious reference) and on NumPy arrays (rows at once)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from erfd.trace.ops import OPS
from erfd.trace.tape import Loop, Port, Tape


def run(
    tape: Tape, inputs: Sequence[Any], arrays: bool = False, last: Sequence[int] = ()
) -> list[Any]:
    """The flat results for flat inputs; with `arrays` every input is an array over the rows.

    An array is let go after its last use, which `last` says if it is known: a batch takes the
    memory of the few dozen values that are under way, not of the whole program.
    """
    values: list[Any] = []
    if arrays:
        last = last or last_uses(tape)
    for i, (op, args, value) in enumerate(tape.nodes):
        known = [values[k] for k in args]
        if op == "const":
            values.append(value)
        elif op == "input":
            values.append(inputs[value])
        elif op == "pick":
            values.append(known[0][value])
        elif isinstance(value, Loop):
            ran = (_series if value.limit is None else _loop)(op, value, known, arrays)
            values.append(ran)
        else:
            values.append((OPS[op].array if arrays else OPS[op].fold)(*known))
        if arrays:
            for k in args:
                if last[k] == i:
                    values[k] = None
    return [values[i] for i in tape.results]


def last_uses(tape: Tape) -> list[int]:
    """The last node that reads each node; results are read behind all nodes."""
    last = list(range(len(tape.nodes)))
    for i, node in enumerate(tape.nodes):
        for k in node.args:
            last[k] = i
    for k in tape.results:
        last[k] = len(tape.nodes)
    return last


def _loop(op: str, loop: Loop, args: list[Any], arrays: bool) -> list[Any]:
    state, outers = args[: loop.states], args[loop.states :]
    rounds, last = range(loop.rounds()), last_uses(loop.body)
    if op == "scan":
        for k in rounds:
            state = run(loop.body, [*state, *outers, float(k)], arrays, last)
        return state
    done: Any = False
    for k in rounds:
        *after, flag = run(loop.body, [*state, *outers, float(k)], arrays, last)
        if arrays:
            state = [np.where(done, a, b) for a, b in zip(state, after, strict=True)]
            done = np.logical_or(done, flag)
        else:
            state, done = after, flag
        if np.all(done):
            break
    return [*state, done]


def _series(_: str, loop: Loop, args: list[Any], arrays: bool) -> list[Any]:
    """Items and records are arrays whose last dimension counts the rounds."""
    cut = len(args) - loop.series
    state, outers, items = args[: loop.states], args[loop.states : cut], args[cut:]
    kept: list[Any] = []
    last = last_uses(loop.body)
    for k in range(items[0].shape[-1]):
        now = [x[..., k] if arrays else float(x[k]) for x in items]
        after = run(loop.body, [*state, *outers, *now, float(k)], arrays, last)
        state = after[: loop.states]
        kept.append(after[loop.states :])
    records: list[Any] = [np.empty(0) for _ in loop.body.results[loop.states :]]
    if kept:
        records = [np.stack(np.broadcast_arrays(*x), axis=-1) for x in zip(*kept, strict=True)]
    return [*state, *records]


def on_floats(tape: Tape, *inputs: Any) -> list[list[Any]]:
    """Named inputs as flat sequences of floats (or floats); one flat list for every output.

    A series comes in rows, one for each round; in a series that comes out each place is an array.
    """
    flat: list[Any] = []
    for group, port in zip(inputs, tape.inputs, strict=True):
        if port.series:
            flat += list(np.reshape(group, (len(group), port.size)).T)
        else:
            flat += [float(x) for x in np.ravel(group)]
    return _split(tape, run(tape, flat))


def doubles(x: Any) -> Any:
    """An array of doubles; what a ufunc would not take is refused here too."""
    given = np.asarray(x)
    if not np.can_cast(given.dtype, np.float64):
        raise TypeError(f"an input is of type {given.dtype}, which is no real number of 64 bits")
    return given.astype(np.float64, copy=False)


def on_arrays(tape: Tape, *inputs: Any) -> list[Any]:
    """NumPy arrays whose last dimensions are the ports' shapes; leading dimensions broadcast."""
    groups = [doubles(x) for x in inputs]
    ends = [g.ndim - len(p.core) for g, p in zip(groups, tape.inputs, strict=True)]
    lead = np.broadcast_shapes(*(g.shape[:end] for g, end in zip(groups, ends, strict=True)))
    rounds = _rounds(tape, groups, ends)
    flat = []
    for group, port, end in zip(groups, tape.inputs, ends, strict=True):
        if end < 0 or group.shape[end:] != rounds * port.series + port.shape:
            raise ValueError(f"{port.name} has shape {group.shape}, its last must be {port.shape}")
        rows = group.reshape(*group.shape[: end + port.series], port.size)
        flat += [rows[..., k] for k in range(port.size)]
    with np.errstate(all="ignore"):
        results = _split(tape, run(tape, flat, arrays=True))
    return [
        _joined(results, lead + rounds * port.series, port)
        for results, port in zip(results, tape.outputs, strict=True)
    ]


def _rounds(tape: Tape, groups: list[Any], ends: list[int]) -> tuple[int, ...]:
    """How many rounds the series have, () where there are none."""
    found = zip(groups, tape.inputs, ends, strict=True)
    return next(((g.shape[end],) for g, p, end in found if p.series and end >= 0), ())


def _joined(places: list[Any], lead: tuple[int, ...], port: Port) -> Any:
    parts = [np.broadcast_to(x, lead) for x in places]
    whole = np.stack(parts, axis=-1) if parts else np.empty(0)
    return whole.reshape((*lead, *port.shape))


def _split(tape: Tape, results: list[Any]) -> list[list[Any]]:
    groups, k = [], 0
    for port in tape.outputs:
        groups.append(results[k : k + port.size])
        k += port.size
    return groups
