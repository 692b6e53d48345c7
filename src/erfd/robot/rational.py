"""Rotations and unit vectors of fractions that are what they say, exactly.

A float's rotation is one up to 1e-16. Converted to fractions it stays wrong by that much, and laws
that hold with == for true rotations fail in the 17th digit. So it is replaced by the nearest thing
that is exact: from the entries a quaternion (not normalised, hence without roots), from that a
rotation with rational entries. Numbers that are not fractions are left alone.
"""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import Any

from erfd.algebra import IDENTITY, Matrix, Scalar, Vector, product, transpose

Quaternion = tuple[Scalar, Scalar, Scalar, Scalar]


def are_rational(*numbers: Any) -> bool:
    return all(isinstance(x, Rational) for x in numbers)


def exact_rotation(R: Matrix) -> Matrix:
    """The rotation that R stands for; R itself if it is one, or is not made of fractions."""
    if not are_rational(*R[0], *R[1], *R[2]) or product(R, transpose(R)) == IDENTITY:
        return R
    return rotation_of(_quaternion(R))


def exact_axis(axis: Vector) -> Vector:
    """The unit vector that the axis stands for; itself if it is one, or is not made of fractions.

    By stereographic projection from the pole on the other side.
    """
    if not are_rational(*axis) or sum(x * x for x in axis) == 1:
        return axis
    return transpose(z_turned_to(axis))[2]


def z_turned_to(axis: Vector) -> Matrix:
    """A rotation of fractions whose third column is the axis, exactly if the axis is exact."""
    x, y, z = map(Fraction, axis)
    if z >= 0:
        return rotation_of((1 + z, -y, x, Fraction(0)))
    (a, b, c), (d, e, f), (g, h, i) = rotation_of((1 - z, y, -x, Fraction(0)))
    return (a, -b, -c), (d, -e, -f), (g, -h, -i)


def rotation_of(q: Quaternion) -> Matrix:
    """The rotation by a quaternion of any length, w first."""
    w, x, y, z = q
    n = w * w + x * x + y * y + z * z
    return (
        (1 - 2 * (y * y + z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n),
        (2 * (x * y + w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - w * x) / n),
        (2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, 1 - 2 * (x * x + y * y) / n),
    )


def _quaternion(R: Matrix) -> Quaternion:
    """Of the four ways to read it off a matrix the one with the largest entry on its diagonal."""
    (a, b, c), (d, e, f), (g, h, i) = R
    ways = (
        (1 + a + e + i, h - f, c - g, d - b),
        (h - f, 1 + a - e - i, b + d, c + g),
        (c - g, b + d, 1 - a + e - i, f + h),
        (d - b, c + g, f + h, 1 - a - e + i),
    )
    return ways[max(range(4), key=lambda k: ways[k][k])]
