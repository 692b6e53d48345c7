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

from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index, State
from erfd.motion.files.broken_curve import (
    PLACES,
    Broken,
    Ends,
    accelerations,
    broken,
    ends,
    left_over,
    some,
)
from erfd.motion.files.speed_steps import speed_steps

WORTH = 0.02  # of the change of acceleration: less overshoot is none
BETTER = 0.5  # a jump must leave less than this part of the quintic's overshoot
SIMPLE, NOTHING = 0.8, 1e-6  # less must be left by what is less simple; of the accelerations
EDGE = 1e-6  # of the interval: jumps nearer to a sample are at the sample
ROUNDS, PORTION = 4, 20_000  # of Gauss and Newton; rows at once


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
    better = (much < BETTER * over[rows]) & (_swing(found, rows, h, start, end) <= over[rows])
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


def _swing(found: Broken, rows: Index, h: Array, start: State, end: State) -> Array:
    """How far the curves with a jump leave the range between both accelerations."""
    a, b, tau = start.qdd[rows], end.qdd[rows], found.tau[:, None]
    first = _overshoot(accelerations(found.before, tau * PLACES), a, b)
    second = _overshoot(accelerations(found.after, (h[rows, None] - tau) * PLACES), a, b)
    return np.maximum(first, second)


def _explained(rows: Index, h: Array, start: State, end: State) -> tuple[Index, Broken, Array]:
    """The rows in which a jump lies, the curves with it, and the accelerations that these leave."""
    slope = np.pad((end.qdd - start.qdd) / h[:, None], ((1, 1), (0, 0)))
    portions = np.split(rows, range(PORTION, len(rows), PORTION))
    parts = [_some_explained(some, h, start, end, slope) for some in portions]
    inside, found, much = zip(*parts, strict=True)
    together = Broken(*(np.concatenate(x) for x in zip(*found, strict=True)))
    return np.concatenate(inside), together, np.concatenate(much)


def _some_explained(
    rows: Index, h: Array, start: State, end: State, slope: Array
) -> tuple[Index, Broken, Array]:
    flat = ends(rows, h, start, end)
    best, much = _jumped(flat)
    size = np.maximum(np.abs(flat.first.qdd), np.abs(flat.last.qdd)).max(axis=1, initial=0.0)
    rest = np.flatnonzero(much > NOTHING * size)
    x = ends(rows[rest], h, start, end)
    for b, c in ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0)):
        before, after = b * slope[rows[rest]], c * slope[rows[rest] + 2]
        other, left = _jumped(x._replace(before=before, after=after))
        better = np.flatnonzero(left < SIMPLE * much[rest])
        for into, new in zip(best, other, strict=True):
            into[rest[better]] = new[better]
        much[rest[better]] = left[better]
    inside = (best.tau > EDGE * h[rows]) & (best.tau < (1.0 - EDGE) * h[rows])
    return rows[inside], some(best, inside), much[inside]


def _jumped(x: Ends) -> tuple[Broken, Array]:
    found = broken(x, _instants(x))
    return found, left_over(found, x.h)


def _instants(x: Ends) -> Array:
    """Within the interval, if only just: a jump may be at a sample; 0 where there is none."""
    T = 0.5 * x.h
    for _ in range(ROUNDS):
        rest = x.h - T
        miss = x.last.qd - x.first.qd
        miss = miss - (x.first.qdd + 0.5 * x.before * T) * T
        miss = miss - (x.last.qdd - 0.5 * x.after * rest) * rest
        slope = x.first.qdd + x.before * T - x.last.qdd + x.after * rest
        size = (slope * slope).sum(axis=1, keepdims=True)
        step = (slope * miss).sum(axis=1, keepdims=True) / np.where(size > 0.0, size, 1.0)
        inside = np.clip(T + step, 2.0 * EDGE * x.h, (1.0 - 2.0 * EDGE) * x.h)
        T = np.where(size > 0.0, inside, 0.0)
    return T[:, 0]


def _overshoot(values: Array, a: Array, b: Array) -> Array:
    """By how much the joint that is worst leaves the range between both accelerations."""
    above = values - np.maximum(a, b)[:, None]
    below = np.minimum(a, b)[:, None] - values
    worst: Array = np.maximum(above, below).max(axis=(1, 2), initial=0.0)
    return worst
