"""From commands to the exact motion of the joints: the driver.

Commands are taken in order. A ptp move needs the joint vector at its start; paths need only the
tool's pose, so all paths up to the next ptp move are laid first and followed together. The state
between two moves is the joint vector, or the tool's pose where the joints are not known yet.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from itertools import zip_longest

import numpy as np

from erfd.curve import Array
from erfd.errors import ErfdError, ProgramError
from erfd.motion.commands import Circle, Command, Lin, Pose, Ptp, Wait
from erfd.motion.inverse.records import shown
from erfd.motion.inverse_kinematics import Solver, solver_of
from erfd.motion.planning import ptp
from erfd.motion.planning.chain import Chain, PathMove, chain_of
from erfd.motion.planning.joins import check_join
from erfd.motion.planning.laying import braking, duration, lay
from erfd.motion.planning.move_records import move_record, path_record, placed
from erfd.motion.planning.path_move import path_move
from erfd.motion.planning.ramps import SHORTEST
from erfd.motion.planning.runs import Run
from erfd.motion.planning.sheet import MoveError, Sheet, fault_error
from erfd.motion.planning.targets import ActiveTools, goal_of, matrix_of, placement_of
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot
from erfd.trace.function import Function
from erfd.trace.robot_function import robot_function
from erfd.trajectory import Move

MOST_CYCLES = 5_000_000


@functools.lru_cache(maxsize=8)
def machinery(robot: Robot) -> tuple[Solver, Function]:
    """Inverse and forward kinematics of a robot, made once."""
    return solver_of(robot), robot_function(robot, "forward_kinematics")


class Planner:
    """`take` the commands; then `runs`, `sheet`, `moves` are the motion, the rest are notes."""

    def __init__(self, robot: Robot, start: Array) -> None:
        self.robot, self.system = robot, robot.system
        self.solver, self.pose = machinery(robot)
        self.maxima, self.tools = ptp.maxima(robot), ActiveTools(robot)
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

    def _ptp(self, command: Ptp) -> None:
        self._follow()
        goal, system = self._goal(command), self.system
        dq, number = goal - self.q, len(self.moves) + 1
        f_v = system.r_speed_ptp if command.speed_ptp is None else command.speed_ptp
        f_a = system.r_acc_ptp if command.acc_ptp is None else command.acc_ptp
        jerk = system.r_jerk_ptp if command.jerk is None else command.jerk
        law = ptp.law(dq.tolist(), self.maxima, f_v, f_a, jerk)
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

    def _goal(self, command: Ptp) -> Array:
        """The joint values of the target."""
        target = command.target
        if isinstance(target, Pose):
            return self._posture(command, target)
        n = len(self.q)
        if len(target.values) > n:
            what = f"E_TYPE: {len(target.values)} joint values for the {n} joints"
            raise ProgramError(f"{what} of '{self.robot.name}'", f"give at most {n}")
        given = [*target.values, *[None] * (n - len(target.values))]
        return np.array([q if x is None else x for x, q in zip(given, self.q, strict=True)])

    def _posture(self, command: Ptp, target: Pose) -> Array:
        number = self.tools.number(command.tool)
        goal = goal_of(command, target, self.system.r_base)
        R = self.tools.active(self._here(), number).R if goal.R is None else goal.R
        T = matrix_of(Placement(R, goal.p).then(self.tools.ways[number]))
        way = self.solver.nearest(T[None], self.q[None], target.status, target.turns)
        if way.fault is not None and way.fault.kind != "range":
            raise fault_error(way.fault, "")
        q: Array = way.q[0]
        return q

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
        spans = {m.number: [run.end, run.start] for m in self.open}
        for leg, laid in zip(chain.legs, by_leg, strict=True):
            span, last = spans[leg.move], laid[-1]
            span[0] = min(span[0], laid[0].start)
            span[1] = max(span[1], last.start + last.piece.duration)
        for move in self.open:
            self.moves[move.number - 1] = path_record(move, *spans[move.number])
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
            late.error.what += self._out_of_reach(late)
            raise placed(late.error, self.moves[late.move - 1]) from None

    def _out_of_reach(self, late: MoveError) -> str:
        """How far away the target is, where a path leads out of reach."""
        move = next(m for m in self.paths if m.number == late.move)
        way = self.tools.ways[move.tool]
        short, tilt = self.solver.missing(matrix_of(move.reached.then(way))[None])
        if late.kind != "unreachable" or not (short[0] or tilt[0]):
            return ""
        far = shown(float(short[0]), "m") if short[0] else shown(float(tilt[0]), "rad")
        how = "missed" if self.solver.n < 6 else "out of reach"  # or its attitude
        return f"; its target is {how} by {far}"
