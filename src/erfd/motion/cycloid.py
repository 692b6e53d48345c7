"""The cycloidal motion of every joint from one pose to another, at rest at both ends.

Source: Saha, ch. 9, Eq. (9.36): q = q0 + (qT - q0) (t/T - sin(2 pi t/T) / (2 pi)).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Samples(NamedTuple):
    """A joint motion at instants t (s): positions, speeds, accelerations, a row an instant."""

    t: NDArray[np.float64]
    q: NDArray[np.float64]
    qd: NDArray[np.float64]
    qdd: NDArray[np.float64]


def cycloid(start: ArrayLike, end: ArrayLike, duration: float, dt: float) -> Samples:
    """Sampled every dt and at the exact end."""
    count = math.ceil(duration / dt - 1e-9)
    t = np.minimum(np.arange(count + 1) * dt, duration)
    q0, step = np.asarray(start, dtype=float), np.asarray(end, dtype=float) - start
    w = 2.0 * math.pi / duration
    share = (t / duration - np.sin(w * t) / (2.0 * math.pi))[:, None]
    speed = ((1.0 - np.cos(w * t)) / duration)[:, None]
    acceleration = (w * np.sin(w * t) / duration)[:, None]
    return Samples(t, q0 + share * step, speed * step, acceleration * step)
