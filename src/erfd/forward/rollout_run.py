"""The kernel run in portions of time steps, the state carried from one to the next.

States are kept in place where every step is kept. Otherwise the kernel runs from one kept state to
the next; where that would be too little work for a call, it writes all steps of a portion aside and
those to be kept are copied. Portions do not change a bit of the result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.progress import Progress
from erfd.trace.function import Function

State = tuple[Array, Array, Array]
Places = tuple[Array, ...]
PORTION = 2**20  # robots x steps in one call, about a twentieth of a second
ENOUGH = 20_000  # robots x steps that are worth a call


@dataclass(frozen=True)
class Kept:
    """Where the states go: q, qd (..., K + 1, n), torque (..., K, n) or None."""

    q: Array
    qd: Array
    torque: Array | None = None

    @property
    def arrays(self) -> tuple[Array, ...]:
        return (self.q, self.qd) if self.torque is None else (self.q, self.qd, self.torque)

    def after_start(self, first: int, last: int) -> Places:
        places = self.q[..., first + 1 : last + 1, :], self.qd[..., first + 1 : last + 1, :]
        return places if self.torque is None else (*places, self.torque[..., first:last, :])


def places(shapes: Sequence[tuple[int, ...]]) -> list[Array]:
    """New arrays in one piece of memory, since large pieces come in large pages."""
    sizes = [math.prod(shape) for shape in shapes]
    parts = np.split(np.empty(sum(sizes)), np.cumsum(sizes)[:-1])
    return [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]


class Run:
    """`made(keep)` gives the kernel that writes every step, or what the last one ends with."""

    def __init__(
        self,
        made: Callable[[bool], Function],
        constants: Mapping[str, Any],
        flows: Mapping[str, Array],
        threads: int | None,
    ) -> None:
        self.made, self.constants, self.flows, self.threads = made, constants, flows, threads

    def through(self, steps: int, every: int, kept: Kept, progress: Progress) -> Array:
        """All steps; how many of them were good, in each row."""
        rows = max(1, kept.q[..., 0, 0].size)
        state: State = kept.q[..., 0, :], kept.qd[..., 0, :], np.zeros(kept.q.shape[:-2])
        most = max(1, PORTION // rows)
        alone = every > 1 and rows * every >= ENOUGH
        portion = every if alone else max(1, most // every) * every
        for first in range(0, steps, portion):
            last = min(first + portion, steps)
            places = kept.after_start(first // every, last // every)
            if alone:
                state = self._alone(state, first, last, most, places, progress)
                continue
            aside = self._call if every == 1 else self._aside
            state = aside(state, first, last, places)
            progress.advance(last - first)
        return state[2]

    def _alone(
        self, state: State, first: int, last: int, most: int, places: Places, progress: Progress
    ) -> State:
        """From one kept state to the next, the last states only."""
        for start in range(first, last, most):
            end = min(start + most, last)
            torque = tuple(x[..., 0, :] for x in places[2:])
            state = self._call(state, start, end, torque, keep=False)
            progress.advance(end - start)
        places[0][..., 0, :], places[1][..., 0, :] = state[:2]
        return state

    def _aside(self, state: State, first: int, last: int, places: Places) -> State:
        """Every step of the portion, those to be kept copied."""
        every = (last - first) // places[0].shape[-2]
        shapes = [(*x.shape[:-2], last - first, x.shape[-1]) for x in places]
        tiles = tuple(np.empty(shape) for shape in shapes)
        state = self._call(state, first, last, tiles)
        for place, tile in zip(places, tiles, strict=True):
            place[...] = tile[..., every - 1 :: every, :]
        return state

    def _call(
        self, state: State, first: int, last: int, places: Places, *, keep: bool = True
    ) -> State:
        run = self.made(keep)
        given = dict(self.constants) | dict(zip(("q", "qd", "good"), state, strict=True))
        given["tick"] = np.arange(first, last, dtype=float)
        given |= {name: x[..., first:last, :] for name, x in self.flows.items()}
        q, qd, good = (np.empty(x.shape) for x in state)
        arguments = (given[port.name] for port in run.inputs)
        run(*arguments, out=(q, qd, good, *places), threads=self.threads)
        return q, qd, good
