"""Step 6 of Algorithm 1: the accelerations that are reached where motors have too little torque.

    u_a(w) = F(tau0 + N w) + J w + fixed     `consistent`, see `geared` and `box`
    u_a(w) = need + G w, G = H_a A^-1        `as_published`: friction frozen at the wanted motion

w is by how much the motors' accelerations differ from the wanted ones, need = u_a(0).
"mixed" asks for the w with

    lower < u_a < upper  ->  w = 0        u_a = upper  ->  w <= 0        u_a = lower  ->  w >= 0

"full" clips the torques and lets all accelerations follow (Eq. 92), "literal" then gives the wanted
acceleration back to the joints whose motors did not saturate. A need that equals the limit is no
saturation. Sources and departures as in `achievable`. Any scalar.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from erfd.algebra import Scalar
from erfd.drives.box import Solution, solve_box, solve_general
from erfd.drives.finite import both, finite
from erfd.drives.geared import Geared, branches, resting, through, ways
from erfd.drives.limits import Range
from erfd.drives.motors import motor_equations
from erfd.drives.pieces import Branch, Curve
from erfd.drives.settle import numbered, settled
from erfd.drives.sides import Wrench
from erfd.drives.train import Train
from erfd.drives.transmission import Row, Rows, weighed
from erfd.trace.choose import absolute, clamp, select


class Reached(NamedTuple):
    """Joint accelerations, the motor torques that go with them, those needed, and the flags."""

    qdd: Row
    torque: Row
    needed: Row
    saturated: Row
    converged: Scalar


class Motors(Protocol):
    """u_a as a function of w, and what w is under limits or under given torques."""

    @property
    def needed(self) -> Row: ...

    def torque(self, w: Row) -> Row: ...

    def mixed(self, ranges: Sequence[Range]) -> Solution: ...

    def full(self, torque: Row) -> Solution: ...


def saturated(
    motors: Motors, robot: Geared, ad: Row, ranges: Sequence[Range], solve: str
) -> Reached:
    """From the wanted accelerations ad to those that the torques allow."""
    need = motors.needed
    flags = [_outside(x, r) for x, r in zip(need, ranges, strict=True)]
    anyone = _sum(flags) > 0.5
    if solve == "mixed":
        found = motors.mixed(ranges)
        flags = [select(anyone & (absolute(k) > 0.5), 1.0, 0.0) for k in found.piece]
    else:
        limited = [clamp(x, r.lower, r.upper) for x, r in zip(need, ranges, strict=True)]
        found = motors.full(limited)
    w = [select(anyone, x, 0.0) for x in found.w]
    a = _added(ad, robot.joints(w))
    if solve == "literal":
        a = [select(f > 0.5, x, y) for f, x, y in zip(flags, a, ad, strict=True)]
        w = [weighed(row, [x - y for x, y in zip(a, ad, strict=True)]) for row in robot.at.A]
    converged = both(select(anyone, found.converged, 1.0), _sound(need, ad, ranges))
    torque = [select(anyone, u, x) for u, x in zip(motors.torque(w), need, strict=True)]
    return Reached(a, torque, need, flags, converged)


def _outside(x: Scalar, r: Range) -> Scalar:
    return select((x < r.lower) | (x > r.upper), 1.0, 0.0)


def _sound(need: Row, ad: Row, ranges: Sequence[Range]) -> Scalar:
    """1 where all these are numbers; a limit may be infinite."""
    off = [select(r.lower <= 0, select(r.upper >= 0, 0.0, 1.0), 1.0) for r in ranges]
    return both(finite(need, ad), select(_sum(off) < 0.5, 1.0, 0.0))


def _added(a: Row, b: Row) -> Row:
    return [x + y for x, y in zip(a, b, strict=True)]


def _sum(values: Row) -> Scalar:
    total: Scalar = 0.0
    for x in values:
        total = total + x
    return total


@dataclass(frozen=True)
class Consistent:
    """The load's friction follows the torque that is transmitted; `yd` is wanted of the motors."""

    train: Train
    robot: Geared
    ad: Row

    @property
    def yd(self) -> Row:
        return self.robot.accelerations(self.ad)

    @property
    def fixed(self) -> Row:
        spun = zip(self.robot.J, self.yd, self.robot.c, self.robot.felt, strict=True)
        return [J * yd + c + f for J, yd, c, f in spun]

    @property
    def needed(self) -> Row:
        return self.torque([0] * len(self.robot.J))

    def torque(self, w: Row) -> Row:
        qdd = _added(self.ad, self.robot.joints(w))
        tau, taken = self.robot.more(qdd)
        tau = _added(tau, self.robot.transmitted(qdd))
        spun = [J * x + f for J, x, f in zip(self.robot.J, w, self.fixed, strict=True)]
        geared = through(self.train, ways(self.robot.at.y), tau)
        return _added(_added(geared, spun), taken)

    def mixed(self, ranges: Sequence[Range]) -> Solution:
        upper, lower = [r.upper for r in ranges], [r.lower for r in ranges]

        def curves(taken: Row) -> list[Curve]:
            sides = self._branches(upper, taken), self._branches(lower, taken)
            return [Curve(a, b, J) for a, b, J in zip(*sides, self.robot.J, strict=True)]

        return settled(self.robot, self.ad, self.yd, curves)

    def full(self, torque: Row) -> Solution:
        def curves(taken: Row) -> list[Curve]:
            sides = zip(self._branches(torque, taken), self.robot.J, strict=True)
            return [Curve(a, a, J, 0.0) for a, J in sides]

        return settled(self.robot, self.ad, self.yd, curves)

    def _branches(self, torque: Row, taken: Row) -> list[Branch]:
        z = [u - f - x for u, f, x in zip(torque, self.fixed, taken, strict=True)]
        return branches(self.train, ways(self.robot.at.y), z)


@dataclass(frozen=True)
class Published:
    """Friction stays that of the wanted motion, so torques are linear in w."""

    needed: Row
    G: Rows

    @staticmethod
    def of(
        train: Train, robot: Geared, q: Row, qd: Row, ad: Row, wrench: Wrench, dt: Scalar
    ) -> Published:
        state = q, resting(qd), ad
        H_a, b_a = motor_equations(train, *state, wrench, "as_published", dt)
        columns = list(zip(*robot.inverse, strict=True))
        G = [[weighed(column, row) for column in columns] for row in H_a]
        return Published([weighed(row, ad) + b for row, b in zip(H_a, b_a, strict=True)], G)

    def torque(self, w: Row) -> Row:
        return [x + weighed(w, row) for x, row in zip(self.needed, self.G, strict=True)]

    def mixed(self, ranges: Sequence[Range]) -> Solution:
        curves = [Curve(Branch(r.upper), Branch(r.lower)) for r in ranges]
        return numbered(solve_box(self.G, self.needed, curves, solve_general))

    def full(self, torque: Row) -> Solution:
        rest = [u - x for u, x in zip(torque, self.needed, strict=True)]
        return numbered(Solution(solve_general(self.G, rest), torque, rest, 1.0, 1.0))
