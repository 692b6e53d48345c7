"""Continuous torque: the root mean square over the whole motion and over a sliding window.

Source: common practice of drive makers (the winding's heat follows the square of the current).
Integrated over the curve by the trapezoid on the judge's grid, both sides of every breakpoint, so
that the result does not depend on samples. A motion shorter than the window counts as a whole. The
heat between two instants is taken as a straight line, so a window is hottest where it starts or
ends at one of them: those are looked at, however far apart the instants are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.judge.instants import Instants


class Rms(NamedTuple):
    """Of each column over the whole time, and the largest over a window with the window's end."""

    whole: Array
    window: Array
    ends: Array


def rms(at: Instants, values: Array, window: float) -> Rms:
    steps = np.diff(at.t)[:, None]
    squares = values * values
    heat = np.concatenate(
        [np.zeros((1, values.shape[1])), np.cumsum(0.5 * steps * (squares[1:] + squares[:-1]), 0)]
    )
    length = float(at.t[-1] - at.t[0])
    if length <= 0.0:
        size = np.abs(values).max(axis=0)
        return Rms(size, size, np.full(values.shape[1], at.t[0]))
    whole = np.sqrt(heat[-1] / length)
    if length <= window:
        return Rms(whole, whole, np.full(values.shape[1], at.t[-1]))
    ends = np.unique(np.concatenate([at.t, at.t + window]))
    ends = ends[(ends >= at.t[0] + window) & (ends <= at.t[-1])]
    sums = np.stack(
        [
            np.interp(ends, at.t, column) - np.interp(ends - window, at.t, column)
            for column in heat.T
        ],
        axis=1,
    )
    top = np.argmax(sums, axis=0)
    return Rms(whole, np.sqrt(np.maximum(sums.max(axis=0), 0.0) / window), ends[top])
