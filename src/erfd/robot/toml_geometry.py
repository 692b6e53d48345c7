"""Placements, rotations and directions of a robot file."""

from __future__ import annotations

import math
from collections.abc import Callable

from erfd.algebra import (
    IDENTITY,
    ZERO,
    Matrix,
    Vector,
    add_matrices,
    outer,
    scale_matrix,
    skew,
)
from erfd.robot.placement import Placement, exact_sincos, from_rpy
from erfd.robot.rotation import CLOSE, departure, mirrors, nearest_rotation
from erfd.robot.toml_numbers import matrix, number, vector
from erfd.robot.toml_table import Table
from erfd.robot.units import Units

PLACEMENT = ("translation", "rotation")
Warn = Callable[[str], None]


def placement_of(table: Table, units: Units, warn: Warn) -> Placement:
    """From `translation` and `rotation`; what is left out is zero."""
    p = ZERO
    if "translation" in table:
        wanted = f"three numbers in {units.length_word}"
        x, y, z = vector(table, "translation", wanted)
        p = (units.length(x), units.length(y), units.length(z))
    if "rotation" not in table:
        return Placement(IDENTITY, p)
    rotation = table.table("rotation").only("rpy", "matrix", "axis", "angle")
    return Placement(_rotation(rotation, units, warn), p)


def _rotation(table: Table, units: Units, warn: Warn) -> Matrix:
    match sorted(table.data):
        case ["rpy"]:
            wanted = f"[roll, pitch, yaw] in {units.angle_word}"
            roll, pitch, yaw = vector(table, "rpy", wanted)
            return from_rpy(units.angle(roll), units.angle(pitch), units.angle(yaw))
        case ["matrix"]:
            return _checked(table, matrix(table, "matrix"), warn)
        case ["angle", "axis"]:
            angle = units.angle(number(table, "angle", f"a number in {units.angle_word}"))
            return about(direction(table, "axis"), angle)
    raise table.error(
        f"it holds {' and '.join(table.data) or 'nothing'}",
        "give rpy = [roll, pitch, yaw], or matrix = [[...], [...], [...]], or axis and angle",
    )


def about(axis: Vector, angle: float) -> Matrix:
    """Rodrigues: c 1 + s k x + (1 - c) k k^T; exact for quarter turns about coordinate axes."""
    s, c = exact_sincos(angle)
    turned = add_matrices(scale_matrix(s, skew(axis)), scale_matrix(1.0 - c, outer(axis, axis)))
    return add_matrices(turned, scale_matrix(c, IDENTITY))


def _checked(table: Table, R: Matrix, warn: Warn) -> Matrix:
    error = float(departure(R))
    if not error <= CLOSE:
        raise table.error(
            f"the matrix is off a rotation by {error:.2g}",
            "give orthogonal rows of length 1 with all their digits, or angles as rpy",
            "matrix",
        )
    if mirrors(R):
        raise table.error("the matrix mirrors", "give right-handed axes", "matrix")
    if error > 1e-9:
        what = f"{table.what}: the matrix is off a rotation by {error:.2g}"
        warn(f"{what}; it was brought to the nearest rotation")
    return nearest_rotation(R)


def direction(table: Table, key: str, warn: Warn | None = None) -> Vector:
    """A vector brought to length 1; one that has it already keeps its bits."""
    x, y, z = given = vector(table, key, "a direction of three numbers")
    size = max(abs(x), abs(y), abs(z))
    if size == 0.0:
        raise table.error(f"'{key}' is zero", "give a direction", key)
    x, y, z = x / size, y / size, z / size
    inner = math.hypot(x, y, z)
    length = size * inner
    if warn is not None and abs(length - 1.0) > 1e-6:
        warn(f"{table.what}: '{key}' has length {length:.6g} and was brought to 1")
    return given if abs(length - 1.0) <= 1e-14 else (x / inner, y / inner, z / inner)
