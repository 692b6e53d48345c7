"""A quick look at a motion: what is broken on the judge's grid, without peaks, parts and rechecks.

It only decides what is worth judging; what is offered as a remedy has been judged in full.
"""

from __future__ import annotations

import numpy as np

from erfd.curve import Array, Index, State
from erfd.judge import joint_limits, motor_limits
from erfd.judge.demand import Model
from erfd.judge.instants import grid
from erfd.judge.steps import AT_A_STEP, steps
from erfd.judge.uses import Table
from erfd.judge.verdict import Judged
from erfd.judge.violations import RATES
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

Key = tuple[str, int]
"""A quantity and the number of a move."""


class Look:
    """One robot under one load."""

    def __init__(self, what: Judged, robot: Robot | None = None) -> None:
        self.robot = robot or what.robot
        self.model = Model(self.robot, what.wrench, what.mode)
        limits = motor_limits.checks(self.robot, what.margin)
        checks = [*limits, *joint_limits.checks(self.robot, what.margin)]
        self.table = Table(checks, lambda _: None)

    def broken(self, trajectory: Trajectory, moves: tuple[int, ...] = ()) -> dict[Key, float]:
        """The worst use above 1 of every quantity and move, in some moves or in all."""
        at = grid(trajectory.curve)
        of = np.asarray(trajectory.move_of or (0,) * (len(trajectory.breakpoints) - 1))
        if moves:
            at = at.take(np.flatnonzero(np.isin(of[at.piece], moves)))
        U = self.table.uses(self.model.of(trajectory.curve.at(at.t, at.piece)))
        found: dict[Key, float] = {}
        self._note(found, U, of[at.piece], "")
        self._steps(found, trajectory, moves)
        return found

    def _steps(
        self, found: dict[Key, float], trajectory: Trajectory, moves: tuple[int, ...]
    ) -> None:
        at, change = steps(trajectory)
        of = trajectory.move_at(at.t, "left")
        if moves:
            mine = np.flatnonzero(np.isin(of, moves))
            at, change, of = at.take(mine), change[mine], of[mine]
        if len(at):
            state = trajectory.curve.at(at.t, at.piece)
            charged = State(state.q, state.qd, change / self.robot.system.r_dt)
            self._note(found, self.table.uses(self.model.of(charged)), of, AT_A_STEP)

    def _note(self, found: dict[Key, float], U: Array, of: Index, suffix: str) -> None:
        for row, column in zip(*np.nonzero(U > 1.0), strict=True):
            quantity = self.table.labels[column][0]
            if not suffix or quantity not in RATES:
                key = quantity + suffix, int(of[row])
                found[key] = max(found.get(key, 0.0), float(U[row, column]))
