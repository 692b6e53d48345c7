"""Homogeneous 4x4 matrices over any scalar: transforms, and the pseudo-inertia of a body.

Source: Szkodny Eq. (5). The pseudo-inertia J holds the integrals of r r^T over the
mass. It is kept doubled, 2 J, so that no half enters before the trace is taken.
"""

from __future__ import annotations

from erfd.algebra import Matrix, Scalar, Vector
from erfd.robot.placement import Placement

Row = tuple[Scalar, Scalar, Scalar, Scalar]
Homogeneous = tuple[Row, Row, Row, Row]


def transform(place: Placement) -> Homogeneous:
    """T: takes (x, y, z, 1) of the placed frame to that of the frame that it is placed in."""
    a, b, c = place.R
    x, y, z = place.p
    return (*a, x), (*b, y), (*c, z), (0, 0, 0, 1)


def operator(R: Matrix, v: Vector) -> Homogeneous:
    """[R, v; 0, 0]: the derivative of a transform."""
    a, b, c = R
    x, y, z = v
    return (*a, x), (*b, y), (*c, z), (0, 0, 0, 0)


def doubled_pseudo_inertia(m: Scalar, h: Vector, Io: Matrix) -> Homogeneous:
    """2 J from mass, first moment and inertia Io about the origin; above left tr(Io) 1 - 2 Io."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = Io
    x, y, z = 2 * h[0], 2 * h[1], 2 * h[2]
    return (
        (yy + zz - xx, -2 * xy, -2 * xz, x),
        (-2 * xy, xx + zz - yy, -2 * yz, y),
        (-2 * xz, -2 * yz, xx + yy - zz, z),
        (x, y, z, 2 * m),
    )


def times(A: Homogeneous, B: Homogeneous) -> Homogeneous:
    columns = transposed(B)
    a, b, c, d = (_row(row, columns) for row in A)
    return a, b, c, d


def _row(row: Row, columns: Homogeneous) -> Row:
    a, b, c, d = (inner(row, column) for column in columns)
    return a, b, c, d


def inner(a: Row, b: Row) -> Scalar:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]


def transposed(A: Homogeneous) -> Homogeneous:
    a, b, c, d = zip(*A, strict=True)
    return a, b, c, d


def plus(A: Homogeneous, B: Homogeneous) -> Homogeneous:
    a, b, c, d = (_add(x, y) for x, y in zip(A, B, strict=True))
    return a, b, c, d


def _add(a: Row, b: Row) -> Row:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]


def trace(A: Homogeneous, B: Homogeneous) -> Scalar:
    """Trace(A B^T), for matrices whose last rows are zero: the sum of products of entries."""
    return inner(A[0], B[0]) + inner(A[1], B[1]) + inner(A[2], B[2])
