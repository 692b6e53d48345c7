"""Between samples of positions, speeds and accelerations: one step of the speed.

Where the tool's turning rate steps, so do speeds. No jump of the acceleration explains that, and a
quintic would ask for a torque that grows with the sampling rate. A step of the speed is taken where
it leaves a tenth of what the others overshoot, by a wide margin over the intervals around it
(measured samples overshoot everywhere, and get none). Its instant follows from the positions of all
joints, by least squares (Gauss and Newton) of
q0 + v0 tau + a0 tau^2 / 2 = q1 - v1 (h - tau) + a1 (h - tau)^2 / 2.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from erfd.curve import Array, Index, State
from erfd.motion.files.broken_curve import Broken, Ends, broken, ends, left_over, some

BETTER, APART = 0.1, 10.0  # what a step leaves; by how much it stands out from the others
LEAST = 1e-4  # rad/s or m/s
OUT_OF_REACH = 0.1  # of what the accelerations change the speed by in the interval
AROUND, ROUNDS = 8, 10  # intervals on either side; of Gauss and Newton
EDGE = 1e-6  # of the interval


def speed_steps(
    h: Array, start: State, end: State, over: Array, left: Array
) -> tuple[Index, Broken]:
    """Where a step explains an interval; quintics overshoot by `over`, with a jump by `left`."""
    rows = np.flatnonzero(_stands_out(over))
    x = ends(rows, h, start, end)
    tau = _meeting(x)[:, 0]
    speed = x.last.qd - x.last.qdd * (x.h - tau[:, None])
    found = broken(x, tau, speed)
    change = np.abs(speed - x.first.qd - x.first.qdd * tau[:, None])
    smooth = x.h * np.maximum(np.abs(x.first.qdd), np.abs(x.last.qdd))
    large = (change > np.maximum(LEAST, OUT_OF_REACH * smooth)).any(axis=1)
    good = large & (left_over(found, x.h) < BETTER * left[rows])
    return rows[good], some(found, good)


def _stands_out(over: Array) -> NDArray[np.bool_]:
    """Whether an interval overshoots far more than half of those around it, which must be there."""
    if len(over) <= AROUND:
        return np.zeros(len(over), dtype=np.bool_)
    padded = np.pad(over, AROUND, mode="reflect")
    around = np.lib.stride_tricks.sliding_window_view(padded, 2 * AROUND + 1)
    stands: NDArray[np.bool_] = over > APART * np.median(around, axis=1)
    return stands


def _meeting(x: Ends) -> Array:
    """The instant at which the motions from both samples are nearest to each other."""
    T = 0.5 * x.h
    for _ in range(ROUNDS):
        rest = x.h - T
        miss = x.first.q + (x.first.qd + 0.5 * x.first.qdd * T) * T
        miss = miss - x.last.q + (x.last.qd - 0.5 * x.last.qdd * rest) * rest
        slope = x.first.qd + x.first.qdd * T - x.last.qd + x.last.qdd * rest
        size = (slope * slope).sum(axis=1, keepdims=True)
        T = T - (slope * miss).sum(axis=1, keepdims=True) / np.where(size > 0.0, size, 1.0)
        T = np.clip(T, EDGE * x.h, (1.0 - EDGE) * x.h)
    return T
