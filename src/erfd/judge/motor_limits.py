"""Limits at the motors: speed, torque at the present speed, current, power.

The torque limit is the tightest of the peak torque, the corners of the torque-speed curve, the
current limit and the straight line of a DC motor at its supply voltage. It is evaluated here
anew, without the code that plans or simulates with it. All bounds are infinite where nobody said.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from erfd.curve import Array
from erfd.judge.demand import Demand
from erfd.judge.uses import Bounds, Check
from erfd.judge.verdict import Unknown
from erfd.robot.drives import Drives, Motor
from erfd.robot.records import Limit
from erfd.robot.robot import Robot

SPEED, TORQUE, CURRENT, POWER = "motor speed", "motor torque", "motor current", "motor power"


def checks(robot: Robot, margin: float) -> list[Check]:
    if robot.drives is None:
        return []
    motors = robot.drives.motors
    joints = tuple(moved_by(robot, m) for m in motors)
    names = tuple(m.name for m in motors)
    speed = _numbers([m.top_speed for m in motors]) * margin
    found = [
        Check(
            quantity=SPEED,
            unit="motor rad/s",
            subjects=names,
            value=lambda x: x.motor_speed,
            bounds=lambda _: Bounds(-speed, speed),
            sources=_sources(motors, "top_speed"),
            joints=joints,
        ),
        Check(
            quantity=TORQUE,
            unit="N m",
            subjects=names,
            value=lambda x: x.motor_torque,
            bounds=_torque_bounds(motors, margin),
            sources=_sources(motors, "peak_torque"),
            joints=joints,
        ),
    ]
    chosen = [k for k, m in enumerate(motors) if m.peak_current.known and m.torque_constant]
    found += [_current(motors, chosen, margin)] if chosen else []
    strong = [k for k, m in enumerate(motors) if m.peak_power.known]
    return [*found, _power(motors, strong, margin)] if strong else found


def _current(motors: Sequence[Motor], chosen: list[int], margin: float) -> Check:
    some = [motors[k] for k in chosen]
    kt = np.array([float(m.torque_constant) for m in some])
    most = _numbers([m.peak_current for m in some]) * margin
    return Check(
        quantity=CURRENT,
        unit="A",
        subjects=tuple(m.name for m in some),
        value=lambda x: x.motor_torque[:, chosen] / kt,
        bounds=lambda _: Bounds(-most, most),
        sources=_sources(some, "peak_current"),
    )


def _power(motors: Sequence[Motor], chosen: list[int], margin: float) -> Check:
    """Mechanical, at the shaft; braking counts like driving."""
    some = [motors[k] for k in chosen]
    most = _numbers([m.peak_power for m in some]) * margin
    return Check(
        quantity=POWER,
        unit="W",
        subjects=tuple(m.name for m in some),
        value=lambda x: (x.motor_torque * x.motor_speed)[:, chosen],
        bounds=lambda _: Bounds(-most, most),
        sources=_sources(some, "peak_power"),
    )


def _torque_bounds(motors: Sequence[Motor], margin: float) -> Callable[[Demand], Bounds]:
    """Of the speeds, where a motor's torque depends on its speed."""

    def bounds(speeds: Array) -> Bounds:
        pairs = [torque_bounds(m, speeds[..., k]) for k, m in enumerate(motors)]
        lower, upper = (np.stack(side, axis=-1) for side in zip(*pairs, strict=True))
        return Bounds(margin * lower, margin * upper)

    if any(m.torque_curve or _dc(m) for m in motors):
        return lambda x: bounds(x.motor_speed)
    always = bounds(np.zeros(len(motors)))
    return lambda _: always


def torque_bounds(motor: Motor, y: Array) -> tuple[Array, Array]:
    """Lower and upper torque of one motor at the speeds y, N m."""
    most = np.full(y.shape, math.inf)
    if motor.peak_torque.known:
        most = np.minimum(most, float(motor.peak_torque.value))
    if motor.torque_curve:
        corners = np.array(motor.torque_curve, dtype=float)
        most = np.minimum(most, np.interp(np.abs(y), corners[:, 0], corners[:, 1]))
    if motor.torque_constant is None:
        return -most, most
    kt = float(motor.torque_constant)
    if motor.resistance is None or motor.supply_voltage is None:
        return -most, most
    stall = kt * float(motor.supply_voltage) / float(motor.resistance)
    slope = kt * kt / float(motor.resistance) * y
    return -np.minimum(most, np.maximum(stall + slope, 0.0)), np.minimum(
        most, np.maximum(stall - slope, 0.0)
    )


def moved_by(robot: Robot, motor: Motor) -> tuple[str, ...]:
    """The joints that a motor turns with."""
    weights = motor.ratios if motor.ball_screw is None else motor.ball_screw.of
    return tuple(j.name for j, x in zip(robot.independent, weights, strict=True) if x)


def _numbers(limits: Sequence[Limit]) -> Array:
    return np.array([float(x.value) if x.known else math.inf for x in limits])


def _sources(motors: Sequence[Motor], name: str) -> tuple[str, ...]:
    return tuple(getattr(m, name).source for m in motors)


def unknown(drives: Drives) -> list[Unknown]:
    """Top speed and peak torque are required; continuous torque and current are not."""
    found = []
    for motor in drives.motors:
        torque = motor.peak_torque.known or motor.torque_curve or _dc(motor)
        if not motor.top_speed.known:
            found.append(_unknown(SPEED, motor, "top_speed", required=True))
        if not torque:
            found.append(_unknown(TORQUE, motor, "peak_torque", required=True))
        if not motor.continuous_torque.known:
            found.append(_unknown("continuous torque", motor, "continuous_torque", required=False))
        if not (motor.peak_current.known and motor.torque_constant):
            key = "peak_current and torque_constant"
            found.append(_unknown(CURRENT, motor, key, required=False))
        if not motor.peak_power.known:
            found.append(_unknown(POWER, motor, "peak_power", required=False))
        if not (motor.stall_torque.known or motor.continuous_torque.known):
            found.append(_unknown("stall torque", motor, "stall_torque", required=False))
    return found


def _dc(motor: Motor) -> bool:
    """Whether all is known that the torque at the supply voltage is made of."""
    known = (motor.torque_constant, motor.resistance, motor.supply_voltage)
    return all(x is not None for x in known)


def _unknown(quantity: str, motor: Motor, key: str, *, required: bool) -> Unknown:
    remedy = f"state {key} of {motor.name} under [[drives.motor]]"
    return Unknown(quantity=quantity, subject=motor.name, required=required, remedy=remedy)
