"""The motion of a run as a curve: the dense output of its steps, polynomials of degree 7 at most.

Positions and speeds each have their own, as the integrator made them; accelerations are the slope
of the speeds. Coefficients of rising powers of x = (t - start) / h.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from erfd.curve import Array, Index, State
from erfd.forward.segment import Segment


class Steps:
    def __init__(self, segments: Sequence[Segment], n: int) -> None:
        self.n = n
        self.breakpoints = np.array([segments[0].start, *(s.end for s in segments)])
        self.breakpoints.flags.writeable = False
        self.starts = np.array([s.start for s in segments])
        self.h = np.array([s.h for s in segments])
        self.widest = max(s.coefficients.shape[1] for s in segments)
        self.table = np.zeros((len(segments), 8, self.widest))
        for k, s in enumerate(segments):
            rows, width = s.coefficients.shape
            self.table[k, :rows, :width] = s.coefficients

    def at(self, t: Array, piece: Index) -> State:
        values = self.states(t, piece, 2 * self.n)
        slope = self._slopes(t, piece)
        return State(values[:, : self.n], values[:, self.n :], slope)

    def states(self, t: Array, piece: Index, count: int | None = None) -> Array:
        """The first `count` states, (instants, count)."""
        x = ((t - self.starts[piece]) / self.h[piece])[:, None]
        table = self.table[:, :, : self.widest if count is None else count]
        found: Array = table[piece, 7]
        for k in range(6, -1, -1):
            found = found * x + table[piece, k]
        return found

    def _slopes(self, t: Array, piece: Index) -> Array:
        x = ((t - self.starts[piece]) / self.h[piece])[:, None]
        part = self.table[:, :, self.n : 2 * self.n]
        found = 7.0 * part[piece, 7]
        for k in range(6, 0, -1):
            found = found * x + k * part[piece, k]
        slopes: Array = found / self.h[piece][:, None]
        return slopes
