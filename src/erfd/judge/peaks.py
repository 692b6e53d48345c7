"""Peaks of a quantity on the curve, found more closely than any grid: repeated narrowing.

A peak lies between the neighbours of the largest value. The interval is divided again and again
until the values at its ends differ from the largest by less than the bracket that is asked for, or
until it is shorter than a nanosecond (where the quantity jumps, at a change of sign of friction).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index
from erfd.judge.instants import Instants
from erfd.judge.uses import BROKEN

BRACKET, SHORTEST = 1e-3, 1e-9
PARTS, ROUNDS = 8, 12
Evaluate = Callable[[Instants, Index], Array]


class Peaks(NamedTuple):
    """Where the largest values are, how large, and how much larger they may be (a share)."""

    at: Instants
    value: Array
    bracket: Array


def candidates(at: Instants, U: Array, floor: float) -> tuple[Index, Index]:
    """Rows and columns of local maxima above `floor`; the ends of a piece are ends of a bracket."""
    before, after = neighbours(at)
    above = (U[before] <= U) & (U[after] <= U) & (floor < U)
    flat = (U[before] == U) & (before != np.arange(len(at)))[:, None]
    rows, columns = np.nonzero(above & ~flat)
    return rows, columns


def neighbours(at: Instants) -> tuple[Index, Index]:
    """The instants before and after, where they are of the same piece; else the instant itself."""
    k = np.arange(len(at))
    before, after = np.maximum(k - 1, 0), np.minimum(k + 1, len(at) - 1)
    same_before, same_after = at.piece[before] == at.piece, at.piece[after] == at.piece
    return np.where(same_before, before, k), np.where(same_after, after, k)


def refine(evaluate: Evaluate, at: Instants, U: Array, rows: Index, columns: Index) -> Peaks:
    """The peaks near U[rows, columns]; `evaluate(instants, columns)` gives a value an instant."""
    before, after = neighbours(at)
    low, high = at.t[before[rows]], at.t[after[rows]]
    best, value = at.t[rows].copy(), U[rows, columns].copy()
    ends = np.minimum(U[before[rows], columns], U[after[rows], columns])
    bracket = _share(value, ends)
    piece = at.piece[rows]
    for _ in range(ROUNDS):
        open_ = np.flatnonzero((bracket > BRACKET) & (high - low > SHORTEST))
        if not len(open_):
            break
        t = np.linspace(low[open_], high[open_], PARTS + 1, axis=1)
        asked = Instants(t.ravel(), np.repeat(piece[open_], PARTS + 1))
        found = evaluate(asked, np.repeat(columns[open_], PARTS + 1)).reshape(t.shape)
        top = np.argmax(found, axis=1)
        left, right = np.maximum(top - 1, 0), np.minimum(top + 1, PARTS)
        row = np.arange(len(open_))
        low[open_], high[open_] = t[row, left], t[row, right]
        bracket[open_] = _share(found[row, top], np.minimum(found[row, left], found[row, right]))
        better = found[row, top] >= value[open_]
        best[open_] = np.where(better, t[row, top], best[open_])
        value[open_] = np.where(better, found[row, top], value[open_])
    return Peaks(Instants(best, piece), value, np.minimum(bracket, 1.0))


def _share(top: Array, ends: Array) -> Array:
    return (top - ends) / np.maximum(np.abs(top), 1e-300)


def crossings(evaluate: Evaluate, inside: Instants, outside: Array, columns: Index) -> Array:
    """The instants at which limits are passed, between one above (`inside`) and one not."""
    high, low = inside.t.copy(), np.array(outside, dtype=float)
    for _ in range(ROUNDS):
        if not len(high) or np.abs(high - low).max() <= SHORTEST:
            break
        t = np.linspace(low, high, PARTS + 1, axis=1)
        asked = Instants(t.ravel(), np.repeat(inside.piece, PARTS + 1))
        above = evaluate(asked, np.repeat(columns, PARTS + 1)).reshape(t.shape) > BROKEN
        above[:, 0], above[:, -1] = False, True
        first = np.argmax(above, axis=1)
        row = np.arange(len(high))
        low, high = t[row, first - 1], t[row, first]
    return high
