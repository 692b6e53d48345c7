"""The robot as its motors feel it at one state: ready for one box problem.

    tau = A^-T (H qdd + bias + more(qdd)),    u_a = F(tau) + J yd + c + felt + crossed qdd
    tau = N w + tau0 when the motors accelerate by w more,    N = A^-T H A^-1

F(tau) has the slope 1 + mu where the motor drives its load and 1 - mu where the load drives it
(other slopes with an efficiency), J is the rotor's inertia, c what depends on the speed alone.
Rotors on moving carriers, and dry friction on the reactions of joints, are `more`, felt and
crossed: small, they do not fit the form of the box problem and are settled around it (`settle`).
A coordinate that no motor moves has a zero row in A^-1: what the motors do leaves its motion alone.
Source: Kvrgic and Vidakovic (D.1)-(D.3) as corrected in `equations.py`. Any scalar.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from erfd.algebra import Scalar
from erfd.drives.friction import known, on_speed, shares
from erfd.drives.gears import driven, refuse_unequal, solve
from erfd.drives.joint_friction import Pressing
from erfd.drives.pieces import Branch
from erfd.drives.sides import Wrench, joint_side, presses, sides
from erfd.drives.train import Train
from erfd.drives.transmission import Row, Rows, Turning, weighed
from erfd.errors import RobotError
from erfd.trace.choose import absolute, select, sign, sqrt

ROUNDING = 1e-9


class Small(NamedTuple):
    """What rotors on carriers add to H (rows), and to the motors; the joints that press."""

    H: Rows
    crossed: Rows
    pressed: list[Pressing]


class Geared(NamedTuple):
    """A at its speeds, its inverse, N, the joint side's H and bias, J, c and felt, the rest."""

    at: Turning
    inverse: Rows
    N: Rows
    H: Rows
    bias: Row
    J: Row
    c: Row
    felt: Row
    small: Small | None

    def accelerations(self, qdd: Sequence[Scalar]) -> Row:
        """yd = A qdd + (dA/dt) qd."""
        return [weighed(row, qdd) + d for row, d in zip(self.at.A, self.at.drift, strict=True)]

    def joint_accelerations(self, yd: Sequence[Scalar]) -> Row:
        return self.joints([a - d for a, d in zip(yd, self.at.drift, strict=True)])

    def joints(self, y: Sequence[Scalar]) -> Row:
        """A^-1 y: speeds, or changes of accelerations."""
        return [weighed(row, y) for row in self.inverse]

    def transmitted(self, qdd: Sequence[Scalar]) -> Row:
        """tau of a motion, without the small terms."""
        u = [weighed(row, qdd) + b for row, b in zip(self.H, self.bias, strict=True)]
        return self.geared(u)

    def geared(self, u: Sequence[Scalar]) -> Row:
        """A^-T u."""
        return [weighed(column, u) for column in zip(*self.inverse, strict=True)]

    def more(self, qdd: Sequence[Scalar]) -> tuple[Row, Row]:
        """The small terms of a motion: in tau, and at the motors."""
        if self.small is None:
            nothing: Row = [0] * len(self.J)
            return nothing, nothing
        u = [weighed(row, qdd) for row in self.small.H]
        for press in self.small.pressed:
            x, y = (weighed(row, qdd) + f for row, f in zip(press.P, press.F, strict=True))
            f = press.size * sqrt(x * x + y * y)
            u = [a + b * f for a, b in zip(u, press.along, strict=True)]
        return self.geared(u), [weighed(row, qdd) for row in self.small.crossed]


def geared(
    train: Train, q: Sequence[Scalar], qd: Sequence[Scalar], wrench: Wrench = None, dt: Scalar = 0
) -> Geared:
    """With dt, viscous friction is taken at the end of a cycle of that length."""
    both = sides(train, q, qd, wrench)
    at = both.at._replace(y=resting(both.at.y))
    H = joint_side(train, q, qd, wrench)[0] if train.rotors else both.H
    pressed = presses(train, q, qd, wrench)
    small = None
    if train.rotors or pressed:
        rows = zip(both.H, H, strict=True)
        crossing = [[a - b for a, b in zip(x, y, strict=True)] for x, y in rows]
        small = Small(crossing, both.crossed, pressed)
    inverse = inverted(train, at.A)
    motors = train.drives.motors
    J = [known(m.rotor_inertia) + known(m.viscous_friction) * dt for m in motors]
    c, N = on_speed(train.drives, at.y), congruent(H, inverse)
    return Geared(at, inverse, N, H, both.bias, J, c, both.felt, small)


def resting(y: Sequence[Scalar]) -> Row:
    """Speeds that are nothing but rounding are zero: they must not choose the sense of friction."""
    return [select(absolute(x) <= ROUNDING, 0.0, x) for x in y]


def inverted(train: Train, A: Rows) -> Rows:
    """A^-1, a row for each coordinate; zeros where no motor moves it."""
    refuse_unequal(train.drives)
    moved, motors = driven(train.drives), range(len(train.drives.motors))
    unit = [[1 if i == j else 0 for j in motors] for i in motors]
    rows = iter(solve([[row[j] for j in moved] for row in A], unit))
    return [next(rows) if j in moved else [0 for _ in motors] for j in range(train.n)]


def refuse_undriven(train: Train, why: str) -> None:
    """Where each coordinate must have its motor."""
    moved = len(driven(train.drives))
    if moved != train.n:
        what = f"{moved} of {train.n} coordinates have a motor, and {why}"
        raise RobotError(what, "give each coordinate a motor: what moves the others is not known")


def congruent(H: Rows, inverse: Rows) -> Rows:
    """A^-T H A^-1, symmetric: the half below is computed."""
    columns = list(zip(*inverse, strict=True))
    half = [[weighed(column, row) for column in columns] for row in H]
    n = len(columns)
    N: Rows = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            N[i][j] = N[j][i] = weighed(columns[i], [row[j] for row in half])
    return N


def branches(train: Train, way: Sequence[Scalar], z: Sequence[Scalar]) -> list[Branch]:
    """F(tau) + J w = z, friction acting against motors that turn this way (-1, 0, 1)."""
    up = shares(train.drives, way)
    down = shares(train.drives, [-x for x in way])
    return [Branch(*parts) for parts in zip(z, up, down, strict=True)]


def ways(y: Sequence[Scalar]) -> Row:
    return [sign(x) for x in y]


def through(train: Train, way: Sequence[Scalar], tau: Sequence[Scalar]) -> Row:
    """F(tau)."""
    up = shares(train.drives, way)
    down = shares(train.drives, [-x for x in way])
    return [t * select(t > 0, a, b) for t, a, b in zip(tau, up, down, strict=True)]
