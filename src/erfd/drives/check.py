"""Findings on a robot's drives: can A be inverted, what is unknown, does friction only take power,
do the stated joint speeds fit the motors, how much of the motors gravity takes, how their effective
inertia changes over the poses, and what the turning of rotors with their carriers comes to.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from erfd.drives.friction import load_shares
from erfd.drives.frictionless import without_friction
from erfd.drives.function import drive_function
from erfd.drives.gears import driven
from erfd.drives.gyroscopic import RotorTerms, rotor_terms
from erfd.drives.holding import Away, Hold, holds_of, limit_at_rest, poses_of
from erfd.drives.stated_speeds import stated_speeds
from erfd.drives.train import drives_of
from erfd.drives.workspace import Felt, felt_inertias
from erfd.robot.check import Finding
from erfd.robot.drives import Motor
from erfd.robot.record_numbers import is_real
from erfd.robot.robot import Robot

Array = NDArray[np.float64]
POSES, MOTIONS = 2000, 500
WORST_CONDITION = 1e12
REQUIRED = ("peak_torque", "top_speed")


class DriveCheck(NamedTuple):
    """`condition` of A is the worst found; `least_loss` the least friction power, W."""

    findings: list[Finding]
    condition: float | None = None
    least_loss: float | None = None
    holds: Sequence[Hold] = ()
    felt: Sequence[Felt] = ()
    rotors: RotorTerms | None = None


def check_drives(robot: Robot, seed: int = 1) -> DriveCheck:
    found = [*_unknown(robot), *_locking(robot), *stated_speeds(robot)]
    moved, motors = len(driven(drives_of(robot))), len(drives_of(robot).motors)
    if moved != motors:
        text = f"A cannot be inverted: {motors} motors move {moved} coordinates"
        return DriveCheck([*found, Finding("fault", "drives", text)])
    if not motors:
        return DriveCheck([*found, Finding("note", "drives", "there are no motors")])
    rng = np.random.default_rng(seed)
    poses = poses_of(robot, rng, POSES)
    if not (apart := Away(robot, poses).apart(poses)).all():
        text = (
            "a ball screw has a dead centre within the joints' ranges: A cannot be inverted there"
        )
        found.append(Finding("doubt", "drives", text))
        poses = poses[apart]
    condition = _condition(robot, poses)
    if not condition < WORST_CONDITION:
        text = "A cannot be inverted in every pose: some motion of the joints turns no motor"
        return DriveCheck([*found, Finding("fault", "drives", text)])
    least = _least_loss(robot, poses, rng)
    if least < 0:
        found.append(Finding("fault", "drives", f"friction gives power: {-least:.3g} W"))
    holds = holds_of(robot, poses)
    found += [_overloaded(x) for x in holds if (x.share or 0) > 1]
    return DriveCheck(
        found, condition, least, holds, felt_inertias(robot, poses), rotor_terms(robot)
    )


def _unknown(robot: Robot) -> Iterator[Finding]:
    moved = driven(drives_of(robot))
    for k, joint in enumerate(robot.independent):
        if k not in moved:
            yield Finding("note", joint.name, "no motor moves it")
    for motor in drives_of(robot).motors:
        needed = (x for x in REQUIRED if x != "peak_torque" or limit_at_rest(motor)[0] is None)
        names = [name.replace("_", " ") for name in needed if not getattr(motor, name).known]
        if names:
            yield Finding("note", motor.name, f"unknown limits: {', '.join(names)}")
        if motor.supply_voltage is not None and (missing := _line_without(motor)):
            text = f"its torque over speed at the supply voltage is not used: unknown {missing}"
            yield Finding("doubt", motor.name, text)
        if motor.rotor_inertia is None:
            yield Finding("note", motor.name, "unknown rotor inertia: left out of the equations")


def _line_without(motor: Motor) -> str:
    """What a straight line of torque over speed lacks."""
    needed = {"torque constant": motor.torque_constant, "resistance": motor.resistance}
    return ", ".join(name for name, value in needed.items() if value is None)


def _locking(robot: Robot) -> Iterator[Finding]:
    for motor in drives_of(robot).motors:
        back = load_shares(motor)[1]
        if is_real(back) and back >= 1:
            text = "its load cannot turn it: accelerations under motor torques are not unique"
            yield Finding("doubt", motor.name, text)


def _overloaded(hold: Hold) -> Finding:
    share = hold.share or 0.0
    many = f"{100 * share:.0f} %" if share < 1e4 else "more than 999,999 %"
    text = f"gravity alone takes {many} of its {hold.kind} torque in some pose"
    return Finding("doubt", hold.motor, text)


def _condition(robot: Robot, poses: Array) -> float:
    """The worst condition number of A, its rows and columns brought to one size."""
    A = drive_function(robot, "transmission_matrix")(poses)[:, :, driven(drives_of(robot))]
    if not np.isfinite(A).all():
        return math.inf
    A = A / np.abs(A).max(axis=2, keepdims=True).clip(1e-300)
    A = A / np.abs(A).max(axis=1, keepdims=True).clip(1e-300)
    return float(np.linalg.cond(A).max())


def _least_loss(robot: Robot, poses: Array, rng: np.random.Generator) -> float:
    """The least power that friction takes in random motions: (motor torque - that without) y."""
    q = poses[:MOTIONS]
    qd, qdd = rng.uniform(-1, 1, (2, *q.shape))
    rubbing, free = (drive_function(x, "motor_torque") for x in (robot, without_friction(robot)))
    y = drive_function(robot, "motor_speeds")(q, qd)
    power = ((rubbing(q, qd, qdd) - free(q, qd, qdd)) * y).sum(axis=-1)
    size = np.abs(rubbing(q, qd, qdd) * y).sum(axis=-1)
    least = float(power.min())
    return 0.0 if abs(least) <= 1e-9 * float(size.max()) else least
