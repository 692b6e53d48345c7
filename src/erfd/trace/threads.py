"""A batch split over threads: each takes a part of the rows of the first leading dimension."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from erfd.trace.tape import Port

FEWEST_ROWS = 1024
LANES = 8


@functools.cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="erfd")


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
    """run(*args), in as many parts as there are threads; rounds of series count as rows."""
    leads = [a.shape[: a.ndim - len(p.core)] for a, p in zip(args, inputs, strict=True)]
    lead = np.broadcast_shapes(*leads)
    rounds = _rounds(inputs, args, leads)
    if not lead or int(np.prod(lead + rounds)) < FEWEST_ROWS:
        return run(*args) if out is None else run(*args, out=out)
    places = out if isinstance(out, tuple) else (out,) if out is not None else None
    if places is None:
        places = tuple(np.empty(lead + rounds * p.series + p.shape) for p in outputs)
    edges = _edges(lead[0], threads)

    def part(k: int) -> None:
        rows = slice(edges[k], edges[k + 1])
        own = [
            a[rows] if len(at) == len(lead) and at[0] != 1 else a
            for a, at in zip(args, leads, strict=True)
        ]
        run(*own, out=tuple(x[rows] for x in places))

    others = [_pool(threads - 1).submit(part, k) for k in range(1, threads)]
    part(0)
    for other in others:
        other.result()
    return places[0] if len(places) == 1 else places


def _rounds(
    inputs: Sequence[Port], args: list[Any], leads: list[tuple[int, ...]]
) -> tuple[int, ...]:
    """How long the series are, () where there are none."""
    found = zip(inputs, args, leads, strict=True)
    return next((a.shape[len(at) : len(at) + 1] for p, a, at in found if p.series), ())


def _edges(rows: int, threads: int) -> list[int]:
    """Where parts begin and end: where there are enough rows, vectors stay whole."""
    lanes = LANES if rows >= LANES * threads else 1
    return [rows * k // threads // lanes * lanes for k in range(threads)] + [rows]
