"""<origin> -> a placement: xyz in m, and rpy in rad or, from version 1.1 of the format, quat_xyzw.

rpy are angles about fixed axes, R = Rz(yaw) Ry(pitch) Rx(roll). urdfdom passes over a quaternion
in a file of version 1.0; here it is an error, since the rotation would be lost unseen.
"""

from __future__ import annotations

import math
import re

from erfd.algebra import Matrix
from erfd.robot.placement import Placement, from_rpy
from erfd.robot.urdf_values import Notes, error, first, numbers, vector
from erfd.robot.urdf_xml import Element


def origin(element: Element, notes: Notes) -> Placement:
    """The placement that a link's or joint's <origin> gives; none is the identity."""
    at = first(element, "origin", notes)
    if at is None:
        return Placement()
    p = vector(at, "xyz") if "xyz" in at.attributes else (0.0, 0.0, 0.0)
    if "quat_xyzw" in at.attributes:
        return Placement(_from_quaternion(at), p)
    return Placement(from_rpy(*vector(at, "rpy")), p) if "rpy" in at.attributes else Placement(p=p)


def _from_quaternion(at: Element) -> Matrix:
    if "rpy" in at.attributes:
        raise error(at, "has both rpy and quat_xyzw", "keep one of them")
    if not _version_of(at) >= (1, 1):
        remedy = 'write <robot version="1.1" ...>, or the rotation as rpy'
        raise error(at, "has quat_xyzw, which URDF knows from version 1.1 on", remedy)
    x, y, z, w = numbers(at, "quat_xyzw", 4)
    n = math.hypot(x, y, z, w)
    if abs(n - 1.0) > 1e-3:
        raise error(at, f"quat_xyzw has length {n:.6g}", "give a unit quaternion, w last")
    x, y, z, w = x / n, y / n, z / n, w / n
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )


def _version_of(element: Element) -> tuple[int, int]:
    while element.parent is not None:
        element = element.parent
    version = element.attributes.get("version", "1.0")
    known = re.fullmatch(r"(\d)\.(\d)", version, re.ASCII)
    return (int(known[1]), int(known[2])) if known else (1, 0)
