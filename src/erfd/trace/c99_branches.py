"""Which of many states a test shall hold: those that go through every branch of a program.

A way is one outcome of one choice: a comparison that holds or not, a number above, below or at
zero, the smaller or the larger of two; inside of a loop in whichever round. The states are chosen
one after the other, each for the ways that have been gone least often.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from erfd.trace.interpret import run
from erfd.trace.ops import OPS
from erfd.trace.tape import Loop, Tape

Place = tuple[int, ...]
NEAR, SAME = 1e-14, 1e-10
WRONG = 1.01


def spread(tape: Tape, rows: Any, count: int) -> list[int]:
    """The numbers of `count` rows (of flat inputs) that go many ways between them."""
    gone = ways(tape, np.asarray(rows, dtype=np.float64))
    often = np.zeros(gone.shape[1])
    chosen: list[int] = []
    while len(chosen) < min(count, len(rows)):
        worth = gone @ (0.01**often)
        worth[chosen] = -1.0
        chosen.append(int(worth.argmax()))
        often += gone[chosen[-1]]
    return chosen


def ways(tape: Tape, rows: Any) -> Any:
    """For every row the ways that it goes, 1 or 0; ways that none or all go are left out."""
    found: dict[tuple[Place, int], Any] = {}
    with np.errstate(all="ignore"):
        _run(tape, list(rows.T), np.ones(len(rows), dtype=bool), (), found)
    kept = [x for x in found.values() if x.any() and not x.all()]
    return np.stack(kept, axis=1).astype(float) if kept else np.zeros((len(rows), 0))


def _outcomes(op: str, known: Sequence[Any], result: Any) -> list[Any]:
    """The last ones of a comparison: those that a constant wrong by a hundredth turns."""
    if OPS[op].flag:
        fixed = [np.ndim(x) == 0 and np.dtype(type(x)) == np.float64 for x in known]
        if not any(fixed):
            return [result, ~result]
        off = [x * WRONG if still else x for x, still in zip(known, fixed, strict=True)]
        turned = OPS[op].array(*off) != result
        return [result, ~result, turned & result, turned & ~result]
    if op in ("sign", "abs"):
        return [known[0] < 0, known[0] > 0, known[0] == 0]
    return [known[0] < known[1], known[0] > known[1]]


CHOICES = {"sign", "abs", "min", "max", *(op for op in OPS if OPS[op].flag)}
Found = dict[tuple[Place, int], Any]


def _run(tape: Tape, inputs: Sequence[Any], here: Any, at: Place, found: Found) -> list[Any]:
    """The results; `here` are the rows that are still under way."""
    values: list[Any] = []
    for i, (op, args, value) in enumerate(tape.nodes):
        known = [values[k] for k in args]
        if op == "const":
            values.append(np.float64(value))
        elif op == "input":
            values.append(inputs[value])
        elif op == "pick":
            values.append(known[0][value])
        elif isinstance(value, Loop):
            values.append(_loop(op, value, known, here, (*at, i), found))
        else:
            values.append(OPS[op].array(*known))
            if op in CHOICES:
                _note(found, (*at, i), here, _outcomes(op, known, values[-1]))
    return [values[i] for i in tape.results]


def _note(found: Found, at: Place, here: Any, outcomes: Sequence[Any]) -> None:
    for k, gone in enumerate(outcomes):
        found[at, k] = found.get((at, k), False) | (here & gone)


def _loop(
    op: str, loop: Loop, args: Sequence[Any], here: Any, at: Place, found: Found
) -> list[Any]:
    state, outers = list(args[: loop.states]), args[loop.states :]
    done: Any = np.zeros_like(here)
    for k in range(loop.rounds()):
        after = _run(loop.body, [*state, *outers, np.float64(k)], here & ~done, at, found)
        if op == "scan":
            state = after
            continue
        *after, flag = after
        state = [np.where(done, a, b) for a, b in zip(state, after, strict=True)]
        done = done | flag
        if done.all():
            break
    return state if op == "scan" else [*state, done]


def steady(tape: Tape, rows: Any) -> Any:
    """The rows at which inputs that differ in the last digits give nearly the same results."""
    with np.errstate(all="ignore"):
        here, near = (_results(tape, x) for x in (rows, rows * (1.0 + NEAR)))
        size = np.abs(here).max(axis=1) + 1.0
        return np.isfinite(here).all(axis=1) & (np.abs(here - near).max(axis=1) < SAME * size)


def _results(tape: Tape, rows: Any) -> Any:
    flat = run(tape, list(rows.T), arrays=True)
    return np.stack([np.broadcast_to(x, len(rows)) for x in flat], axis=1).astype(float)
