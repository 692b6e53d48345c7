"""A quick look at a motion: what is broken at some instants, without peaks, parts and rechecks.

It only decides what is worth judging; what is offered as a remedy has been judged.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from erfd.curve import Array, Index, State
from erfd.judge.demand import Model, standing
from erfd.judge.instants import Instants
from erfd.judge.steps import AT_A_STEP, SMALLEST
from erfd.judge.uses import BROKEN, Table
from erfd.judge.verdict import Judged
from erfd.judge.verify import limits
from erfd.judge.violations import RATES
from erfd.trajectory import Trajectory

SPARSE, FEWEST, MOST = 0.012, 4, 400  # s between instants; of them in a piece
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
        state.qdd[count:] = self._charged(state.qd[count:])
        U = self.table.uses(self.model.of(state))
        rows = np.flatnonzero((U[:count] > BROKEN).any(axis=1))
        rows = rows[standing(State(*(x[rows] for x in state))).any(axis=1)]
        if len(rows):
            U[rows] = self.table.uses(self.model.at(trajectory.curve, inside.take(rows)))
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
    edges = trajectory.breakpoints
    some = np.flatnonzero(np.isin(of, moves)) if moves else np.arange(len(edges) - 1)
    at = _inside(edges, some)
    inner = np.arange(1, len(edges) - 1)
    if moves:
        inner = inner[np.isin(of[inner - 1], moves)]
    pairs = np.stack([inner - 1, inner], axis=1).ravel()
    return at, Instants(np.repeat(edges[inner], 2), pairs)


def _inside(edges: Array, pieces: Index) -> Instants:
    """Evenly over every piece, its ends included."""
    lengths = np.diff(edges)[pieces]
    counts = np.clip(np.ceil(lengths / SPARSE), FEWEST, MOST).astype(np.intp) + 1
    rows = np.repeat(np.arange(len(pieces)), counts)
    number = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    share = number / (counts[rows] - 1)
    start, end = edges[pieces][rows], edges[pieces + 1][rows]
    return Instants(np.where(share == 1.0, end, start + share * (end - start)), pieces[rows])
