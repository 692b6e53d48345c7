"""The rows of the curve as they are laid: polynomials of the joints, and paths of the tool.

Paths wait in a batch until somebody needs the joint vector at their end; `follow` then asks inverse
kinematics for all of them at once, and gives the runs and the standing stretches their joints.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from erfd.curve import Array
from erfd.errors import ProgramError
from erfd.motion.inverse.records import shown
from erfd.motion.inverse_kinematics import Fault, Solver
from erfd.motion.planning.batch import DETERMINED, Batch, Followed, Timed
from erfd.motion.planning.joined_batches import joined
from erfd.motion.planning.legs import Leg
from erfd.motion.planning.planned_curve import PlannedCurve, Tools
from erfd.motion.planning.redundant import guide_of
from erfd.motion.planning.runs import Run, Stretch, timeline
from erfd.robot.robot import Robot

CODES = {
    "unreachable": ("E_UNREACHABLE", "move the target, the base or the tool"),
    "singular": ("E_SINGULAR", "go round the singular pose, or use move ptp"),
    "branch": ("E_BRANCH", "give another status, or none"),
    "range": ("E_JOINT_LIMIT", "choose another configuration or another target"),
}
ATTITUDE = "go there by move ptp with joint values, or along a line that keeps the attitude"


@dataclass(slots=True)
class Sheet:
    """`starts` and `places` are those of the rows; a place below zero is a path row's."""

    solver: Solver
    cycle: float
    starts: list[float] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    cubics: list[Array] = field(default_factory=list)
    parts: list[Followed] = field(default_factory=list)
    paths: int = 0
    batch: Batch = field(init=False)
    waiting: list[tuple[Run, int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.batch = Batch(self.cycle)

    def joints(self, run: Run, start: float, cubic: Array, move: int) -> None:
        self._row(run, start, len(self.cubics), move)
        self.cubics.append(cubic)

    def stand(self, run: Run, move: int) -> None:
        """Stand still for the whole run, where is not known yet."""
        self.joints(run, run.start, np.zeros((4, self.solver.n)), move)
        self.waiting.append((run, len(self.cubics) - 1, self.batch.anchors))

    def chain(self, run: Run, legs: list[Leg], by_leg: list[list[Timed]], tool: int) -> None:
        for leg, laid in zip(legs, by_leg, strict=True):
            element = self.batch.element(leg)
            for timed in laid:
                self._row(run, timed.start, -1 - self.paths, leg.move)
                self.paths += 1
                self.batch.add(element, timed, tool, leg.move)
                run.end = timed.start + timed.piece.duration
        self.waiting.append((run, -1, self.batch.anchors))

    def _row(self, run: Run, start: float, place: int, move: int) -> None:
        run.stretches.append(Stretch(start, len(self.starts), move))
        self.starts.append(start)
        self.places.append(place)

    def follow(self, q: Array, tools: Tools) -> Array:
        """The joint vector at the end of all that waits, which starts at q."""
        anchors = np.zeros((0, len(q)))
        if self.batch.anchors:
            part, fault = self.batch.followed(self.solver, q, tools)
            if fault is not None:
                move, t, s = self.batch.place(fault.sample)
                place = f", {1e3 * s:.4g} mm along move {move}, t = {t:.4g} s"
                raise MoveError(move, fault_error(fault, place), fault.kind)
            self.parts.append(part)
            anchors = part.anchors
        for run, cubic, end in self.waiting:
            run.first, q = q, anchors[end - 1] if end else q
            run.last = q
            if cubic >= 0:
                self.cubics[cubic][0] = q
        self.batch, self.waiting = Batch(self.cycle), []
        return q

    def curve(
        self, runs: list[Run], tools: Tools, robot: Robot
    ) -> tuple[PlannedCurve, tuple[int, ...]]:
        """The whole motion, and the move of each of its pieces."""
        time, n = timeline(runs), self.solver.n
        paths, anchors, rates = joined(self.parts, tools, n)
        curve = PlannedCurve(
            breakpoints=time.breakpoints,
            layers=time.layers,
            offsets=time.offsets,
            starts=np.array(self.starts),
            polynomial=np.array(self.places, dtype=np.intp),
            coefficients=np.array(self.cubics).reshape(-1, 4, n),
            paths=paths,
            anchors=anchors,
            solver=self.solver,
            guide=None if rates is None else guide_of(robot, rates),
        )
        return curve, time.moves


class MoveError(Exception):
    """An error of an earlier move than the one at hand; `kind` is that of the fault."""

    def __init__(self, move: int, error: ProgramError, kind: str) -> None:
        super().__init__(move, error)
        self.move, self.error, self.kind = move, error, kind


def missed(solver: Solver, target: Array) -> str:
    """How far away the target (4, 4) is of a path that leads out of reach; nothing if it is not."""
    short, tilt = (float(x[0]) for x in solver.missing(target[None]))
    if not (short or tilt):
        return ""
    far = shown(short, "m") if short else shown(tilt, "rad")
    how = "missed" if solver.n < DETERMINED else "out of reach"  # or its attitude
    return f"; its target is {how} by {far}"


def fault_error(fault: Fault, place: str) -> ProgramError:
    code, remedy = CODES[fault.kind]
    remedy = ATTITUDE if fault.part == "attitude" else remedy
    return ProgramError(f"{code}: {fault.text}{place}", remedy)
