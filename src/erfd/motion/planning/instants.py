"""The instants at which a plan is looked at: its samples, and both sides of every breakpoint."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index, State, pieces_at
from erfd.trajectory import Trajectory


class Seen(NamedTuple):
    """Every instant looked at, with its move (0: none): samples, then each piece's two ends.

    `left` and `right` are the rows of the pieces' ends and of their starts.
    """

    t: Array
    q: Array
    qd: Array
    qdd: Array
    move: Index
    left: slice
    right: slice

    def at_ends(self, t: Array) -> Array:
        """The joints at instants at which pieces end."""
        ends = self.t[self.left]
        k = np.clip(np.searchsorted(ends, t - 1e-8), 0, len(ends) - 1)
        return self.q[self.left][k]


def seen(plan: Trajectory) -> tuple[Seen, State]:
    """Everything evaluated in one go; the samples also by themselves."""
    curve, edges, count = plan.curve, plan.breakpoints, len(plan.t)
    K = len(edges) - 1
    inside = np.minimum(plan.t, edges[-1])
    t = np.concatenate([inside, edges[1:], edges[:-1]])
    piece = np.concatenate([pieces_at(curve, inside), np.arange(K), np.arange(K)])
    state = curve.at(t, piece)
    samples = State(*(part[:count].copy() for part in state))
    for rate in samples[1:]:
        rate[plan.t > edges[-1]] = 0.0
    move = np.asarray(plan.move_of, dtype=np.intp)[piece]
    left, right = slice(count, count + K), slice(count + K, count + 2 * K)
    return Seen(t, *state, move, left, right), samples
