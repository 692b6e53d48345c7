"""Between samples of positions, speeds and accelerations: a smooth curve, or one jump.

Planned motions change their acceleration at once, and rarely just at a sample. The quintic through
both samples then swings beyond either acceleration, by up to half of the jump, and a judge would
blame the motion for it. Where that happens and one jump explains the samples better, the curve of
that interval is: the first acceleration until the jump, then the second. Its instant tau follows
from the speeds of all joints (least squares of v1 - v0 = a0 tau + a1 (h - tau)). What is left of
positions and speeds, mostly nothing, goes to a quintic that begins and ends without acceleration.

Where the tool's turning rate steps, so do speeds. No jump explains that, and a quintic would ask
for a torque that grows with the sampling rate. A step of the speed is taken where it leaves a tenth
of what the others overshoot, by a wide margin over the intervals around it (measured samples
overshoot everywhere, and get none). Its instant follows from the positions of all joints, by least
squares of
q0 + v0 tau + a0 tau^2 / 2 = q1 - v1 (h - tau) + a1 (h - tau)^2 / 2 (Gauss and Newton).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from erfd.curve import Array, Index, State

DEGREES = 6  # coefficients of a quintic
WORTH = 0.02  # of the change of acceleration: less overshoot is none
BETTER = 0.5  # a jump must leave less than this part of the quintic's overshoot
EDGE = 1e-6  # of the interval: jumps nearer to a sample are at the sample
STEP_BETTER, APART = 0.1, 10.0  # what a step leaves; by how much it stands out from the others
LEAST_STEP = 1e-4  # rad/s or m/s
OUT_OF_REACH = 0.1  # of what the accelerations change the speed by in the interval
AROUND, ROUNDS = 8, 10  # intervals on either side; of Gauss and Newton
PLACES = np.linspace(0.0, 1.0, 17)


class Jumps(NamedTuple):
    """Intervals with a jump or step, its instants, and rising coefficients (K, 6, n) on both sides;
    how many are steps of the speed."""

    rows: Index
    tau: Array
    before: Array
    after: Array
    steps: int = 0


def jumps(h: Array, start: State, end: State, smooth: Array) -> Jumps:
    """`smooth` are the quintics (K, 6, n) of the same intervals."""
    over = _overshoot(_accelerations(smooth, h[:, None] * PLACES), start.qdd, end.qdd)
    size = np.abs(end.qdd - start.qdd).max(axis=1)
    rows = np.flatnonzero(over > WORTH * size)
    tau, inside = _instants(h[rows], _at(start, rows), _at(end, rows))
    rows, tau = rows[inside], tau[inside]
    first = _at(start, rows)
    speed = first.qd + first.qdd * tau[:, None]
    found = _parted(rows, tau, h[rows], first, _at(end, rows), speed)
    left = over.copy()
    left[rows] = np.minimum(left[rows], _worst(found, h[rows], start, end))
    better = left[rows] < BETTER * over[rows]
    stepped = _steps(h, start, end, over, left)
    better &= ~np.isin(rows, stepped.rows)
    kept = _some(found, better)
    both = [np.concatenate(pair) for pair in zip(kept[:4], stepped[:4], strict=True)]
    return Jumps(both[0], both[1], both[2], both[3], len(stepped.rows))


def _steps(h: Array, start: State, end: State, over: Array, left: Array) -> Jumps:
    """Where a step of the speed explains an interval; `left` is what the others overshoot."""
    rows = np.flatnonzero(_stands_out(over))
    first, last = _at(start, rows), _at(end, rows)
    tau = _meeting(h[rows], first, last)
    speed = last.qd - last.qdd * (h[rows] - tau)[:, None]
    found = _parted(rows, tau, h[rows], first, last, speed)
    change = np.abs(speed - first.qd - first.qdd * tau[:, None])
    smooth = h[rows, None] * np.maximum(np.abs(first.qdd), np.abs(last.qdd))
    large = (change > np.maximum(LEAST_STEP, OUT_OF_REACH * smooth)).any(axis=1)
    good = large & (_worst(found, h[rows], start, end) < STEP_BETTER * left[rows])
    return _some(found, good)


def _some(found: Jumps, which: NDArray[np.bool_]) -> Jumps:
    return Jumps(found.rows[which], found.tau[which], found.before[which], found.after[which])


def _stands_out(over: Array) -> NDArray[np.bool_]:
    """Whether an interval overshoots far more than half of those around it, which must be there."""
    if len(over) <= AROUND:
        return np.zeros(len(over), dtype=np.bool_)
    padded = np.pad(over, AROUND, mode="reflect")
    around = np.lib.stride_tricks.sliding_window_view(padded, 2 * AROUND + 1)
    stands: NDArray[np.bool_] = over > APART * np.median(around, axis=1)
    return stands


def _meeting(h: Array, start: State, end: State) -> Array:
    """The instant at which the motions from both samples are nearest to each other."""
    tau = 0.5 * h
    for _ in range(ROUNDS):
        T, rest = tau[:, None], (h - tau)[:, None]
        miss = start.q + (start.qd + 0.5 * start.qdd * T) * T
        miss -= end.q - (end.qd - 0.5 * end.qdd * rest) * rest
        slope = start.qd + start.qdd * T - end.qd + end.qdd * rest
        size = (slope * slope).sum(axis=1)
        tau = tau - (slope * miss).sum(axis=1) / np.where(size > 0.0, size, 1.0)
        tau = np.clip(tau, EDGE * h, (1.0 - EDGE) * h)
    return tau


def _at(state: State, rows: Index) -> State:
    return State(*(x[rows] for x in state))


def _instants(h: Array, start: State, end: State) -> tuple[Array, Array]:
    change = start.qdd - end.qdd
    size = (change * change).sum(axis=1)
    wanted = end.qd - start.qd - end.qdd * h[:, None]
    tau = (change * wanted).sum(axis=1) / np.where(size > 0.0, size, 1.0)
    return tau, (size > 0.0) & (tau > EDGE * h) & (tau < (1.0 - EDGE) * h)


def _parted(rows: Index, tau: Array, h: Array, start: State, end: State, met_qd: Array) -> Jumps:
    """A constant acceleration on either side, and the same small correction on both; `met_qd` are
    the speeds after tau."""
    T, H = tau[:, None], h[:, None]
    met_q = start.q + (start.qd + 0.5 * start.qdd * T) * T
    rest = H - T
    p = (end.q - met_q - (met_qd + 0.5 * end.qdd * rest) * rest) / H**3
    v = (end.qd - met_qd - end.qdd * rest) / H**2
    third, fourth, fifth = 10 * p - 4 * v, (-15 * p + 7 * v) / H, (6 * p - 3 * v) / H**2
    before = np.stack([start.q, start.qd, 0.5 * start.qdd, third, fourth, fifth], axis=1)
    corrected = np.zeros_like(before)
    corrected[:, 3:] = before[:, 3:]
    after = _shifted(corrected, T)
    after[:, 0] += met_q
    after[:, 1] += met_qd
    after[:, 2] += 0.5 * end.qdd
    return Jumps(rows, tau, before, after)


def _shifted(c: Array, T: Array) -> Array:
    """The same polynomials, their argument counted from T on (Horner's scheme, again and again)."""
    shifted = c.copy()
    for low in range(DEGREES - 1):
        for k in range(DEGREES - 2, low - 1, -1):
            shifted[:, k] += T * shifted[:, k + 1]
    return shifted


def _accelerations(c: Array, x: Array) -> Array:
    """(K, places, n)"""
    s = x[:, :, None]
    second, third, fourth, fifth = (c[:, None, k] for k in (2, 3, 4, 5))
    values: Array = 2.0 * second + s * (6.0 * third + s * (12.0 * fourth + s * 20.0 * fifth))
    return values


def _overshoot(accelerations: Array, a: Array, b: Array) -> Array:
    """By how much the joint that is worst leaves the range between both accelerations."""
    above = accelerations - np.maximum(a, b)[:, None]
    below = np.minimum(a, b)[:, None] - accelerations
    worst: Array = np.maximum(above, below).max(axis=(1, 2), initial=0.0)
    return worst


def _worst(found: Jumps, h: Array, start: State, end: State) -> Array:
    a, b = start.qdd[found.rows], end.qdd[found.rows]
    tau = found.tau[:, None]
    first = _overshoot(_accelerations(found.before, tau * PLACES), a, b)
    second = _overshoot(_accelerations(found.after, (h[:, None] - tau) * PLACES), a, b)
    return np.maximum(first, second)
