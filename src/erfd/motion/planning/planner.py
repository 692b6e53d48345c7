"""From commands to the exact motion of the joints: the driver.

Commands are taken in order. A ptp move needs the joint vector at its start; paths need only the
tool's pose, so all paths up to the next ptp move are laid first and followed together. The state
between two moves is the joint vector, or the tool's pose where the joints are not known yet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest

import numpy as np

from erfd.curve import Array
from erfd.errors import ErfdError, ProgramError
from erfd.motion.commands import Circle, Command, Lin, Ptp, Wait
from erfd.motion.planning import ptp
from erfd.motion.planning.chain import Chain, PathMove, chain_of
from erfd.motion.planning.joins import check_join
from erfd.motion.planning.laying import braking, duration, lay
from erfd.motion.planning.machinery import machinery
from erfd.motion.planning.move_records import move_record, path_records, placed
from erfd.motion.planning.path_move import path_move
from erfd.motion.planning.ptp_goal import ptp_goal
from erfd.motion.planning.ramps import SHORTEST
from erfd.motion.planning.runs import Run
from erfd.motion.planning.sheet import MoveError, Sheet, missed
from erfd.motion.planning.targets import ActiveTools, matrix_of, placement_of
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot
from erfd.trajectory import Move

MOST_CYCLES = 5_000_000


class Planner:
    """`take` the commands; then `runs`, `sheet`, `moves` are the motion, the rest are notes."""

    def __init__(self, robot: Robot, start: Array) -> None:
        self.robot, self.system = robot, robot.system
        self.solver, self.pose, self.maxima, flange = machinery(robot)
        self.tools = ActiveTools(flange, robot.tool.placement)
        self.sheet = Sheet(self.solver, self.system.r_dt)
        self.q = start
        self.here: Placement | None = None
        self.overlap = 0.0
        self.runs: list[Run] = []
        self.moves: list[Move] = []
        self.paths: list[PathMove] = []
        self.chains: list[Chain] = []
        self.open: list[PathMove] = []

    def take(self, commands: Sequence[Command]) -> None:
        for command, after in zip_longest(commands, commands[1:]):
            try:
                self._one(command, after)
            except ErfdError as error:
                raise placed(error, command) from None
        self._follow()

    def _one(self, command: Command, after: Command | None) -> None:
        check_join(command, after)
        if isinstance(command, Wait):
            self._wait(command)
        elif isinstance(command, Ptp):
            self._ptp(command)
        else:
            self._path(command)

    # Runs
    def _run(self, duration: float = math.inf) -> Run:
        """A new run, after the last one or within its braking; it never ends before that one."""
        start = self.runs[-1].end - min(self.overlap, duration) if self.runs else 0.0
        self.overlap = 0.0
        self.runs.append(Run(start, start))
        return self.runs[-1]

    def _bounded(self, end: float) -> float:
        """What would never end, or not fit into memory, is refused before it is made."""
        most = MOST_CYCLES * self.system.r_dt
        if not end <= most:
            what = f"E_RANGE: the motion takes {end:.4g} s up to here, {most:g} s are possible"
            raise ProgramError(what, "raise the speed or the acceleration, or shorten the wait")
        return end

    def _join(self, command: Ptp | Lin | Circle, run: Run) -> None:
        blend = command.blend
        if blend is not None and blend.kind == "c_ptp":
            share = 0.01 * self.system.r_c_ptp if blend.value is None else blend.value
            self.overlap = share * run.braking

    def _wait(self, command: Wait) -> None:
        run = self._run()
        if command.seconds > SHORTEST:
            run.end = self._bounded(run.start + command.seconds)
            self.sheet.stand(run, len(self.moves))

    # Moves of the joints
    def _ptp(self, command: Ptp) -> None:
        self._follow()
        goal = ptp_goal(command, self.q, self._here, self.robot, self.solver, self.tools)
        dq, number, law = goal - self.q, len(self.moves) + 1, self._law(command, goal - self.q)
        run = self._run(sum(piece.duration for piece in law.pieces))
        for piece in law.pieces:
            cubic = np.multiply.outer(piece.c, dq)
            cubic[0] += self.q
            self.sheet.joints(run, run.end, cubic, number)
            run.end += piece.duration
        self._bounded(run.end)
        run.first, run.last, run.braking = self.q, goal, law.braking
        self.q, self.here = goal, None
        self.moves.append(move_record(command, "ptp", run.start, run.end))
        self._join(command, run)

    def _law(self, command: Ptp, dq: Array) -> ptp.Law:
        system = self.system
        f_v = system.r_speed_ptp if command.speed_ptp is None else command.speed_ptp
        f_a = system.r_acc_ptp if command.acc_ptp is None else command.acc_ptp
        jerk = system.r_jerk_ptp if command.jerk is None else command.jerk
        return ptp.law(dq.tolist(), self.maxima, f_v, f_a, jerk)

    # Paths of the tool
    def _here(self) -> Placement:
        """Where the robot's own tool is."""
        if self.here is None:
            self.here = placement_of(self.pose(self.q))
        return self.here

    def _path(self, command: Lin | Circle) -> None:
        number = self.tools.number(command.tool)
        at = self.tools.active(self._here(), number)
        move = path_move(command, len(self.moves) + 1, at, self.system, number)
        self.open.append(move)
        self.moves.append(move_record(command, move.path.kind, 0.0, 0.0))
        self.here = move.reached.then(self.tools.ways[number]) if number else move.reached
        if command.blend is None or command.blend.kind == "c_ptp":
            self._close(command)

    def _close(self, command: Lin | Circle) -> None:
        """The chain is complete: its speeds, its pieces, the times of its moves."""
        chain = chain_of(self.open, self.system)
        run = self._run(duration(chain) if self.overlap else math.inf)
        by_leg = lay(chain, self.open, run.start)
        self._bounded(max((laid[-1].start + laid[-1].piece.duration for laid in by_leg), default=0))
        self.sheet.chain(run, chain.legs, by_leg, self.open[0].tool)
        run.braking = braking(chain)
        first = self.open[0].number - 1
        self.moves[first:] = path_records(self.open, chain.legs, by_leg, (run.end, run.start))
        self.paths += self.open
        self.chains.append(chain)
        self.open = []
        self._join(command, run)

    def _follow(self) -> None:
        if not self.sheet.waiting:
            return
        try:
            self.q = self.sheet.follow(self.q, self.tools.arrays())
        except MoveError as late:
            if late.kind == "unreachable":
                move = next(m for m in self.paths if m.number == late.move)
                target = move.reached.then(self.tools.ways[move.tool])
                late.error.what += missed(self.solver, matrix_of(target))
            raise placed(late.error, self.moves[late.move - 1]) from None
