"""A quick look at a motion: what is broken at some instants, without peaks, parts and rechecks.

It only decides what is worth judging; what is offered as a remedy has been judged.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from erfd.curve import Array, Index, State
from erfd.judge.demand import Model, directed
from erfd.judge.instants import Instants, grid
from erfd.judge.steps import AT_A_STEP, SMALLEST
from erfd.judge.uses import BROKEN, Table
from erfd.judge.verdict import Judged
from erfd.judge.verify import limits
from erfd.judge.violations import RATES
from erfd.trajectory import Trajectory

SPARSE = 3  # every third instant of the judge's grid
Key = tuple[str, int]
"""A quantity and the number of a move."""


class Look:
    """One robot under one load."""

    def __init__(self, what: Judged) -> None:
        self.robot = what.robot
        self.model = Model(self.robot, what.wrench, what.mode)
        self.table = Table(limits(self.robot, what.margin), lambda _: None)
        self.at_steps = np.array([q not in RATES for q, _ in self.table.labels])

    def broken(self, trajectory: Trajectory, moves: Sequence[int] = ()) -> dict[Key, float]:
        """The worst use above 1 of every quantity and move, in some moves or in all."""
        of = np.asarray(trajectory.move_of or (0,) * (len(trajectory.breakpoints) - 1))
        inside, edges = _instants(trajectory, of, moves)
        state = trajectory.curve.at(
            *(np.concatenate(pair) for pair in zip(inside, edges, strict=True))
        )
        count = len(inside)
        moving = directed(trajectory.curve, inside, State(*(x[:count] for x in state)))
        state.qd[:count] = moving.qd
        state.qdd[count:] = self._charged(state.qd[count:])
        U = self.table.uses(self.model.of(state))
        found: dict[Key, float] = {}
        self._note(found, U[:count], of[inside.piece], "")
        before = np.repeat(of[edges.piece[::2]], 2)
        self._note(found, U[count:] * self.at_steps, before, AT_A_STEP)
        return found

    def _charged(self, qd: Array) -> Array:
        """Accelerations that take each change of speed in one cycle; rows are pairs of sides."""
        change = np.repeat(qd[1::2] - qd[::2], 2, axis=0)
        small = np.abs(change).max(axis=1, initial=0.0) <= SMALLEST
        change[small] = 0.0
        charged: Array = change / self.robot.system.r_dt
        return charged

    def _note(self, found: dict[Key, float], U: Array, of: Index, suffix: str) -> None:
        rows, columns = np.nonzero(U > BROKEN)
        place = of[rows] * U.shape[1] + columns
        order = np.lexsort((U[rows, columns], place))
        last = order[np.flatnonzero(np.diff(place[order], append=-1))]  # the worst of each place
        for row, column in zip(rows[last].tolist(), columns[last].tolist(), strict=True):
            key = self.table.labels[column][0] + suffix, int(of[row])
            found[key] = max(found.get(key, 0.0), float(U[row, column]))


def _instants(trajectory: Trajectory, of: Index, moves: Sequence[int]) -> tuple[Instants, Instants]:
    """Some inside of pieces, and both sides of every inner breakpoint at which a move ends."""
    at = grid(trajectory.curve)
    at = at.take(np.arange(0, len(at), SPARSE))
    edges = trajectory.breakpoints
    inner = np.arange(1, len(edges) - 1)
    if moves:
        at = at.take(np.flatnonzero(np.isin(of[at.piece], moves)))
        inner = inner[np.isin(of[inner - 1], moves)]
    pairs = np.stack([inner - 1, inner], axis=1).ravel()
    return at, Instants(np.repeat(edges[inner], 2), pairs)
