"""From the frame that a file speaks in to the frame that the records want.

A body's *reference frame* is where its numbers are given; for a row of a standard DH table that is
the DH frame at the link's far end. The records want the joint frame.
"""

from __future__ import annotations

from erfd.algebra import ZERO, Matrix, Scalar, Vector, rotate_tensor
from erfd.robot.placement import Placement
from erfd.robot.records import Body, Sources


def carried(
    place: Placement,
    name: str,
    mass: Scalar,
    com: Vector,
    inertia: Matrix,
    sources: Sources | None = None,
) -> Body:
    """The body whose numbers are given in a frame at `place` in its joint frame.

    A body that has no mass and no place of it keeps the zeros.
    """
    if place != Placement():
        com = _plain(place.point(com)) if mass != 0 or com != ZERO else com
        inertia = _symmetric(rotate_tensor(place.R, inertia))
    return Body(name=name, mass=mass, com=com, inertia=inertia, sources=sources or {})


def tidy(place: Placement) -> Placement:
    """The same placement without negative zeros."""
    R, p = place
    return Placement((_plain(R[0]), _plain(R[1]), _plain(R[2])), _plain(p))


def _plain(v: Vector) -> Vector:
    return v[0] + 0, v[1] + 0, v[2] + 0


def _symmetric(I: Matrix) -> Matrix:
    """The upper triangle, mirrored: rounding may not make an inertia unsymmetric."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = I
    return _plain((xx, xy, xz)), _plain((xy, yy, yz)), _plain((xz, yz, zz))
