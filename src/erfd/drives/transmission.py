"""How the motors turn with the joints: q_motor(q), A = d q_motor / d q, and (dA/dt) qd.

Source: Szkodny (q_a = q_a(q), A(q) = d q_a / d q; the IRb-6's ball screws),
Kvrgic and Vidakovic (D.1) (q_a = A q, constant). A row of constant ratios gives q_motor = row q;
a ball screw that closes a crank triangle

    q_motor = k L,   k = 2 pi / pitch,   L^2 = constant + cosine cos t + sine sin t
    t = of q + offset
    L' = dL/dt = (sine cos t - cosine sin t) / 2 L
    L'' = -(cosine cos t + sine sin t) / 2 L - L'^2 / L

    row of A = k L' of,   its part of (dA/dt) qd = k L'' (of qd)^2

Cost: nothing for constant ratios, one sine and cosine and a root for each screw. Motor angles count
from where the formulas are zero. Over any scalar that has them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from erfd.algebra import Scalar, sincos, sqrt
from erfd.robot.drives import BallScrew, Drives
from erfd.robot.record_numbers import is_real

Row = list[Scalar]
Rows = list[list[Scalar]]


class Screw(NamedTuple):
    """The length of a ball screw, and its first and second derivative with respect to t."""

    L: Scalar
    first: Scalar
    second: Scalar


class Turning(NamedTuple):
    """The motors at one state: A, their speeds y = A qd, and (dA/dt) qd."""

    A: Rows
    y: Row
    drift: Row


def turning(drives: Drives, q: Sequence[Scalar], qd: Sequence[Scalar]) -> Turning:
    A = matrix(drives, q)
    return Turning(A, speeds(A, qd), drift(drives, q, qd))


def accelerations(at: Turning, qdd: Sequence[Scalar]) -> Row:
    """Of the motors: A qdd + (dA/dt) qd."""
    return [a + d for a, d in zip(speeds(at.A, qdd), at.drift, strict=True)]


def is_constant(drives: Drives) -> bool:
    """Whether A is the same at every q."""
    return all(motor.ball_screw is None for motor in drives.motors)


def motor_angles(drives: Drives, q: Sequence[Scalar]) -> Row:
    """q_motor(q) in rad."""
    return [
        weighed(m.ratios, q)
        if m.ball_screw is None
        else _turns(m.ball_screw) * _at(m.ball_screw, q).L
        for m in drives.motors
    ]


def matrix(drives: Drives, q: Sequence[Scalar]) -> Rows:
    """A: a row for each motor, a column for each coordinate."""
    return [
        list(m.ratios) if m.ball_screw is None else _row(m.ball_screw, q) for m in drives.motors
    ]


def drift(drives: Drives, q: Sequence[Scalar], qd: Sequence[Scalar]) -> Row:
    """(dA/dt) qd: what the motors accelerate at qdd = 0."""
    return [0 if m.ball_screw is None else _drift(m.ball_screw, q, qd) for m in drives.motors]


def speeds(A: Sequence[Sequence[Scalar]], qd: Sequence[Scalar]) -> Row:
    """A qd; of accelerations too, but for the drift."""
    return [weighed(row, qd) for row in A]


def weighed(row: Sequence[Scalar], values: Sequence[Scalar]) -> Scalar:
    """The sum of the values weighed by a row, where the row is not zero."""
    total: Scalar = 0
    for weight, value in zip(row, values, strict=True):
        if not is_none(weight):
            total = total + weight * value
    return total


def is_none(x: Scalar) -> bool:
    """Known to be zero whatever the state is."""
    return is_real(x) and bool(x == 0)


def _row(screw: BallScrew, q: Sequence[Scalar]) -> Row:
    slope = _turns(screw) * _at(screw, q).first
    return [0 if is_none(x) else slope * x for x in screw.of]


def _drift(screw: BallScrew, q: Sequence[Scalar], qd: Sequence[Scalar]) -> Scalar:
    rate = weighed(screw.of, qd)
    return _turns(screw) * _at(screw, q).second * (rate * rate)


def _turns(screw: BallScrew) -> Scalar:
    """Radians of the motor for a metre of the screw."""
    return 2 * math.pi / screw.pitch


def _at(screw: BallScrew, q: Sequence[Scalar]) -> Screw:
    s, c = sincos(weighed(screw.of, q) + screw.offset)
    along, across = screw.cosine * c + screw.sine * s, screw.sine * c - screw.cosine * s
    L = sqrt(screw.constant + along)
    first = across / (2 * L)
    return Screw(L, first, -(along / 2 + first * first) / L)
