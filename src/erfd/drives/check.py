"""Findings on a robot's drives: can A be inverted, what is unknown, does friction only take power,
do the stated joint speeds fit the motors, and how much of the motors gravity takes.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from erfd.drives.friction import load_shares
from erfd.drives.function import drive_function
from erfd.drives.gears import driven
from erfd.drives.holding import Away, Hold, holds_of, poses_of
from erfd.drives.train import drives_of
from erfd.robot.check import Finding
from erfd.robot.drives import Motor
from erfd.robot.record_numbers import is_real
from erfd.robot.records import JointFriction
from erfd.robot.robot import Robot

Array = NDArray[np.float64]
POSES, MOTIONS = 2000, 500
WORST_CONDITION = 1e12
RPM = 30.0 / math.pi
REQUIRED = ("peak_torque", "top_speed")


class DriveCheck(NamedTuple):
    """`condition` of A is the worst found; `least_loss` the least friction power, W."""

    findings: list[Finding]
    condition: float | None
    least_loss: float | None
    holds: list[Hold]


def check_drives(robot: Robot, seed: int = 1) -> DriveCheck:
    found = [*_unknown(robot), *_locking(robot), *_speeds(robot)]
    moved, motors = len(driven(drives_of(robot))), len(drives_of(robot).motors)
    if moved != motors:
        text = f"A cannot be inverted: {motors} motors move {moved} coordinates"
        return DriveCheck([*found, Finding("fault", "drives", text)], None, None, [])
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
        return DriveCheck([*found, Finding("fault", "drives", text)], None, None, [])
    least = _least_loss(robot, poses, rng)
    if least < 0:
        found.append(Finding("fault", "drives", f"friction gives power: {-least:.3g} W"))
    holds = holds_of(robot, poses)
    found += [_overloaded(x) for x in holds if (x.share or 0) > 1]
    return DriveCheck(found, condition, least, holds)


def _unknown(robot: Robot) -> Iterator[Finding]:
    moved = driven(drives_of(robot))
    for k, joint in enumerate(robot.independent):
        if k not in moved:
            yield Finding("note", joint.name, "no motor moves it")
    for motor in drives_of(robot).motors:
        names = [name.replace("_", " ") for name in REQUIRED if not getattr(motor, name).known]
        if names:
            yield Finding("note", motor.name, f"unknown limits: {', '.join(names)}")
        if motor.rotor_inertia is None:
            yield Finding("note", motor.name, "unknown rotor inertia: left out of the equations")


def _locking(robot: Robot) -> Iterator[Finding]:
    for motor in drives_of(robot).motors:
        back = load_shares(motor)[1]
        if is_real(back) and back >= 1:
            text = "its load cannot turn it: accelerations under motor torques are not unique"
            yield Finding("doubt", motor.name, text)


def _speeds(robot: Robot) -> Iterator[Finding]:
    """Stated joint speeds beside those that the motors' top speeds allow."""
    names = [joint.name for joint in robot.independent]
    stated = [joint.limits.speed.value for joint in robot.independent]
    needs = {}
    for motor in drives_of(robot).motors:
        top = motor.top_speed.value
        if top is None or motor.ball_screw is not None:
            continue
        for name, ratio, speed in zip(names, motor.ratios, stated, strict=True):
            if speed is not None and abs(ratio * speed) > top * (1 + 1e-9):
                yield Finding("doubt", name, _too_fast(motor, abs(ratio), speed, top))
        together = sum(abs(r * v) for r, v in zip(motor.ratios, stated, strict=True) if v)
        needs[motor.name] = together, top, sum(bool(x) for x in motor.ratios)
    for name, (together, top, count) in needs.items():
        if count > 1 and together > top:
            text = f"its joints together at their stated speeds need {together * RPM:.0f} rpm of it"
            yield Finding("note", name, f"{text}, it is stated to reach {top * RPM:.0f} rpm")


def _too_fast(motor: Motor, ratio: float, speed: float, top: float) -> str:
    return (
        f"its stated speed {speed:.4g} rad/s needs {ratio * speed * RPM:.0f} rpm of {motor.name}, "
        f"which is stated to reach {top * RPM:.0f} rpm: {top / ratio:.4g} rad/s"
    )


def _overloaded(hold: Hold) -> Finding:
    share = 100 * (hold.share or 0)
    text = f"gravity alone takes {share:.0f} % of its {hold.kind} torque in some pose"
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


def without_friction(robot: Robot) -> Robot:
    """The same robot turning freely."""
    drives = drives_of(robot)
    nothing: dict[str, Any] = dict.fromkeys(
        (
            "viscous_friction",
            "coulomb_friction",
            "load_friction",
            "efficiency",
            "backward_efficiency",
        )
    )
    motors = tuple(dataclasses.replace(m, **nothing) for m in drives.motors)
    joints = tuple(dataclasses.replace(j, friction=JointFriction()) for j in robot.joints)
    return dataclasses.replace(
        robot, joints=joints, drives=dataclasses.replace(drives, motors=motors)
    )
