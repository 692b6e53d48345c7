"""Dry friction at rest: which motors hold, and how the others start, all of them together.

A motor at rest takes any friction phi between -F_backward and F_forward, and stays, unless that is
not enough; a load's friction mu |tau| holds as well. For all motors at once

    u = tau + phi + J yd + c,   tau = N yd + tau0       yd = 0, or phi is the limit against yd

which is the box problem of `box`: one solution. Two uses, both over any scalar:
`accelerations`  at one instant; a motor rests while its speed is within `standstill`, where the
                 starting friction holds it; the others have the friction of their motion
`step`           over a cycle: it is the speed at the cycle's end, y + yd dt, that is zero or has
                 friction against it, so a motor that would turn round within the cycle stops; the
                 end is at rest to the last bit but rounding
Source: Szkodny (17)-(18), with one departure: the print compares F_s with the torque
of the motor, not with the load, and lets a held arm fall (`published` below does so).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from erfd.algebra import Scalar
from erfd.drives.finite import both, finite
from erfd.drives.friction import known
from erfd.drives.geared import Geared, branches, geared, refuse_undriven, ways
from erfd.drives.pieces import Branch, Curve
from erfd.drives.settle import Curves, settled
from erfd.drives.sides import Wrench
from erfd.drives.train import Train
from erfd.drives.transmission import Row
from erfd.robot.drives import Motor
from erfd.trace.choose import absolute, clamp, select

STANDSTILL = 1e-3


class Held(NamedTuple):
    """Joint accelerations, all friction at the motors (N m), 1 where a motor holds, success."""

    qdd: Row
    friction: Row
    holds: Row
    converged: Scalar


def accelerations(
    train: Train,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    torque: Sequence[Scalar],
    wrench: Wrench = None,
    standstill: Scalar = STANDSTILL,
) -> Held:
    """At one instant, of the motor torques given."""
    robot = _all_driven(train, q, qd, wrench)
    rest = [absolute(y) <= standstill for y in robot.at.y]
    holding = _holding(train, robot, rest)

    def curves(u: Row) -> list[Curve]:
        free = branches(train, ways(robot.at.y), [a - c for a, c in zip(u, robot.c, strict=True)])
        return [
            Curve(_either(r, held.lagging, f), _either(r, held.leading, f), J, select(r, 1.0, 0.0))
            for r, held, f, J in zip(rest, holding(u), free, robot.J, strict=True)
        ]

    return _held(robot, torque, [0.0] * len(rest), curves)


def step(
    train: Train,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    torque: Sequence[Scalar],
    dt: Scalar,
    wrench: Wrench = None,
    standstill: Scalar = STANDSTILL,
) -> Held:
    """Over a cycle of dt, after which v + qdd dt is the speed; viscous friction at its end."""
    robot = _all_driven(train, q, qd, wrench, dt)
    rest = [absolute(y) <= standstill for y in robot.at.y]
    rate = 1 / dt
    return _held(robot, torque, [-y * rate for y in robot.at.y], _holding(train, robot, rest))


def published(
    train: Train,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    torque: Sequence[Scalar],
    wrench: Wrench = None,
    standstill: Scalar = STANDSTILL,
) -> Held:
    """Eq. (17) as printed: at rest friction eats the motor's own torque, up to F_s, and no load."""
    robot = _all_driven(train, q, qd, wrench)
    eaten = [
        select(absolute(y) <= standstill, clamp(u, -_starting(m)[1], _starting(m)[0]), c)
        for m, u, y, c in zip(train.drives.motors, torque, robot.at.y, robot.c, strict=True)
    ]

    def curves(u: Row) -> list[Curve]:
        z = [a - phi for a, phi in zip(u, eaten, strict=True)]
        sides = zip(branches(train, ways(robot.at.y), z), robot.J, strict=True)
        return [Curve(b, b, J, 0.0) for b, J in sides]

    return _held(robot, torque, [0.0] * len(eaten), curves)


def _all_driven(train: Train, *state: Any) -> Geared:
    refuse_undriven(train, "whether those at rest stay depends on all of them")
    return geared(train, *state)


def _holding(train: Train, robot: Geared, rest: Row) -> Curves:
    """Backward with friction forward, and the other way; of what is left of the motors' torques."""
    viscous = [known(m.viscous_friction) for m in train.drives.motors]

    def curves(u: Row) -> list[Curve]:
        left, right = [], []
        slow = [x - f * y for x, f, y in zip(u, viscous, robot.at.y, strict=True)]
        for motor, x, r in zip(train.drives.motors, slow, rest, strict=True):
            start, turning = _starting(motor), _kinetic(motor)
            left.append(x + select(r, start[1], turning[1]))
            right.append(x - select(r, start[0], turning[0]))
        count = len(left)
        lagging = branches(train, [-1.0] * count, left)
        leading = branches(train, [1.0] * count, right)
        return [Curve(a, b, J) for a, b, J in zip(lagging, leading, robot.J, strict=True)]

    return curves


def _held(robot: Geared, torque: Sequence[Scalar], yd: Row, curves: Curves) -> Held:
    """The solution about the accelerations yd; `curves` of what is left of the torques for them."""
    given = [u - J * a - f for u, J, a, f in zip(torque, robot.J, yd, robot.felt, strict=True)]

    def left(taken: Row) -> Sequence[Curve]:
        return curves([u - x for u, x in zip(given, taken, strict=True)])

    found = settled(robot, robot.joint_accelerations(yd), yd, left)
    qdd = robot.joint_accelerations([a + w for a, w in zip(yd, found.w, strict=True)])
    taken = robot.more(qdd)[1]
    parts = zip(given, taken, found.tau, robot.J, found.w, strict=True)
    friction = [u - x - tau - J * w for u, x, tau, J, w in parts]
    converged = both(found.converged, finite(given))
    holds = [both(select(absolute(k) < 0.5, 1.0, 0.0), converged) for k in found.piece]
    return Held(qdd, friction, holds, converged)


def _either(flag: Scalar, a: Branch, b: Branch) -> Branch:
    return Branch(*(select(flag, x, y) for x, y in zip(a, b, strict=True)))


def _kinetic(motor: Motor) -> tuple[Scalar, Scalar]:
    """Coulomb friction while turning forward and backward."""
    dry = motor.coulomb_friction
    return (0.0, 0.0) if dry is None else (dry.forward, dry.backward)


def _starting(motor: Motor) -> tuple[Scalar, Scalar]:
    """What it takes to start forward and backward; the kinetic values where nobody said."""
    dry, (forward, backward) = motor.coulomb_friction, _kinetic(motor)
    if dry is None:
        return forward, backward
    a, b = dry.starting_forward, dry.starting_backward
    return forward if a is None else a, backward if b is None else b
