"""A stretch of a motion between two stops, with its limits, and the fastest time law along it."""

from __future__ import annotations

import functools
import math

import numpy as np

from erfd.curve import Array, State
from erfd.errors import ErfdError
from erfd.judge.demand import Model
from erfd.judge.instants import grid
from erfd.judge.kernels import kernel
from erfd.judge.uses import BROKEN, Table
from erfd.judge.verify import limits
from erfd.judge.words import of_whom, percent_text, quantity_text
from erfd.repair.averaged import averaged
from erfd.repair.limits_along import Limits, Points, ceiling
from erfd.repair.path import Dwell, Path, Section
from erfd.repair.payload_remedies import mass_text, standing_payload
from erfd.repair.rebuild import Part, moved, points, still
from erfd.repair.time_law import NoTimeLaw, TimeLaw, fastest
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

UNKNOWN = 100.0**2  # squared s_dot where nobody stated a speed: 100 rad/s or m/s of the joints
FREE = 1e9  # s_ddot that no limit bounds; s is about a time
NOT_OVER = "the arm cannot get over it: it stops short"
NEARLY = "standing still takes nearly all of a limit, and too little is left to move"


class NoTimeLawError(ErfdError):
    """No time law exists along this path."""


class Still:
    """The arm stands, as long as before."""

    size, window = 1, 0.0

    def __init__(self, dwell: Dwell, piece: int) -> None:
        self._part = still(dwell, piece)

    def part(self, _: Array) -> Part:
        return self._part


class Run:
    """One path; `most` bounds the tool point's speed in each move (m/s); of limits `margin`."""

    def __init__(
        self,
        trajectory: Trajectory,
        robot: Robot,
        path: Path,
        wrench: Array | None,
        most: Array,
        margin: float = 1.0,
    ) -> None:
        self.margin = margin
        self.trajectory, self.robot, self.path, self.wrench = trajectory, robot, path, wrench
        self.counts = [len(x.coefficients) for x in path.sections]
        self.size = sum(self.counts)
        self.s = points(path.sections)
        self.sides = _points(path.sections, slice(None, -1)), _points(path.sections, slice(1, None))
        self.limits = Limits(robot, *self.sides, wrench)
        self.tops = [(ceiling(robot, side, 1.0), self._tool(side, most)) for side in self.sides]
        self._made: tuple[Array, TimeLaw] | None = None
        self.window = 0.0  # s: of the mean that bounds the jerk

    def part(self, share: Array) -> Part:
        """With a share of every limit, one for each interval; averaged over the window, if any."""
        if self._made is None or not np.array_equal(self._made[0], share):
            self._refuse_free(share)
            interval = functools.partial(self.limits.interval, share)
            law = fastest(self.s, self._ceiling(share), interval)
            if isinstance(law, NoTimeLaw):
                raise self._none(law)
            self._made = share.copy(), law
        law = self._made[1]
        return averaged(self.path, law, self.window) if self.window > 0.0 else moved(self.path, law)

    def _ceiling(self, share: Array) -> Array:
        """The largest x at every point: of both sides, with the tool's speed; 0 at corners."""
        left, right = (np.minimum(rates * share**2, tool) for rates, tool in self.tops)
        inf = np.array([np.inf])
        top: Array = np.minimum(np.concatenate([left, inf]), np.concatenate([inf, right]))
        ends = np.cumsum(self.counts)[:-1]
        top[ends[np.array(self.path.corners, dtype=bool)]] = 0.0
        top[0] = top[-1] = 0.0
        return np.minimum(top, UNKNOWN)

    def _tool(self, side: Points, most: Array) -> Array:
        J = kernel(self.robot, "jacobian", frame="tool")(side.q)
        rate = np.linalg.norm(np.einsum("kij,kj->ki", J[:, :3], side.first), axis=1)
        of = self.trajectory.move_of or (0,) * (len(self.trajectory.breakpoints) - 1)
        allowed = np.repeat(most[[of[k] for k in self.path.pieces]], self.counts)
        squares: Array = (allowed / np.maximum(rate, 1e-12)) ** 2
        return squares

    def _refuse_free(self, share: Array) -> None:
        """A law that only the spacing of the points would bound is none."""
        rows = np.arange(self.size)
        high = self.limits.interval(share, rows, np.zeros((self.size, 1)))[1][:, 0]
        if (high > FREE).any():
            what = "nothing known limits the acceleration: no motor, no effort, no stated maximum"
            where, *_ = self._place(int(np.argmax(high > FREE)))
            raise NoTimeLawError(f"{where} {what}", "state acceleration in [joint.limits]")

    def _place(self, point: int) -> tuple[str, Array]:
        """In words where it is in the program, and q at its interval's ends."""
        counts = np.cumsum(self.counts)
        k = int(np.searchsorted(counts, point, side="right"))
        inside = point - (int(counts[k - 1]) if k else 0)
        section = self.path.sections[k]
        t = float(section.t[inside])
        number = int(self.trajectory.move_at(np.array([t]))[0])
        place = f"line {self.trajectory.moves[number - 1].line}, " if number else ""
        words = f"no time law exists: {place}where the plan is at t = {t:.3f} s"
        return words, section.q[inside : inside + 2]

    def _none(self, law: NoTimeLaw) -> NoTimeLawError:
        where, q = self._place(law.point)
        still = self._standing(q)
        why = NEARLY if law.standing else NOT_OVER
        if still:
            why = f"even standing still breaks a limit{still}"
        held = self.robot.payload
        mass = standing_payload(self.robot, self.wrench, q) if still else None
        remedy = "another pose or path there"
        return NoTimeLawError(
            f"{where} {why}",
            f"a payload of {mass_text(mass, float(held.mass))} can be held there; or take {remedy}"
            if mass is not None and held is not None
            else f"take {remedy}",
        )

    def _standing(self, q: Array) -> str:
        """What is asked for at rest there, in words."""
        table = Table(limits(self.robot, self.margin), lambda _: None)
        none = np.zeros(q.shape)
        asked = Model(self.robot, self.wrench).of(State(q, none, none))
        uses = table.uses(asked)
        row, column = np.unravel_index(int(uses.argmax()), uses.shape)
        if not uses[row, column] > BROKEN:
            return ""
        quantity, subject = table.labels[int(column)]
        unit = table.of(int(column))[0].unit
        value, limit = (
            quantity_text(float(x(asked)[row, column]), unit) for x in (table.values, table.limits)
        )
        share = percent_text(float(uses[row, column]))
        return f": {of_whom(quantity, subject)} {value}, limit {limit} ({share})"


def tool_speeds(trajectory: Trajectory, robot: Robot) -> Array:
    """The largest speed of the tool point in every path move: what was reached is kept."""
    at = grid(trajectory.curve)
    state = trajectory.curve.at(at.t, at.piece)
    J = kernel(robot, "jacobian", frame="tool")(state.q)
    speed = np.linalg.norm(np.einsum("kij,kj->ki", J[:, :3], state.qd), axis=1)
    top = np.full(len(trajectory.moves) + 1, math.inf)
    for k, move in enumerate(trajectory.moves, 1):
        if move.kind in ("lin", "circle"):
            mine = np.asarray(trajectory.move_of)[at.piece] == k
            top[k] = speed[mine].max(initial=0.0) or math.inf
    return top


def _points(sections: tuple[Section, ...], rows: slice) -> Points:
    return Points(
        *(
            np.concatenate([getattr(x, name)[rows] for x in sections])
            for name in ("q", "first", "second")
        )
    )
