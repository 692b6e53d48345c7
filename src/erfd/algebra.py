"""Vectors and matrices of three, over any scalar.

A vector is a tuple of three scalars, a matrix a tuple of three rows. A scalar is whatever has
`+ - * /`: float, Fraction, a symbol, an interval, a traced value. Nothing here compares scalars or
calls an array library, so one text of an algorithm serves them all. `sincos` and `sqrt` are the
only places that ask what a scalar is.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from erfd.errors import ErfdError

Scalar = Any
Vector = tuple[Scalar, Scalar, Scalar]
Matrix = tuple[Vector, Vector, Vector]
Row = Sequence[Scalar]  # a value for each joint
Rows = list[list[Scalar]]

ZERO: Vector = (0, 0, 0)
IDENTITY: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
EMPTY: Matrix = (ZERO, ZERO, ZERO)


class Angle(NamedTuple):
    """An angle known by its cosine and sine, for scalars that have no sine (fractions)."""

    cos: Scalar
    sin: Scalar

    def sincos(self) -> tuple[Scalar, Scalar]:
        return self.sin, self.cos


def sincos(x: Scalar) -> tuple[Scalar, Scalar]:
    """Sine and cosine by the scalar's own means, or by the package that the scalar comes from."""
    if isinstance(x, (int, float)):
        return math.sin(x), math.cos(x)
    if hasattr(x, "sincos"):
        sine, cosine = x.sincos()
        return sine, cosine
    return _own(x, "sin")(x), _own(x, "cos")(x)


def sqrt(x: Scalar) -> Scalar:
    """The square root by the scalar's own means, or by the package that the scalar comes from."""
    if isinstance(x, (int, float)):
        return math.sqrt(x)
    if hasattr(x, "sqrt"):
        return x.sqrt()
    return _own(x, "sqrt")(x)


def _own(x: Scalar, name: str) -> Any:
    """The function for a scalar: of its context (mpmath's intervals), else of its package."""
    home = getattr(x, "ctx", None) or sys.modules[type(x).__module__.partition(".")[0]]
    function = getattr(home, name, None)
    if function is None:
        remedy = "give the angle as an Angle(cos, sin)" if name != "sqrt" else "give floats"
        raise ErfdError(f"a {type(x).__name__} has no {name} of its own", remedy)
    return function


def add(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def sub(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def neg(a: Vector) -> Vector:
    return -a[0], -a[1], -a[2]


def scale(s: Scalar, a: Vector) -> Vector:
    return s * a[0], s * a[1], s * a[2]


def dot(a: Vector, b: Vector) -> Scalar:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def apply(M: Matrix, v: Vector) -> Vector:
    return dot(M[0], v), dot(M[1], v), dot(M[2], v)


def transpose(M: Matrix) -> Matrix:
    (a, b, c), (d, e, f), (g, h, i) = M
    return (a, d, g), (b, e, h), (c, f, i)


def apply_transposed(M: Matrix, v: Vector) -> Vector:
    return apply(transpose(M), v)


def product(A: Matrix, B: Matrix) -> Matrix:
    columns = transpose(B)
    return apply(columns, A[0]), apply(columns, A[1]), apply(columns, A[2])


def add_matrices(A: Matrix, B: Matrix) -> Matrix:
    return add(A[0], B[0]), add(A[1], B[1]), add(A[2], B[2])


def sub_matrices(A: Matrix, B: Matrix) -> Matrix:
    return sub(A[0], B[0]), sub(A[1], B[1]), sub(A[2], B[2])


def scale_matrix(s: Scalar, A: Matrix) -> Matrix:
    return scale(s, A[0]), scale(s, A[1]), scale(s, A[2])


def outer(a: Vector, b: Vector) -> Matrix:
    return scale(a[0], b), scale(a[1], b), scale(a[2], b)


def skew(a: Vector) -> Matrix:
    """The matrix a x 1, so that apply(skew(a), b) is cross(a, b)."""
    return (0, -a[2], a[1]), (a[2], 0, -a[0]), (-a[1], a[0], 0)


def rotate_tensor(R: Matrix, tensor: Matrix) -> Matrix:
    """R I R^T: a tensor in new axes."""
    return product(product(R, tensor), transpose(R))


def point_inertia(mass: Scalar, c: Vector) -> Matrix:
    """The inertia of a point mass at c about the origin: m (c.c 1 - c c^T)."""
    x, y, z = c
    return (
        (mass * (y * y + z * z), -mass * (x * y), -mass * (x * z)),
        (-mass * (x * y), mass * (x * x + z * z), -mass * (y * z)),
        (-mass * (x * z), -mass * (y * z), mass * (x * x + y * y)),
    )


def rotation_z(c: Scalar, s: Scalar) -> Matrix:
    return (c, -s, 0), (s, c, 0), (0, 0, 1)


def rotation_y(c: Scalar, s: Scalar) -> Matrix:
    return (c, 0, s), (0, 1, 0), (-s, 0, c)


def rotation_x(c: Scalar, s: Scalar) -> Matrix:
    return (1, 0, 0), (0, c, -s), (0, s, c)
