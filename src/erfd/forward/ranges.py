"""The ranges of the coordinates: a joint's own, and what those of joints that mimic it leave of it.

A coupling is rigid here, so a stop of a joint q_i = ratio q + offset is a stop of q, at
(end - offset) / ratio; where ratio < 0 the lower end bounds q from above. Exact for every joint.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from erfd.curve import Array
from erfd.dynamics.lump import follows
from erfd.errors import RobotError
from erfd.robot.records import Joint
from erfd.robot.robot import Robot


def ranges(robot: Robot) -> tuple[Array, Array]:
    """Lower and upper ends of every coordinate, infinite where there are none."""
    n = len(robot.independent)
    lower, upper = np.full(n, -math.inf), np.full(n, math.inf)
    for of, low, high in _bounds(robot):
        lower[of], upper[of] = max(lower[of], low), min(upper[of], high)
    return lower, upper


def stops(robot: Robot) -> tuple[Array, Array]:
    """The same as walls, between which there is room."""
    lower, upper = ranges(robot)
    for joint, low, high in zip(robot.independent, lower, upper, strict=True):
        if low > high:
            what = f"the range of '{joint.name}' and those of the joints that mimic it do not meet"
            raise RobotError(what, "state ranges in which all of them can stand")
    return lower, upper


def _bounds(robot: Robot) -> Iterator[tuple[int, float, float]]:
    """Of every moving joint: its coordinate, and the ends of that."""
    how = follows(robot)
    for k, joint in enumerate(robot.moving):
        low, high = _ends(joint)
        if how is None:
            yield k, low, high
        elif ratio := float(how[k].ratio):
            ends = [(x - float(how[k].offset)) / ratio for x in (low, high)]
            yield how[k].of, min(ends), max(ends)


def _ends(joint: Joint) -> tuple[float, float]:
    low, high = joint.limits.lower, joint.limits.upper
    return (
        float(low.value) if low.known else -math.inf,
        float(high.value) if high.known else math.inf,
    )
