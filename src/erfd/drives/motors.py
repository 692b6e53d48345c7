"""What the motors do in a motion, of a drive train at one state: torque, equations of motion.

The formulas are in `equations.py`; here they meet the rigid bodies. Over any scalar.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from erfd.algebra import Scalar
from erfd.drives.equations import (
    Mode,
    accelerations,
    consistent_equations,
    consistent_torque,
    published_equations,
    published_torque,
    transmitted,
    turning,
)
from erfd.drives.friction import directions
from erfd.drives.train import Train
from erfd.drives.transmission import Row, Rows, weighed
from erfd.errors import RobotError

Wrench = Sequence[Scalar] | None


def motor_torque(
    train: Train,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    qdd: Sequence[Scalar],
    wrench: Wrench = None,
    mode: Mode = "consistent",
    dt: Scalar = 0,
) -> Row:
    """u_a of a motion, N m."""
    at, u = turning(train.drives, q, qd), train.torques(q, qd, qdd, wrench)
    if mode == "as_published":
        return published_torque(train.drives, at, qd, u, qdd, dt)
    return consistent_torque(train.drives, at, u, accelerations(at, qdd), dt)


def motor_current(train: Train, *motion: Any, **options: Any) -> Row:
    """The torques over the torque constants, A."""
    constants = [torque_constant(m.name, m.torque_constant) for m in train.drives.motors]
    torques = motor_torque(train, *motion, **options)
    return [x / k for x, k in zip(torques, constants, strict=True)]


def torque_constant(name: str, value: Scalar) -> Scalar:
    if value is None:
        what = f"the torque constant of motor '{name}' is unknown"
        raise RobotError(what, "give torque_constant in N m/A in the robot's file")
    return value


def motor_equations(
    train: Train,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    qdd: Sequence[Scalar],
    wrench: Wrench = None,
    mode: Mode = "consistent",
    dt: Scalar = 0,
) -> tuple[Rows, Row]:
    """H_a and u'_a; `qdd` is the motion at which the load's friction is taken."""
    at = turning(train.drives, q, qd)
    H, bias = train.equations(q, qd, wrench)
    u = [weighed(row, qdd) + b for row, b in zip(H, bias, strict=True)]
    if mode == "as_published":
        return published_equations(train.drives, at, qd, H, bias, u, dt)
    direction = directions(at.y, transmitted(train.drives, at, u))
    return consistent_equations(train.drives, at, H, bias, direction, dt)
