"""All axes together: q = q0 + (q* - q0) sigma(t), sigma a trapezoid of speed from 0 to 1.

v_sigma = min_i f_v vmax_i / |dq_i|, a_sigma = min_i f_a amax_i / |dq_i|, so that at least one axis
runs at its limit; with v_sigma^2 > a_sigma there is no cruise. With a `jerk` time the acceleration
builds up linearly: sigma' is averaged over that window, which makes the move longer by as much and
leaves the maxima of speed and acceleration where they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from erfd.errors import RobotError
from erfd.motion.planning.moving import moving_of
from erfd.motion.planning.ramps import SHORTEST
from erfd.robot.robot import Robot

STILL = 1e-12  # rad or m: an axis that moves less stands still


class Maxima(NamedTuple):
    """What ptp moves may use, per joint; infinite where nobody said."""

    speed: tuple[float, ...]
    acc: tuple[float, ...]
    names: tuple[str, ...]


class Cubic(NamedTuple):
    """sigma = c0 + c1 x + c2 x^2 + c3 x^3 over a duration."""

    duration: float
    c: tuple[float, float, float, float]


class Law(NamedTuple):
    pieces: list[Cubic]
    braking: float


def maxima(robot: Robot) -> Maxima:
    """A joint that others mimic is bounded by theirs too."""
    own, moving, joints = robot.system, moving_of(robot), robot.independent
    speed, acc = [math.inf] * len(joints), [math.inf] * len(joints)
    for joint, k, ratio in zip(moving.joints, moving.of, np.abs(moving.ratio), strict=True):
        if ratio > 0.0:
            v = _first(joint.limits.speed.value, own.r_joint_speed.get(joint.name))
            a = _first(joint.limits.acceleration.value, own.r_joint_acc.get(joint.name))
            speed[k], acc[k] = min(speed[k], v / float(ratio)), min(acc[k], a / float(ratio))
    return Maxima(tuple(speed), tuple(acc), tuple(j.name for j in joints))


def _first(*values: float | None) -> float:
    return next((float(x) for x in values if x is not None), math.inf)


def law(dq: Sequence[float], limits: Maxima, f_v: float, f_a: float, jerk: float) -> Law:
    """The pieces of sigma; none where no axis moves."""
    moving = [k for k, x in enumerate(dq) if abs(x) > STILL]
    if not moving:
        return Law([], 0.0)
    v = min(f_v * limits.speed[k] / abs(dq[k]) for k in moving)
    a = min(f_a * limits.acc[k] / abs(dq[k]) for k in moving)
    for what, value in (("speed", v), ("acceleration", a)):
        if math.isinf(value):
            raise RobotError(*_unknown(what, [limits.names[k] for k in moving]))
    v = min(v, math.sqrt(a))
    ramp, cruise = v / a, max(1.0 / v - v / a, 0.0)
    return Law(_pieces(a, ramp, cruise, jerk), ramp + jerk)


def _unknown(what: str, names: list[str]) -> tuple[str, str]:
    key = "r_joint_speed" if what == "speed" else "r_joint_acc"
    text = f"the {what} maximum of {', '.join(names)} is unknown, so a ptp move has no time"
    return text, f"state it in the joint's limits, or {key} in [system]"


def _pieces(a: float, ramp: float, cruise: float, jerk: float) -> list[Cubic]:
    """The acceleration steps by a, -a, -a, a; each step spread over the jerk time."""
    end = 2.0 * ramp + cruise
    steps = ((0.0, a), (ramp, -a), (ramp + cruise, -a), (end, a))
    if jerk <= SHORTEST:
        return _integrated(sorted(steps), [])
    slopes = sorted((t + d, x / jerk * f) for t, x in steps for d, f in ((0.0, 1.0), (jerk, -1.0)))
    return _integrated([], slopes)


def _integrated(steps: list[tuple[float, float]], slopes: list[tuple[float, float]]) -> list[Cubic]:
    """From steps of the acceleration or of its slope to sigma; the last value is set to 1."""
    events = steps or slopes
    made: list[Cubic] = []
    s = v = a = j = 0.0
    for (t, change), (after, _) in pairwise(events):
        a, j = (a + change, 0.0) if steps else (a, j + change)
        x = after - t
        if x > SHORTEST:
            made.append(Cubic(x, (s, v, 0.5 * a, j / 6.0)))
        s += (v + (0.5 * a + j / 6.0 * x) * x) * x
        v += (a + 0.5 * j * x) * x
        a += j * x
    return made
