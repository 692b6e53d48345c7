"""The tape run by Python: on floats (the obvious reference) and on NumPy arrays (rows at once)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from erfd.trace.ops import OPS
from erfd.trace.tape import Loop, Tape


def run(tape: Tape, inputs: Sequence[Any], arrays: bool = False) -> list[Any]:
    """The flat results for flat inputs; with `arrays` every input is an array over the rows."""
    values: list[Any] = []
    for op, args, value in tape.nodes:
        known = [values[k] for k in args]
        if op == "const":
            values.append(value)
        elif op == "input":
            values.append(inputs[value])
        elif op == "pick":
            values.append(known[0][value])
        elif isinstance(value, Loop):
            values.append(_loop(op, value, known, arrays))
        else:
            values.append((OPS[op].array if arrays else OPS[op].fold)(*known))
    return [values[i] for i in tape.results]


def _loop(op: str, loop: Loop, args: list[Any], arrays: bool) -> list[Any]:
    state, outers = args[: loop.states], args[loop.states :]
    if op == "scan":
        for k in range(loop.limit):
            state = run(loop.body, [*state, *outers, float(k)], arrays)
        return state
    done: Any = False
    for k in range(loop.limit):
        *after, flag = run(loop.body, [*state, *outers, float(k)], arrays)
        if arrays:
            state = [np.where(done, a, b) for a, b in zip(state, after, strict=True)]
            done = np.logical_or(done, flag)
        else:
            state, done = after, flag
        if np.all(done):
            break
    return [*state, done]


def on_floats(tape: Tape, *inputs: Any) -> list[list[float]]:
    """Named inputs as flat sequences of floats (or floats); one flat list for every output."""
    flat = [float(x) for group in inputs for x in np.ravel(group)]
    return _split(tape, run(tape, flat))


def on_arrays(tape: Tape, *inputs: Any) -> list[Any]:
    """NumPy arrays whose last dimensions are the ports' shapes; leading dimensions broadcast."""
    groups = [np.asarray(x, dtype=np.float64) for x in inputs]
    lead = np.broadcast_shapes(
        *(g.shape[: g.ndim - len(p.shape)] for g, p in zip(groups, tape.inputs, strict=True))
    )
    flat = []
    for group, port in zip(groups, tape.inputs, strict=True):
        if group.shape[group.ndim - len(port.shape) :] != port.shape:
            raise ValueError(f"{port.name} has shape {group.shape}, its last must be {port.shape}")
        rows = group.reshape(*group.shape[: group.ndim - len(port.shape)], port.size)
        flat += [rows[..., k] for k in range(port.size)]
    with np.errstate(all="ignore"):
        results = [np.broadcast_to(x, lead) for x in run(tape, flat, arrays=True)]
    return [
        (np.stack(group, axis=-1) if group else np.empty(0)).reshape((*lead, *port.shape))
        for group, port in zip(_split(tape, results), tape.outputs, strict=True)
    ]


def _split(tape: Tape, results: list[Any]) -> list[list[Any]]:
    groups, k = [], 0
    for port in tape.outputs:
        groups.append(results[k : k + port.size])
        k += port.size
    return groups
