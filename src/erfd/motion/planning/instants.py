"""The instants at which a plan is looked at: its samples, both sides of every breakpoint.

Where joints swing far within a cycle, instants between the samples too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index, State, pieces_at
from erfd.motion.planning.planned_curve import PlannedCurve
from erfd.trajectory import Trajectory


class Seen(NamedTuple):
    """Every instant looked at, with its move (0: none): samples, each piece's two ends, swings.

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
    swings = curve.swings() if isinstance(curve, PlannedCurve) else edges[:0]
    t = np.concatenate([inside, edges[1:], edges[:-1], swings])
    every = np.arange(K)
    piece = np.concatenate([pieces_at(curve, inside), every, every, pieces_at(curve, swings)])
    state = curve.at(t, piece)
    samples = State(*(part[:count].copy() for part in state))
    for rate in samples[1:]:
        rate[plan.t > edges[-1]] = 0.0
    move = np.asarray(plan.move_of, dtype=np.intp)[piece]
    left, right = slice(count, count + K), slice(count + K, count + 2 * K)
    return Seen(t, *state, move, left, right), samples
