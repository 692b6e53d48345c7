"""Frames in the units of programs: poses composed, turned back, and applied to points.

A position is x, y, z in mm, an orientation a, b, c in degrees: Rz(a) Ry(b) Rx(c).
"""

from __future__ import annotations

import math
from typing import Any

from erfd.algebra import Matrix, apply
from erfd.motion.language.problems import Fault
from erfd.motion.language.values import real
from erfd.robot.placement import Placement, from_rpy
from erfd.robot.rpy import to_rpy

Triple = tuple[float, float, float]


def rotation(angles: Triple) -> Matrix:
    """Rz(a) Ry(b) Rx(c), in degrees."""
    a, b, c = angles
    return from_rpy(math.radians(c), math.radians(b), math.radians(a))


def triple(R: Matrix) -> Triple:
    """The angles a, b, c of a rotation."""
    c, b, a = (math.degrees(x) for x in to_rpy(R))
    return a, b, c


def placement(pose: Any) -> Placement:
    """Lengths stay in mm."""
    position, orientation = pose
    if orientation is None:
        remedy = "give position and orientation: ((x, y, z), (a, b, c))"
        raise Fault("E_UNSET", "this pose has no orientation", remedy)
    return Placement(rotation(orientation), position)


def _pose(frame: Placement) -> Any:
    return tuple(real(x) for x in frame.p), triple(frame.R)


def composed(left: Any, right: Any) -> Any:
    return _pose(placement(left).then(placement(right)))


def point_of(left: Any, right: Any) -> Any:
    return tuple(real(x) for x in placement(left).point(right))


def target_of(left: Any, right: Any) -> Any:
    return (composed(left[0], right), *left[1:])


def in_frame(left: Any, right: Any) -> Any:
    """A pose @ robtarg: the target given in another frame; a mere point stays one."""
    pose = right[0]
    moved = (point_of(left, pose[0]), None) if pose[1] is None else composed(left, pose)
    return (moved, *right[1:])


def turned(left: Any, right: Any) -> Any:
    return triple(Placement(rotation(left)).then(Placement(rotation(right))).R)


def rotated(left: Any, right: Any) -> Any:
    return tuple(real(x) for x in apply(rotation(left), right))


def inverse(pose: Any) -> Any:
    return _pose(placement(pose).inverse())


def turned_back(orientation: Any) -> Any:
    return triple(Placement(rotation(orientation)).inverse().R)
