"""Masses of a robot file: bodies and the payload, their inertia brought to the centre of mass."""

from __future__ import annotations

from erfd.algebra import EMPTY, ZERO, Matrix, Vector, point_inertia, sub_matrices
from erfd.robot.records import Payload
from erfd.robot.toml_numbers import matrix, number, optional, vector
from erfd.robot.toml_table import Table
from erfd.robot.units import Units

BODY = ("name", "mass", "com", "inertia", "sources")
DIAGONAL = ("xx", "yy", "zz")
OFF_DIAGONAL = ("xy", "xz", "yz")
POINTS = ("com", "frame")
Mass = tuple[float, Vector, Matrix]


def mass_of(table: Table, units: Units) -> Mass:
    """Mass, centre of mass and inertia about it; only a massless body may leave out the latter."""
    wanted = "a mass of zero or more kg"
    mass = number(table, "mass", wanted)
    if mass < 0.0:
        raise table.wrong("mass", wanted)
    com = ZERO if "com" not in table and mass == 0.0 else _com(table, units)
    inertia = EMPTY if "inertia" not in table and mass == 0.0 else _inertia(table, mass, com)
    return mass, com, inertia


def payload_of(table: Table, units: Units) -> Payload:
    """In the tool frame; without `com` at the tool point, without `inertia` a point mass."""
    left_out = {"com": [0, 0, 0], "inertia": dict.fromkeys(DIAGONAL, 0)}
    data = {**left_out, **table.only("mass", "com", "inertia").data}
    complete = Table(table.file, table.places, table.path, data, table.what)
    mass, com, inertia = mass_of(complete, units)
    return Payload(mass=mass, com=com, inertia=inertia)


def _com(table: Table, units: Units) -> Vector:
    wanted = f"the centre of mass as three numbers in {units.length_word}"
    x, y, z = vector(table, "com", wanted)
    return units.length(x), units.length(y), units.length(z)


def _inertia(table: Table, mass: float, com: Vector) -> Matrix:
    wanted = "give inertia = { xx = ..., yy = ..., zz = ... } in kg m^2 (all 0 for a point mass)"
    inner = table.table("inertia", wanted=wanted)
    inner.only(*DIAGONAL, *OFF_DIAGONAL, "matrix", "about")
    I = _full(inner) if "matrix" in inner else _entries(inner)
    if "about" in inner and inner.word("about", POINTS) == "frame":
        return sub_matrices(I, point_inertia(mass, com))
    return I


def _entries(table: Table) -> Matrix:
    xx, yy, zz = (number(table, key, "a number in kg m^2") for key in DIAGONAL)
    xy, xz, yz = (optional(table, key, "a number in kg m^2") or 0.0 for key in OFF_DIAGONAL)
    return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)


def _full(table: Table) -> Matrix:
    """All nine entries; the rounding by which they are not symmetric is kept."""
    for key in (*DIAGONAL, *OFF_DIAGONAL):
        table.not_both("matrix", key)
    I = matrix(table, "matrix")
    largest = max(abs(x) for row in I for x in row)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        if not abs(I[i][j] - I[j][i]) <= 1e-9 * largest:
            above, below = "xyz"[i] + "xyz"[j], "xyz"[j] + "xyz"[i]
            what = f"{above} is {I[i][j]:g} but {below} is {I[j][i]:g}"
            raise table.error(what, "an inertia matrix is symmetric", "matrix")
    return I
