"""Friction at the motors: on the motor's speed y, and on the torque tau through its gear.

    f = f_v y + f_c sign(y) + mu |tau| sign(y)  =  f_v y + f_c sign(y) + (S - 1) tau
    S = 1 + mu sign(y) sign(tau)

Source: Kvrgic and Vidakovic (91), (D.3), with two departures of the mode `consistent`: the sign
is that of the power that flows (D.3 prints mu sign(qd) u, which charges braking twice), and the
speed is the motor's. An efficiency is a mu for each way: 1/eta - 1 when the motor drives, 1 - eta
when the load drives. sign(0) = 0: what holds at rest is another matter.
What is unknown is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from erfd.algebra import Scalar
from erfd.drives.transmission import Row, is_none
from erfd.errors import RobotError
from erfd.robot.drives import Drives, Motor
from erfd.robot.record_numbers import is_real
from erfd.trace.choose import absolute, select, sign


def known(x: Scalar) -> Scalar:
    """What is unknown is left out of the equations."""
    return 0 if x is None else x


def load_shares(motor: Motor) -> tuple[Scalar, Scalar]:
    """mu when the motor drives the load, and when the load drives the motor."""
    if motor.efficiency is None:
        return known(motor.load_friction), known(motor.load_friction)
    back = motor.efficiency if motor.backward_efficiency is None else motor.backward_efficiency
    return 1 / motor.efficiency - 1, 1 - back


def directions(y: Sequence[Scalar], tau: Sequence[Scalar]) -> Row:
    """sign(y) sign(tau): 1 where the motor drives its load, -1 where the load drives the motor."""
    return [sign(a) * sign(b) for a, b in zip(y, tau, strict=True)]


def shares(drives: Drives, direction: Sequence[Scalar]) -> Row:
    """The diagonal of S, of these signs of the power."""
    return [_share(m, d) for m, d in zip(drives.motors, direction, strict=True)]


def _share(motor: Motor, direction: Scalar) -> Scalar:
    forward, back = load_shares(motor)
    if is_none(forward) and is_none(back):
        return 1
    if forward is back:
        return 1 + forward * direction
    return 1 + select(direction > 0, forward, select(direction < 0, -back, 0))


def on_speed(drives: Drives, y: Sequence[Scalar]) -> Row:
    """Viscous and Coulomb friction: what does not depend on the load."""
    return [
        known(m.viscous_friction) * v + _coulomb(m, v)
        for m, v in zip(drives.motors, y, strict=True)
    ]


def _coulomb(motor: Motor, y: Scalar) -> Scalar:
    dry = motor.coulomb_friction
    if dry is None or (is_none(dry.forward) and is_none(dry.backward)):
        return 0
    if is_real(dry.forward) and is_real(dry.backward) and dry.forward == dry.backward:
        return dry.forward * sign(y)
    return select(y > 0, dry.forward, select(y < 0, -dry.backward, 0))


def on_load(drives: Drives, y: Sequence[Scalar], tau: Sequence[Scalar]) -> Row:
    """(S - 1) tau, for torques that are known."""
    return [_loaded(m, v, t) for m, v, t in zip(drives.motors, y, tau, strict=True)]


def _loaded(motor: Motor, y: Scalar, tau: Scalar) -> Scalar:
    forward, back = load_shares(motor)
    if is_none(forward) and is_none(back):
        return 0
    if forward is back:
        return forward * (absolute(tau) * sign(y))
    power = sign(y) * sign(tau)
    return tau * select(power > 0, forward, select(power < 0, -back, 0))


def refuse_locking(drives: Drives) -> None:
    """From mu = 1 on torques have several answers, or none, for the motion."""
    for motor in drives.motors:
        back = load_shares(motor)[1]
        if is_real(back) and back >= 1:
            raise RobotError(
                f"motor '{motor.name}': friction takes {float(back):g} of the load's torque, so "
                "the accelerations need not be unique",
                "below 1 (an efficiency above 0) they are",
            )
