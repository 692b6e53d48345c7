"""What inverse kinematics reads of a robot: the axes of its tool's chain in the zero pose, in base
axes, and whether the last three of six meet in a point (the wrist centre).

Everything is measured on the axes themselves, so that Denavit-Hartenberg rows of either
convention, URDF files, rotated bases, joint offsets and signs all come out the same. Lines count as
parallel or meeting to 1e-9 (of the arm's size): what is closer is rounding, what is not is length.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from erfd.algebra import Vector, add, cross, dot, scale, sub
from erfd.dynamics.kinematics import poses
from erfd.dynamics.tree import Tree
from erfd.robot.placement import Placement

SAME = 1e-9


class Axis(NamedTuple):
    """A line: any point of it, its unit direction; and whether the joint slides along it."""

    o: Vector
    z: Vector
    slides: bool = False


class Chain(NamedTuple):
    """The joints that carry the tool, base to tip, and the tool's pose, all at q = 0."""

    joints: tuple[int, ...]
    axes: tuple[Axis, ...]
    tool: Placement
    size: float


def chain_of(tree: Tree) -> Chain:
    path = tuple(reversed(tree.path(tree.tool.index)))
    placed = poses(tree, [0.0] * tree.n)
    axes = tuple(Axis(placed[i].p, column(placed[i].R, 2), tree.prismatic[i]) for i in path)
    tool = placed[path[-1]].then(tree.tool.placement) if path else tree.tool.placement
    points = [*(axis.o for axis in axes), tool.p]
    size = sum(length(sub(b, a)) for a, b in pairwise(points))
    return Chain(path, axes, tool, max(size, 1e-6))


def wrist_centre(chain: Chain) -> Vector | None:
    """The point where axes 4, 5 and 6 meet, or None where they do not."""
    last = chain.axes[3:]
    if len(chain.axes) != 6 or any(axis.slides for axis in last):
        return None
    four, five, six = last
    if parallel(four.z, five.z) or parallel(five.z, six.z):
        return None
    centre = foot(five, six)
    gaps = (distance(centre, axis) for axis in last)
    return centre if max(gaps) < SAME * chain.size else None


def meeting(a: Axis, b: Axis, size: float) -> Vector | None:
    """The point that two lines share, or None (also where they are parallel)."""
    if parallel(a.z, b.z):
        return None
    point = foot(a, b)
    return point if distance(point, b) < SAME * size else None


def parallel(a: Vector, b: Vector) -> bool:
    """Either way round."""
    return length(cross(a, b)) < SAME


def foot(a: Axis, b: Axis) -> Vector:
    """The point of line a that is nearest to line b; the lines are not parallel."""
    normal = cross(a.z, b.z)
    along = dot(cross(sub(b.o, a.o), b.z), normal) / dot(normal, normal)
    return add(a.o, scale(along, a.z))


def distance(point: Vector, axis: Axis) -> float:
    return length(cross(sub(point, axis.o), axis.z))


def length(v: Vector) -> float:
    return math.sqrt(dot(v, v))


def unit(v: Vector) -> Vector:
    return scale(1.0 / length(v), v)


def across(v: Vector, z: Vector) -> Vector:
    """The part of v that is perpendicular to the unit vector z."""
    return sub(v, scale(dot(v, z), z))


def column(R: tuple[Vector, Vector, Vector], k: int) -> Vector:
    return R[0][k], R[1][k], R[2][k]
