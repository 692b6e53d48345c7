"""From a path and its time law to a curve again: polynomials of degree six in time.

Between two points s = s_dot t + s_ddot t^2 / 2, and q is a cubic in s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Polynomials
from erfd.repair.path import Dwell, Path, Section
from erfd.repair.time_law import TimeLaw


class Part(NamedTuple):
    """Polynomials of one stretch: durations of the pieces, coefficients, and the old pieces."""

    durations: Array
    coefficients: Array
    pieces: Array


def moved(path: Path, law: TimeLaw) -> Part:
    tables = np.concatenate([s.coefficients for s in path.sections])
    counts = [len(s.coefficients) for s in path.sections]
    speed, u = np.sqrt(law.x[:-1]), law.u
    return Part(
        np.diff(law.t), _composed(tables, speed, u), np.repeat(np.array(path.pieces), counts)
    )


def _composed(c: Array, speed: Array, u: Array) -> Array:
    """Powers of t of c0 + c1 s + c2 s^2 + c3 s^3 with s = v t + (u/2) t^2."""
    v, w = speed[:, None], 0.5 * u[:, None]
    c0, c1, c2, c3 = (c[:, k] for k in range(4))
    return np.stack(
        [
            c0,
            c1 * v,
            c1 * w + c2 * v * v,
            2.0 * c2 * v * w + c3 * v**3,
            c2 * w * w + 3.0 * c3 * v * v * w,
            3.0 * c3 * v * w * w,
            c3 * w**3,
        ],
        axis=1,
    )


def still(dwell: Dwell, piece: int) -> Part:
    T, way = dwell.end - dwell.start, dwell.to - dwell.q
    table = np.zeros((1, 7, len(dwell.q)))
    table[0, 0] = dwell.q
    for power, share in ((3, 10.0), (4, -15.0), (5, 6.0)):  # from rest to rest
        table[0, power] = share * way / T**power
    return Part(np.array([T]), table, np.array([piece]))


def curve(parts: Sequence[Part], start: float) -> tuple[Polynomials, Array]:
    """The whole motion, and for every piece the piece of the old curve that it comes from."""
    durations = np.concatenate([p.durations for p in parts])
    edges = start + np.concatenate([[0.0], np.cumsum(durations)])
    table = np.concatenate([p.coefficients for p in parts])
    return Polynomials(edges, table), np.concatenate([p.pieces for p in parts])


def points(sections: Sequence[Section]) -> Array:
    """s at all points of a path, each inner border once."""
    steps = np.concatenate([np.diff(s.s) for s in sections])
    return np.concatenate([[0.0], np.cumsum(steps)])
