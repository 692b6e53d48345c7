"""All joints that move, those that mimic others too: their values, the units they are spoken of in.

And where moves stand in their program.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.dynamics.lump import follows
from erfd.robot.records import Joint
from erfd.robot.robot import Robot
from erfd.trajectory import Move


class Units(NamedTuple):
    """Of one joint: its unit, and the factor from SI to it."""

    word: str
    factor: float


class Moving(NamedTuple):
    """The joints in chain order; each is ratio q + offset of a coordinate, `of` its place."""

    joints: tuple[Joint, ...]
    of: list[int]
    ratio: Array
    offset: Array

    @property
    def units(self) -> list[Units]:
        slides = [joint.kind == "prismatic" for joint in self.joints]
        return [Units("mm", 1e3) if s else Units("deg", 180.0 / math.pi) for s in slides]

    def positions(self, q: Array) -> Array:
        return self.rates(q) + self.offset

    def rates(self, qd: Array) -> Array:
        """Speeds and accelerations."""
        return qd[:, self.of] * self.ratio

    def limits(self, name: str, unknown: float) -> Array:
        values = [getattr(joint.limits, name).value for joint in self.joints]
        return np.array([unknown if x is None else float(x) for x in values])


def moving_of(robot: Robot) -> Moving:
    how = follows(robot)
    if how is None:
        n = len(robot.independent)
        return Moving(robot.independent, list(range(n)), np.ones(n), np.zeros(n))
    numbers = np.array([(float(x.ratio), float(x.offset)) for x in how])
    return Moving(robot.moving, [x.of for x in how], numbers[:, 0], numbers[:, 1])


def place_of(moves: Sequence[Move], move: int) -> tuple[int, int]:
    """Line and column of a move in the program."""
    return (moves[move - 1].line, moves[move - 1].column) if move else (0, 0)
