"""A motion at another pace, without planning it anew: the same curve, its time stretched.

At an override o speeds are o and accelerations o^2 times as large, at the same places of the path.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from erfd.curve import Array, Index, State
from erfd.judge.demand import Model
from erfd.judge.instants import grid
from erfd.judge.steps import steps
from erfd.judge.uses import Table
from erfd.trajectory import Trajectory

SPARSE = 5


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


def worst_uses(
    trajectory: Trajectory, model: Model, table: Table, move: int, shares: Sequence[float]
) -> Array:
    """The worst use of any limit at every override, in one move (0: in all), steps included.

    At every `SPARSE`-th instant of the judge's grid: to choose what to try.
    """
    at = grid(trajectory.curve)
    at = at.take(np.arange(0, len(at), SPARSE))
    if move:
        at = at.take(np.flatnonzero(np.asarray(trajectory.move_of)[at.piece] == move))
    state = trajectory.curve.at(at.t, at.piece)
    jump, change = steps(trajectory)
    if move:
        mine = trajectory.move_at(jump.t, "left") == move
        jump, change = jump.take(np.flatnonzero(mine)), change[mine]
    beside = trajectory.curve.at(jump.t, jump.piece)
    cycle = model.robot.system.r_dt
    asked = []
    for o in shares:
        asked.append(State(state.q, o * state.qd, o * o * state.qdd))
        asked.append(State(beside.q, o * beside.qd, o * change / cycle))
    whole = State(*(np.concatenate(x) for x in zip(*asked, strict=True)))
    U = table.uses(model.of(whole)).max(axis=1).reshape(len(shares), -1)
    worst: Array = U.max(axis=1)
    return worst
