"""<link> -> the record of a body: mass, centre of mass, inertia about it in the link's axes.

The origin of <inertial> places the centre of mass (xyz, in link axes) and turns the axes that the
tensor is written in (rpy): I = R I_file R^T. A link without <inertial> is massless. Meshes,
shapes and materials mean nothing to dynamics and are not looked at.
"""

from __future__ import annotations

from erfd.algebra import IDENTITY, Matrix, rotate_tensor
from erfd.robot.records import Body
from erfd.robot.urdf_origin import origin
from erfd.robot.urdf_values import Notes, error, first, name_in, number, short
from erfd.robot.urdf_xml import Element


def read_link(element: Element, where: str, notes: Notes) -> Body:
    name = name_in(element, "name")
    inertial = first(element, "inertial", notes)
    if inertial is None:
        return Body(name=name)
    at = origin(inertial, notes)
    tensor = _tensor(_part(inertial, "inertia", notes))
    return Body(
        name=name,
        mass=_mass(_part(inertial, "mass", notes)),
        com=at.p,
        inertia=tensor if at.R == IDENTITY else _symmetric(rotate_tensor(at.R, tensor)),
        sources={"inertial": f"{where}, line {inertial.line}"},
    )


def _part(inertial: Element, tag: str, notes: Notes) -> Element:
    found = first(inertial, tag, notes)
    if found is None:
        remedy = f"add <{tag} .../>, or remove <inertial> if the link has no mass"
        raise error(inertial, f"has no <{tag}>", remedy)
    return found


def _mass(element: Element) -> float:
    mass = number(element, "value")
    if mass < 0.0:
        shown = short(element.attributes["value"])
        raise error(element, f'value="{shown}" is negative', "a mass is zero or positive, in kg")
    return mass


def _tensor(element: Element) -> Matrix:
    xx, xy, xz = (number(element, name) for name in ("ixx", "ixy", "ixz"))
    yy, yz, zz = (number(element, name) for name in ("iyy", "iyz", "izz"))
    return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)


def _symmetric(M: Matrix) -> Matrix:
    """The upper half of M on both sides, free of rounding."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = M
    return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)
