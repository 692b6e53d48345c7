"""A motion at another pace, without planning it anew: the same curve, its time stretched.

At an override o speeds are o and accelerations o^2 times as large, at the same places of the path.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from erfd.curve import Array, Index, State
from erfd.trajectory import Trajectory


class Stretched:
    """A curve whose time runs at o of its speed."""

    def __init__(self, trajectory: Trajectory, o: float) -> None:
        self.inner, self.o, self.start = trajectory.curve, o, trajectory.start
        self.breakpoints: Array = self.start + (trajectory.breakpoints - self.start) / o

    def at(self, t: Array, piece: Index) -> State:
        edges = self.inner.breakpoints
        there = self.start + (t - self.start) * self.o
        state = self.inner.at(np.clip(there, edges[piece], edges[piece + 1]), piece)
        return State(state.q, self.o * state.qd, self.o**2 * state.qdd)


def stretched(trajectory: Trajectory, o: float) -> Trajectory:
    """The whole motion at one override, moves and all."""
    start = trajectory.start
    moves = tuple(
        dataclasses.replace(m, start=start + (m.start - start) / o, end=start + (m.end - start) / o)
        for m in trajectory.moves
    )
    return dataclasses.replace(
        trajectory,
        curve=Stretched(trajectory, o),
        moves=moves,
        pose=None,
        channels={},
        t=start + (trajectory.t - start) / o,
    )
