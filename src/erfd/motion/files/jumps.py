"""Between samples of positions, speeds and accelerations: a smooth curve, or one jump.

Planned motions change their acceleration at once, and rarely just at a sample. The quintic through
both samples then swings beyond either acceleration, by up to half of the jump, and a judge would
blame the motion for it. Where that happens and one jump explains the samples better, the curve of
that interval is: one acceleration until the jump, then another. On either side it stays as it is at
the sample, or goes on as it changed in the interval beside, whichever leaves less to explain. The
instant tau follows from the speeds of all joints, by least squares (Gauss and Newton) of
v1 - v0 = a0 tau + b tau^2 / 2 + a1 (h - tau) - c (h - tau)^2 / 2, with b and c those changes.

Where the tool's turning rate steps, so do speeds (`speed_steps.py`).
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index, State
from erfd.motion.files.broken_curve import (
    PLACES,
    Broken,
    Ends,
    accelerations,
    broken,
    chosen,
    ends,
    left_over,
    some,
)
from erfd.motion.files.speed_steps import speed_steps

WORTH = 0.02  # of the change of acceleration: less overshoot is none
BETTER = 0.5  # a jump must leave less than this part of the quintic's overshoot
SIMPLE, NOTHING = 0.8, 1e-6  # less must be left by what is less simple; of the accelerations
EDGE = 1e-6  # of the interval: jumps nearer to a sample are at the sample
ROUNDS = 10  # of Gauss and Newton


class Jumps(NamedTuple):
    """Intervals with a jump or step, its instants, and rising coefficients (K, 6, n) on both sides;
    how many are steps of the speed."""

    rows: Index
    tau: Array
    before: Array
    after: Array
    steps: int


def jumps(h: Array, start: State, end: State, smooth: Array) -> Jumps:
    """`smooth` are the quintics (K, 6, n) of the same intervals."""
    over = _overshoot(accelerations(smooth, h[:, None] * PLACES), start.qdd, end.qdd)
    size = np.abs(end.qdd - start.qdd).max(axis=1)
    rows, found, much = _explained(np.flatnonzero(over > WORTH * size), h, start, end)
    left = over.copy()
    left[rows] = np.minimum(over[rows], much)
    better = left[rows] < BETTER * over[rows]
    stepped, steps = speed_steps(h, start, end, over, left)
    better &= ~np.isin(rows, stepped)
    kept = some(found, better)
    return Jumps(
        np.concatenate([rows[better], stepped]),
        np.concatenate([kept.tau, steps.tau]),
        np.concatenate([kept.before, steps.before]),
        np.concatenate([kept.after, steps.after]),
        len(stepped),
    )


def _explained(rows: Index, h: Array, start: State, end: State) -> tuple[Index, Broken, Array]:
    """The rows in which a jump lies, the curves with it, and the accelerations that these leave."""
    flat = ends(rows, h, start, end)
    slope = np.pad((end.qdd - start.qdd) / h[:, None], ((1, 1), (0, 0)))
    size = np.maximum(np.abs(flat.first.qdd), np.abs(flat.last.qdd)).max(axis=1, initial=0.0)
    best, much = _jumped(flat)
    for b, c in list(product((0.0, 1.0), repeat=2))[1:]:
        other, left = _jumped(flat._replace(before=b * slope[rows], after=c * slope[rows + 2]))
        better = left < SIMPLE * much - NOTHING * size
        best, much = chosen(better, other, best), np.where(better, left, much)
    inside = (best.tau > EDGE * h[rows]) & (best.tau < (1.0 - EDGE) * h[rows])
    return rows[inside], some(best, inside), much[inside]


def _jumped(x: Ends) -> tuple[Broken, Array]:
    found = broken(x, _instants(x))
    return found, left_over(found, x.h)


def _instants(x: Ends) -> Array:
    """0 or h where the speeds are not met within."""
    T = 0.5 * x.h
    for _ in range(ROUNDS):
        rest = x.h - T
        miss = x.last.qd - x.first.qd
        miss = miss - (x.first.qdd + 0.5 * x.before * T) * T
        miss = miss - (x.last.qdd - 0.5 * x.after * rest) * rest
        slope = x.first.qdd + x.before * T - x.last.qdd + x.after * rest
        size = (slope * slope).sum(axis=1, keepdims=True)
        step = (slope * miss).sum(axis=1, keepdims=True) / np.where(size > 0.0, size, 1.0)
        T = np.where(size > 0.0, np.clip(T + step, 0.0, x.h), 0.0)
    return T[:, 0]


def _overshoot(values: Array, a: Array, b: Array) -> Array:
    """By how much the joint that is worst leaves the range between both accelerations."""
    above = values - np.maximum(a, b)[:, None]
    below = np.minimum(a, b)[:, None] - values
    worst: Array = np.maximum(above, below).max(axis=(1, 2), initial=0.0)
    return worst
