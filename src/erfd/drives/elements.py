"""Bodies of the drives (shafts, nuts, levers) as joints that follow q: the robot grown by them.

Source: Szkodny Eq. (15), over all units and elements: dM = sum J^T M J and the
matching bias. An element is a body on a joint of its own, whose coordinate e is a function of q,

    e(q) = row q   or   e(q) = ratio q_motor(q),     ed = E qd,     edd = E qdd + (dE/dt) qd

so with the grown robot's u and H:  u = u_q + E^T u_e,  H = [1 E^T] H_grown [1; E].
Cost: that of the grown robot, and the projection.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from erfd.algebra import Scalar
from erfd.drives.transmission import Row, Rows, drift, is_none, matrix, motor_angles, weighed
from erfd.robot.drives import DriveElement, Drives
from erfd.robot.robot import Robot


def grown(robot: Robot) -> Robot:
    """The robot with the elements as bodies on joints of their own, behind its own joints."""
    elements = () if robot.drives is None else robot.drives.elements
    if not elements:
        return robot
    return dataclasses.replace(
        robot,
        joints=(*robot.joints, *(x.joint for x in elements)),
        bodies=(*robot.bodies, *(x.body for x in elements)),
        drives=None,
    )


def angles(drives: Drives, q: Sequence[Scalar]) -> Row:
    """e(q)."""
    if not drives.elements:
        return []
    turned = dict(zip(_names(drives), motor_angles(drives, q), strict=True))
    return [
        weighed(x.ratios, q) if x.motor is None else x.ratio * turned[x.motor]
        for x in drives.elements
    ]


def rows(drives: Drives, q: Sequence[Scalar]) -> Rows:
    """E."""
    if not drives.elements:
        return []
    turned = dict(zip(_names(drives), matrix(drives, q), strict=True))
    return [_row(x, turned) for x in drives.elements]


def _row(element: DriveElement, turned: dict[str, Row]) -> Row:
    if element.motor is None:
        return list(element.ratios)
    return [0 if is_none(x) else element.ratio * x for x in turned[element.motor]]


def drifts(drives: Drives, q: Sequence[Scalar], qd: Sequence[Scalar]) -> Row:
    """(dE/dt) qd."""
    if not drives.elements:
        return []
    turned = dict(zip(_names(drives), drift(drives, q, qd), strict=True))
    return [0 if x.motor is None else x.ratio * turned[x.motor] for x in drives.elements]


def _names(drives: Drives) -> list[str]:
    return [m.name for m in drives.motors]


def projected(E: Sequence[Sequence[Scalar]], u: Sequence[Scalar]) -> Row:
    """u_q + E^T u_e of the grown robot's u."""
    n = len(u) - len(E)
    result = list(u[:n])
    for row, x in zip(E, u[n:], strict=True):
        result = [r if is_none(e) else r + e * x for r, e in zip(result, row, strict=True)]
    return result


def squared(E: Sequence[Sequence[Scalar]], H: Sequence[Sequence[Scalar]]) -> Rows:
    """[1 E^T] H [1; E]."""
    if not E:
        return [list(row) for row in H]
    half = [projected(E, row) for row in H]
    columns = [projected(E, column) for column in zip(*half, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]
