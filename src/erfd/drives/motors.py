"""What the motors do in a motion, of a drive train at one state: torque, equations of motion.

The formulas are in `equations.py`; here they meet the rigid bodies. Over any scalar.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from erfd.algebra import Scalar
from erfd.drives import equations
from erfd.drives.equations import Mode, total, transmitted
from erfd.drives.friction import directions, known
from erfd.drives.gears import driven, gear_torques, refuse_unequal
from erfd.drives.sides import Sides, Wrench, load, sides
from erfd.drives.train import Train
from erfd.drives.transmission import Row, Rows, accelerations, weighed
from erfd.errors import RobotError


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
    at, u, felt = load(train, q, qd, qdd, wrench)
    if mode == "as_published":
        torque = equations.published_torque(train.drives, at, qd, u, qdd, dt)
    else:
        torque = equations.consistent_torque(train.drives, at, u, accelerations(at, qdd), dt)
    return total(torque, felt)


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
    both = sides(train, q, qd, wrench, qdd)
    at, H, bias, crossed, felt = both
    u = [weighed(row, qdd) + b for row, b in zip(H, bias, strict=True)]
    if mode == "as_published":
        H_a, b_a = equations.published_equations(train.drives, at, qd, H, bias, u, dt)
    else:
        direction = directions(at.y, transmitted(train.drives, at, u))
        H_a, b_a = equations.consistent_equations(train.drives, at, H, bias, direction, dt)
    return [total(x, y) for x, y in zip(H_a, crossed, strict=True)], total(b_a, felt)


def rotor_side(train: Train, both: Sides) -> tuple[Rows, Row]:
    """R and rho: what the rotors take of the motors' torques."""
    J = [known(m.rotor_inertia) for m in train.drives.motors]
    rows = zip(J, both.at.A, both.crossed, strict=True)
    R = [[j * a + x for a, x in zip(row, extra, strict=True)] for j, row, extra in rows]
    return R, [j * d + f for j, d, f in zip(J, both.at.drift, both.felt, strict=True)]


def effective_inertia(train: Train, q: Sequence[Scalar]) -> Row:
    """What each motor feels at its shaft while the other motors keep their speed, kg m^2.

    The diagonal of A^-T (H + A^T R) A^-1, the inertia matrix in motor coordinates.
    """
    refuse_unequal(train.drives)
    both, moved = sides(train, q, [0] * len(q)), driven(train.drives)
    if not moved:
        return []
    M = inertia(train, both)
    half = gear_torques(both.at.A, M, moved)
    whole = gear_torques(both.at.A, list(zip(*half, strict=True)), moved)
    return [whole[i][i] for i in range(len(whole))]


def inertia(train: Train, both: Sides) -> Rows:
    """H + A^T R: all that moves, on the joint side; symmetric."""
    R, _ = rotor_side(train, both)
    columns = list(zip(*R, strict=True))
    added = [[weighed(a, c) for c in columns] for a in zip(*both.at.A, strict=True)]
    return [total(h, x) for h, x in zip(both.H, added, strict=True)]
