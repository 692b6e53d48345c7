"""What a robot states of friction, as the numbers that its equations have; and its value.

Coulomb friction and shares of the load that differ between the two ways are written as half of
their sum and half of their difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from erfd.errors import RobotError
from erfd.robot.drives import Motor
from erfd.robot.records import Joint
from erfd.robot.robot import Robot


def at_motors(robot: Robot) -> tuple[Motor, ...]:
    """The motors, where some of them states friction."""
    motors = robot.drives.motors if robot.drives else ()
    return motors if any(_speed_terms(m) or any(shares(m)) for m in motors) else ()


def _speed_terms(motor: Motor) -> bool:
    return bool(motor.viscous_friction or any(dry(motor)))


def dry(motor: Motor) -> tuple[float, float]:
    """Half of the sum and half of the difference of Coulomb friction forward and backward."""
    own = motor.coulomb_friction
    forward, backward = ((own.forward or 0), (own.backward or 0)) if own else (0, 0)
    return (forward + backward) / 2, (forward - backward) / 2


def shares(motor: Motor) -> tuple[float, float]:
    """The same of the shares of the load: motor drives load, load drives motor."""
    if motor.efficiency is None:
        return motor.load_friction or 0, 0
    back = motor.efficiency if motor.backward_efficiency is None else motor.backward_efficiency
    one, other = 1 / motor.efficiency - 1, 1 - back
    return (one + other) / 2, (one - other) / 2


def pressed(joint: Joint) -> bool:
    own = joint.friction
    return bool(own.reaction) and (joint.kind == "prismatic" or bool(own.diameter))


def has_friction(robot: Robot) -> bool:
    joints = robot.independent
    own = any(j.friction.viscous or j.friction.coulomb or pressed(j) for j in joints)
    return own or bool(at_motors(robot))


def writable(robot: Robot) -> bool:
    """Whether this file's formulas say all that the robot states."""
    return not why_not(robot)


def why_not(robot: Robot) -> str:
    if not has_friction(robot):
        return "states no friction"
    if any(j.mimic for j in robot.joints):
        return "has joints that follow others: their friction is not written out"
    motors = at_motors(robot)
    if any(not m.ratios for m in motors):
        return "has motors of varying ratio: their friction is not written out"
    if motors and len(_moved(motors)) != len(motors):
        return "has more or fewer motors than coordinates that they move"
    return ""


def _moved(motors: Sequence[Motor]) -> list[int]:
    return [j for j in range(len(motors[0].ratios)) if any(m.ratios[j] for m in motors)]


def brought(motors: Sequence[Motor]) -> list[list[float]]:
    """A^-T by rows, exact on the ratios as they stand; 0 for coordinates that no motor moves."""
    if not any(any(shares(m)) for m in motors):
        return []
    moved, n = _moved(motors), len(motors)
    rows = [
        [Fraction(m.ratios[j]) for m in motors] + [Fraction(int(k == i)) for k in range(n)]
        for i, j in enumerate(moved)
    ]
    for i in range(n):
        k = next((k for k in range(i, n) if rows[k][i]), None)
        if k is None:
            raise RobotError("the ratios of the motors have no inverse", "check them")
        rows[i], rows[k] = rows[k], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(n):
            if k != i and rows[k][i]:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i], strict=True)]
    wide = len(motors[0].ratios)
    at = {j: i for i, j in enumerate(moved)}
    return [[float(row[n + at[j]]) if j in at else 0.0 for j in range(wide)] for row in rows]


def friction_value(
    robot: Robot, forces: Sequence[float], state: Mapping[str, Sequence[float]]
) -> list[float]:
    """In numbers, for the proof; `forces` are those across the joints' axes."""
    found = []
    for i, (joint, v) in enumerate(zip(robot.independent, state["qd"], strict=True)):
        own, way = joint.friction, (v > 0) - (v < 0)
        size = (own.coulomb or 0) * way + (own.viscous or 0) * v
        if pressed(joint):
            arm = 1.0 if joint.kind == "prismatic" else float(own.diameter) / 2
            size += own.reaction * arm * (forces[2 * i] ** 2 + forces[2 * i + 1] ** 2) ** 0.5 * way
        found.append(size)
    if motors := at_motors(robot):
        import numpy as np

        A = np.array([m.ratios for m in motors], dtype=float)
        moved = _moved(motors)
        loaded = any(any(shares(m)) for m in motors)
        u = np.zeros(len(motors))
        if loaded:
            u = np.linalg.solve(A[:, moved].T, np.array(state["tau"])[moved])
        Q = [_motor_value(m, y, x) for m, y, x in zip(motors, A @ state["qd"], u, strict=True)]
        found = [a + float(b) for a, b in zip(found, A.T @ Q, strict=True)]
    return found


def _motor_value(motor: Motor, y: float, u: float) -> float:
    """What is lost has the sign of the speed, case by case."""
    total: float = (motor.viscous_friction or 0) * y
    if dry_ := motor.coulomb_friction:
        total += (dry_.forward or 0) if y > 0 else -(dry_.backward or 0) if y < 0 else 0
    if motor.efficiency is None:
        driving = driven = motor.load_friction or 0
    else:
        back = motor.backward_efficiency
        driving = 1 / motor.efficiency - 1
        driven = 1 - (motor.efficiency if back is None else back)
    return total + (u * driving if u * y > 0 else -u * driven if u * y < 0 else 0)
