"""<joint> -> the record of a joint: kind, axis, limits, friction, mimic.

Departures from the letter of the format, each with a warning: an axis is normalised, and a fixed
joint follows nothing, so its <mimic> is not read.
"""

from __future__ import annotations

import math

from erfd.algebra import Vector
from erfd.robot.records import Joint, JointFriction, Kind, Limits, Mimic
from erfd.robot.urdf_limits import read_limits
from erfd.robot.urdf_origin import origin
from erfd.robot.urdf_values import (
    Notes,
    error,
    first,
    name_in,
    nearest,
    number,
    short,
    text,
    vector,
)
from erfd.robot.urdf_xml import Element

KINDS: dict[str, Kind] = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "fixed": "fixed",
}
REFUSED = {
    "floating": "a robot stands on a fixed base here: make the joint fixed",
    "planar": "use two prismatic joints and a revolute one, with massless links between them",
    "spherical": "use three revolute joints, with massless links between them",
    "ball": "use three revolute joints, with massless links between them",
}


def read_joint(element: Element, where: str, notes: Notes) -> Joint:
    name = name_in(element, "name")
    given = text(element, "type")
    kind = _kind(element, given)
    continuous = given == "continuous"
    return Joint(
        name=name,
        kind=kind,
        parent=_link(element, "parent", notes),
        child=_link(element, "child", notes),
        placement=origin(element, notes),
        axis=(0.0, 0.0, 1.0) if kind == "fixed" else _axis(element, notes),
        limits=Limits() if kind == "fixed" else read_limits(element, continuous, where, notes),
        friction=JointFriction() if kind == "fixed" else _friction(element, notes),
        mimic=_mimic(element, kind, notes),
        continuous=continuous,
        sources={"joint": f"{where}, line {element.line}"},
    )


def _kind(element: Element, given: str) -> Kind:
    if given in KINDS:
        return KINDS[given]
    if given in REFUSED:
        raise error(element, f'is of type "{given}", which erfd does not read', REFUSED[given])
    raise error(element, f'is of the unknown type "{short(given)}"', nearest(given, KINDS))


def _link(element: Element, end: str, notes: Notes) -> str:
    found = first(element, end, notes)
    if found is None:
        raise error(element, f"has no <{end}>", f'add <{end} link="..."/>')
    return name_in(found, "link")


def _axis(element: Element, notes: Notes) -> Vector:
    """A unit vector; one that is unit up to rounding keeps its bits."""
    found = first(element, "axis", notes)
    if found is None:
        return 1.0, 0.0, 0.0
    x, y, z = vector(found, "xyz")
    length = math.hypot(x, y, z)
    if length < 1e-9 or not math.isfinite(length):
        what = f'xyz="{short(found.attributes["xyz"])}" gives no direction'
        raise error(found, what, 'give a vector along the axis, as in xyz="0 0 1"')
    if abs(length - 1.0) > 1e-5:
        notes.warn("the axis is not of length 1 and was normalised", found)
    return (x, y, z) if abs(length - 1.0) < 1e-15 else (x / length, y / length, z / length)


def _friction(element: Element, notes: Notes) -> JointFriction:
    found = first(element, "dynamics", notes)
    if found is None:
        return JointFriction()
    return JointFriction(viscous=_loss(found, "damping"), coulomb=_loss(found, "friction"))


def _loss(found: Element, name: str) -> float | None:
    if name not in found.attributes:
        return None
    value = number(found, name)
    if value < 0.0:
        what = f'{name}="{short(found.attributes[name])}" is negative, which would feed energy in'
        raise error(found, what, "give zero or a positive number")
    return value


def _mimic(element: Element, kind: Kind, notes: Notes) -> Mimic | None:
    found = first(element, "mimic", notes)
    if found is None:
        return None
    if kind == "fixed":
        notes.warn("a fixed joint follows nothing: its <mimic> is not read", found)
        return None
    ratio, offset = number(found, "multiplier", 1.0), number(found, "offset", 0.0)
    return Mimic(of=name_in(found, "joint"), multiplier=ratio, offset=offset)
