"""Where a frame sits in another: rotation and translation, and the angles that describe them."""

from __future__ import annotations

import math
from typing import NamedTuple

from erfd.algebra import (
    IDENTITY,
    ZERO,
    Matrix,
    Scalar,
    Vector,
    add,
    apply,
    apply_transposed,
    neg,
    product,
    rotation_x,
    rotation_y,
    rotation_z,
    transpose,
)
from erfd.robot.rational import are_rational, z_turned_to


class Placement(NamedTuple):
    """Takes coordinates of the placed frame to those of the frame that it is placed in: R x + p."""

    R: Matrix = IDENTITY
    p: Vector = ZERO

    def then(self, inner: Placement) -> Placement:
        """This placement followed by one inside it."""
        return Placement(product(self.R, inner.R), add(self.p, apply(self.R, inner.p)))

    def inverse(self) -> Placement:
        return Placement(transpose(self.R), neg(apply_transposed(self.R, self.p)))

    def point(self, x: Vector) -> Vector:
        return add(self.p, apply(self.R, x))


def exact_sincos(angle: float) -> tuple[float, float]:
    """Sine and cosine, exactly 0 or +-1 at multiples of a right angle (sin(pi) is not 1.2e-16)."""
    quarters = angle / (math.pi / 2)
    if abs(quarters - round(quarters)) < 1e-15 * max(1.0, abs(quarters)):
        return ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[round(quarters) % 4]
    return math.sin(angle), math.cos(angle)


def turn(axis: str, angle: float) -> Matrix:
    """The rotation about x, y or z by an angle in radians."""
    s, c = exact_sincos(angle)
    return {"x": rotation_x, "y": rotation_y, "z": rotation_z}[axis](c, s)


def from_rpy(roll: float, pitch: float, yaw: float) -> Matrix:
    """URDF's fixed-axis angles: Rz(yaw) Ry(pitch) Rx(roll)."""
    return product(turn("z", yaw), product(turn("y", pitch), turn("x", roll)))


def dh_placement(theta: float, d: float, a: float, alpha: float) -> Placement:
    """Standard Denavit-Hartenberg: Rz(theta) Tz(d) Tx(a) Rx(alpha)."""
    R = turn("z", theta)
    return Placement(product(R, turn("x", alpha)), add(apply(R, (a, 0.0, 0.0)), (0.0, 0.0, d)))


def axis_to_z(axis: Vector) -> Matrix:
    """A rotation whose third column is the given unit axis; a permutation for coordinate axes."""
    x, y, z = axis
    if math.hypot(x, y) < 1e-150:
        return IDENTITY if z > 0 else ((1, 0, 0), (0, -1, 0), (0, 0, -1))
    known = COORDINATE_AXES.get(axis)
    if known is not None:
        return known
    return z_turned_to(axis) if are_rational(*axis) else _to_general_axis(x, y, z)


COORDINATE_AXES: dict[Vector, Matrix] = {
    (1, 0, 0): ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    (-1, 0, 0): ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
    (0, 1, 0): ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    (0, -1, 0): ((0, 1, 0), (0, 0, -1), (-1, 0, 0)),
}


def _to_general_axis(x: Scalar, y: Scalar, z: Scalar) -> Matrix:
    """Columns: a horizontal unit vector perpendicular to the axis, its partner, the axis.

    An axis given with seven digits is brought to length 1, else R would be no rotation.
    """
    length = math.hypot(x, y, z)
    if abs(length - 1.0) > 1e-14:
        x, y, z = x / length, y / length, z / length
    r = math.hypot(x, y)
    return (-y / r, -x * z / r, x), (x / r, -y * z / r, y), (0.0, r, z)
