"""A batch split over threads: each takes parts of the rows of the first leading dimension.

Parts are large at first and small at the end, and whoever is free takes the next one: a thread that
starts late, or shares its core, does not make the others wait.
"""

from __future__ import annotations

import functools
import os
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from math import prod
from typing import Any

import numpy as np

from erfd.trace.tape import Port

FEWEST_ROWS = 1024
SMALLEST = 2048  # states in a part
LANES = 8
MOST = max(64, 2 * (os.cpu_count() or 1))


@functools.cache
def _pool() -> ThreadPoolExecutor:
    """One for all; its threads are started when there is something for them to do."""
    return ThreadPoolExecutor(MOST, thread_name_prefix="erfd")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)


def in_threads(
    run: Any,
    inputs: Sequence[Port],
    outputs: Sequence[Port],
    args: list[Any],
    out: Any,
    threads: int,
) -> Any:
    """run(*args), in parts; rounds of series count as rows.

    No more threads are started than there are large parts, and never more than `MOST`.
    """
    leads = [a.shape[: a.ndim - len(p.core)] for a, p in zip(args, inputs, strict=True)]
    same = leads.count(leads[0]) == len(leads)
    lead = leads[0] if same else np.broadcast_shapes(*leads)
    rounds = _rounds(inputs, args, leads)
    threads = min(threads, MOST, 1 + prod(lead + rounds) // FEWEST_ROWS)
    if not lead or prod(lead + rounds) < FEWEST_ROWS:
        return run(*args) if out is None else run(*args, out=out)
    places = out if isinstance(out, tuple) else (out,) if out is not None else None
    if places is not None and not _apart(places, args, outputs, lead, rounds):
        return run(*args, out=out)
    if places is None:
        places = tuple(np.empty(lead + rounds * p.series + p.shape) for p in outputs)
    parts = deque(_parts(lead[0], threads, max(1, prod(lead[1:] + rounds))))

    def work() -> None:
        while parts:
            try:
                rows = parts.popleft()
            except IndexError:  # another thread was faster
                return
            own = [
                a[rows] if len(at) == len(lead) and at[0] != 1 else a
                for a, at in zip(args, leads, strict=True)
            ]
            run(*own, out=tuple(x[rows] for x in places))

    others = [_pool().submit(work) for _ in range(threads - 1)]
    try:
        work()
    finally:
        wait(others)
    for other in others:
        other.result()
    return places[0] if len(places) == 1 else places


def _apart(
    places: tuple[Any, ...],
    args: list[Any],
    outputs: Sequence[Port],
    lead: tuple[int, ...],
    rounds: tuple[int, ...],
) -> bool:
    """Whether rows can be computed in any order; where not, all of them are NumPy's in one piece.

    What is written must have the results' shape, and be an input itself or share no memory with it.
    """
    shapes = [lead + rounds * p.series + p.shape for p in outputs]
    if len(places) != len(shapes) or any(
        not isinstance(x, np.ndarray) or x.shape != s for x, s in zip(places, shapes, strict=True)
    ):
        return False
    shared = [np.may_share_memory(a, x) for x in places for a in args if a is not x]
    return not any(shared)


def _rounds(
    inputs: Sequence[Port], args: list[Any], leads: list[tuple[int, ...]]
) -> tuple[int, ...]:
    """How long the series are, () where there are none."""
    found = zip(inputs, args, leads, strict=True)
    return next((a.shape[len(at) : len(at) + 1] for p, a, at in found if p.series), ())


def _parts(rows: int, threads: int, each: int) -> list[slice]:
    """Every part two thirds of what a thread would still have to do; vectors stay whole.

    `each` is how many states a row holds.
    """
    parts, done = [], 0
    least = max(1, -(-SMALLEST // each))
    lanes = LANES if rows >= LANES * threads else 1
    while done < rows:
        size = max(2 * (rows - done) // (3 * threads), least)
        end = min(-(-(done + size) // lanes) * lanes, rows)
        parts.append(slice(done, end))
        done = end
    return parts
