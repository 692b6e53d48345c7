"""What a command's target means: a pose of the active tool in the robot's base."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.algebra import Matrix, Vector, product
from erfd.curve import Array
from erfd.errors import ProgramError
from erfd.motion.commands import Pose
from erfd.motion.planning.planned_curve import Tools
from erfd.robot.placement import Placement

NOTHING = Placement()
FARTHEST = 1e6  # m: no arm is longer


class Goal(NamedTuple):
    """In the robot's base; without a rotation the present attitude counts."""

    p: Vector
    R: Matrix | None


class ActiveTools:
    """The tools that a program names, each as the way from it to the robot's own (number 0)."""

    def __init__(self, flange: Placement, own: Placement) -> None:
        self.flange, self.own = flange, own
        self.known: dict[Placement | None, int] = {None: 0}
        self.ways = [NOTHING]

    def number(self, tool: Placement | None) -> int:
        if tool not in self.known:
            self.known[tool] = len(self.ways)
            self.ways.append(self.flange.then(tool).inverse().then(self.own) if tool else NOTHING)
        return self.known[tool]

    def arrays(self) -> Tools:
        R = np.array([way.R for way in self.ways], dtype=float)
        return Tools(R, np.array([way.p for way in self.ways], dtype=float))

    def active(self, own: Placement, number: int) -> Placement:
        """Where the active tool is when the robot's own one is there."""
        return own.then(self.ways[number].inverse()) if number else own


def goal_of(target: Pose, base: Placement) -> Goal:
    R = target.rotation
    if R is not None and base != NOTHING:
        R = product(base.R, R)
    return Goal(placed_point(target.position, base), R)


def placed_point(point: Vector, base: Placement) -> Vector:
    """A point of the base in force, in the robot's own."""
    return _near(point if base == NOTHING else base.point(point))


def _near(point: Vector) -> Vector:
    far = max(map(abs, point))
    if not far <= FARTHEST:
        raise ProgramError(f"E_RANGE: a point is {far:.4g} m away", "lengths are in mm")
    return point


def placement_of(T: Array) -> Placement:
    (a, b, c, x), (d, e, f, y), (g, h, i, z), _ = T.tolist()
    return Placement(((a, b, c), (d, e, f), (g, h, i)), (x, y, z))


def matrix_of(at: Placement) -> Array:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = at.R, at.p
    return T
