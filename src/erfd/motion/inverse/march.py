"""Along a path without a closed form: a coarse march that keeps close to itself, then every sample.

Each coarse step starts where the last one ended and is halved until it converges nearby; the
samples between start on the straight line between their neighbours and are solved together.
"""

from __future__ import annotations

import numpy as np

from erfd.motion.inverse.descent import Task, descend
from erfd.motion.inverse.records import Array

COARSE = 256
LEAP = 0.5  # rad or m: a longer step between two samples of the march is halved
THERE = 1e-9


def march(task: Task, T: Array, first: Array) -> tuple[Array, int]:
    """Joint values of the samples, and how many could be followed; `first` solves sample 0."""
    knots, values = _knots(task, T, first)
    end = knots[-1] + 1
    guess = np.stack([np.interp(np.arange(end), knots, x) for x in np.array(values).T], axis=1)
    q, e = descend(task, guess, T[:end])
    lost = np.abs(e).max(axis=1, initial=0.0) > THERE
    leap = np.abs(np.diff(q, axis=0, prepend=q[:1])).max(axis=1, initial=0.0) > LEAP
    bad = lost | leap
    return q, int(bad.argmax()) if bad.any() else end


def _knots(task: Task, T: Array, first: Array) -> tuple[list[int], list[Array]]:
    """Samples of a coarse march, as far as it comes."""
    knots, values, last = [0], [first], len(T) - 1
    stride = step = max(1, -(-last // COARSE))
    while knots[-1] < last:
        at = min(knots[-1] + step, last)
        q, e = descend(task, values[-1][None], T[at : at + 1])
        near = np.abs(q[0] - values[-1]).max(initial=0.0) < LEAP
        if near and np.abs(e).max(initial=0.0) < THERE:
            knots.append(at)
            values.append(q[0])
            step = min(stride, 2 * step)
        elif step > 1:
            step //= 2
        else:
            break
    return knots, values
