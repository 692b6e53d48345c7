"""The torque that a motor has at a speed: the tightest of all that is known of it.

    u <=  peak, torque_curve(|y|), torque_constant * peak_current, (U - kt y) kt / R
    u >= -peak, ...,                                               (-U - kt y) kt / R

The last is the straight line of a DC motor at the supply voltage U: turning forward it has less to
drive with and more to brake with. No bound crosses zero: beyond the speed without load there is
nothing to drive with. A curve goes straight from corner to corner, level before the first and after
the last. What is unknown bounds nothing: the limits are infinite where nobody said.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from erfd.algebra import Scalar
from erfd.robot.drives import Drives, Motor
from erfd.trace.choose import absolute, maximum, minimum, select


class Range(NamedTuple):
    """What a motor has: `lower` <= 0 <= `upper`, N m."""

    lower: Scalar
    upper: Scalar


def torque_ranges(
    drives: Drives, y: Sequence[Scalar], peak: Sequence[Scalar] | None = None
) -> list[Range]:
    """Of all motors at their speeds; `peak` stands for the peak torques of the record."""
    stated = [m.peak_torque.value for m in drives.motors] if peak is None else peak
    return [torque_range(m, v, p) for m, v, p in zip(drives.motors, y, stated, strict=True)]


def torque_range(motor: Motor, y: Scalar, peak: Scalar = None) -> Range:
    """Of one motor at the speed y (rad/s); `peak` is its peak torque, None if unknown."""
    bounds: list[Scalar] = [] if peak is None else [peak]
    kt, R, U = motor.torque_constant, motor.resistance, motor.supply_voltage
    if kt is not None and motor.peak_current.known:
        bounds.append(kt * motor.peak_current.value)
    if motor.torque_curve:
        bounds.append(on_curve(motor.torque_curve, absolute(y)))
    level = _least(bounds)
    if kt is None or R is None or U is None:
        return Range(-level, level)
    stall, slope = U * kt / R, kt * kt / R * y
    forward, backward = maximum(stall - slope, 0.0), maximum(stall + slope, 0.0)
    return Range(-minimum(level, backward), minimum(level, forward))


def is_level(drives: Drives) -> bool:
    """Whether every motor has the same torque at every speed."""
    return not any(
        m.torque_curve or (m.resistance is not None and m.supply_voltage is not None)
        for m in drives.motors
    )


def on_curve(corners: Sequence[tuple[Scalar, Scalar]], speed: Scalar) -> Scalar:
    """The torque at a speed of zero or more."""
    torque = corners[0][1]
    for (v, below), (end, above) in pairwise(corners):
        there = below + (speed - v) * ((above - below) / (end - v))
        torque = select(speed > v, select(speed < end, there, above), torque)
    return torque


def top_speeds(drives: Drives) -> list[Scalar]:
    """In rad/s; infinite where unknown."""
    stated = [m.top_speed.value for m in drives.motors]
    return [math.inf if x is None else x for x in stated]


def _least(bounds: Sequence[Scalar]) -> Scalar:
    level: Scalar = math.inf
    for k, bound in enumerate(bounds):
        level = minimum(level, bound) if k else bound
    return level
