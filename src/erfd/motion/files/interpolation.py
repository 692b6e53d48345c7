"""The curve through samples, by what is known of them; `how` says which it is.

positions                             cubic spline, no bending at the ends: accelerations continuous
positions, speeds                     cubics between samples: speeds continuous
positions, speeds, accelerations      quintics between samples: accelerations continuous, but where
                                      they would overshoot and one jump between two samples explains
                                      them better, that jump, or one step of the speed (`jumps.py`)

Each passes through all that is given, exactly; what happens between samples is not in the file.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Polynomials, State
from erfd.motion.files.jumps import jumps

SPLINE = "a cubic spline through the positions, with no bending at the ends"
CUBIC = "cubics through positions and speeds"
QUINTIC = "quintics through positions, speeds and accelerations"
JUMPS = "{} of {} intervals with a jump of the acceleration, since quintics would overshoot"
STEPS = "{} with a step of the speed"

ENDS = (slice(None, -1), slice(1, None))


class Samples(NamedTuple):
    t: Array
    q: Array
    qd: Array | None = None
    qdd: Array | None = None


def curve_through(samples: Samples) -> tuple[Polynomials, str]:
    """At least two samples, time rising. Accelerations without speeds are not used."""
    t, q, qd, qdd = samples
    if qd is None:
        return Polynomials(t, _spline(t, q)), SPLINE
    if qdd is None:
        return Polynomials(t, _cubics(t, q, qd)), CUBIC
    return _with_jumps(t, State(q, qd, qdd))


def _spline(t: Array, q: Array) -> Array:
    from scipy.interpolate import CubicSpline

    if len(t) == 2:
        return np.stack([q[:-1], np.diff(q, axis=0) / np.diff(t)[:, None]], axis=1)
    found: Array = np.moveaxis(CubicSpline(t, q, bc_type="natural").c[::-1], 0, 1)
    return found


def _cubics(t: Array, q: Array, qd: Array) -> Array:
    h = np.diff(t)[:, None]
    v0, v1, mean = qd[:-1], qd[1:], np.diff(q, axis=0) / h
    second = (3.0 * mean - 2.0 * v0 - v1) / h
    return np.stack([q[:-1], v0, second, (v0 + v1 - 2.0 * mean) / (h * h)], axis=1)


def _with_jumps(t: Array, state: State) -> tuple[Polynomials, str]:
    h, start, end = np.diff(t), *(State(*(x[rows] for x in state)) for rows in ENDS)
    smooth = quintics(h, start, end)
    found = jumps(h, start, end, smooth)
    if not len(found.rows):
        return Polynomials(t, smooth), QUINTIC
    smooth[found.rows] = found.before
    table = np.insert(smooth, found.rows + 1, found.after, axis=0)
    times = np.insert(t, found.rows + 1, t[found.rows] + found.tau)
    jumped = len(found.rows) - found.steps
    told = [JUMPS.format(jumped, len(h))] * bool(jumped) + [STEPS.format(found.steps)] * bool(
        found.steps
    )
    return Polynomials(times, table), "; ".join([QUINTIC, *told])


def quintics(duration: Array, start: State, end: State) -> Array:
    """Rising coefficients (K, 6, n); what the start leaves of the end's state is shared out."""
    h = duration[:, None]
    v0, a0 = start.qd, start.qdd
    p = (end.q - start.q - (v0 + 0.5 * a0 * h) * h) / h**3
    v = (end.qd - v0 - a0 * h) / h**2
    a = (end.qdd - a0) / h
    third, fourth, fifth = 10 * p - 4 * v + 0.5 * a, -15 * p + 7 * v - a, 6 * p - 3 * v + 0.5 * a
    return np.stack([start.q, v0, 0.5 * a0, third, fourth / h, fifth / h**2], axis=1)
