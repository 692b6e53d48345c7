"""Robot -> Tree: fixed joints are lumped, joint axes are turned onto z, mimic joints are resolved.

A body on a fixed joint adds its mass, first moment and inertia about the origin to the moving body
that carries it; a body that nothing is added to keeps its numbers bit for bit.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import (
    EMPTY,
    ZERO,
    Matrix,
    Scalar,
    Vector,
    add,
    add_matrices,
    point_inertia,
    rotate_tensor,
    scale,
    sub_matrices,
)
from erfd.dynamics.tree import Follow, Place, Tree
from erfd.robot.placement import Placement, axis_to_z
from erfd.robot.records import BASE, COORDINATES, Joint
from erfd.robot.robot import Robot


class Lump(NamedTuple):
    """Mass, centre of mass, inertia about it; then first moment and inertia about the origin."""

    m: Scalar = 0
    c: Vector = ZERO
    I: Matrix = EMPTY
    h: Vector = ZERO
    Io: Matrix = EMPTY


def tree_of(robot: Robot) -> Tree:
    places = _places(robot)
    moving = robot.moving
    on = [places[joint.parent] for joint in moving]
    at = [place.placement.then(joint.placement) for place, joint in zip(on, moving, strict=True)]
    placed = [a.then(Placement(axis_to_z(j.axis))) for a, j in zip(at, moving, strict=True)]
    lumps = [_lump(robot, places, i) for i in range(len(moving))]
    return Tree(
        names=tuple(j.name for j in moving),
        parent=tuple(place.index for place in on),
        prismatic=tuple(j.kind == "prismatic" for j in moving),
        R=tuple(x.R for x in placed),
        p=tuple(x.p for x in placed),
        m=tuple(x.m for x in lumps),
        c=tuple(x.c for x in lumps),
        I=tuple(x.I for x in lumps),
        h=tuple(x.h for x in lumps),
        Io=tuple(x.Io for x in lumps),
        gravity=robot.gravity_in_base,
        tool=_locate(places, robot.tool.body, robot.tool.placement),
        places=places,
        follows=follows(robot),
    )


def _places(robot: Robot) -> dict[str, Place]:
    """Every body and named frame, relative to the moving body that carries it (axes along z)."""
    places = {BASE: Place(-1, Placement())}
    index = 0
    for joint in robot.joints:
        if COORDINATES[joint.kind]:
            places[joint.child] = Place(index, Placement(axis_to_z(joint.axis)).inverse())
            index += 1
        else:
            places[joint.child] = _locate(places, joint.parent, joint.placement)
    for frame in robot.frames:
        places[frame.name] = _locate(places, frame.body, frame.placement)
    return places


def _locate(places: dict[str, Place], body: str, placement: Placement) -> Place:
    carrier = places[body]
    return Place(carrier.index, carrier.placement.then(placement))


def _lump(robot: Robot, places: dict[str, Place], index: int) -> Lump:
    parts = [
        _part(places[b.name].placement, b.mass, b.com, b.inertia)
        for b in robot.bodies
        if places[b.name].index == index
    ]
    tool = _locate(places, robot.tool.body, robot.tool.placement)
    if robot.payload is not None and tool.index == index:
        load = robot.payload
        parts.append(_part(tool.placement, load.mass, load.com, load.inertia))
    heavy = [part for part in parts if part != Lump()]
    return heavy[0] if len(heavy) == 1 else _sum(heavy)


def _part(at: Placement, m: Scalar, com: Vector, inertia: Matrix) -> Lump:
    if isinstance(m, (int, float)) and m == 0 and inertia == EMPTY:
        return Lump()
    c, I = at.point(com), rotate_tensor(at.R, inertia)
    return Lump(m, c, I, scale(m, c), add_matrices(I, point_inertia(m, c)))


def _sum(parts: list[Lump]) -> Lump:
    m, h, Io = Lump().m, ZERO, EMPTY
    for part in parts:
        m, h, Io = m + part.m, add(h, part.h), add_matrices(Io, part.Io)
    if isinstance(m, (int, float)) and m == 0:
        return Lump(m, ZERO, Io, h, Io)
    c = scale(1 / m, h)
    return Lump(m, c, sub_matrices(Io, point_inertia(m, c)), h, Io)


def follows(robot: Robot) -> tuple[Follow, ...] | None:
    """Of every moving joint; None where each has a coordinate of its own."""
    if all(joint.mimic is None for joint in robot.moving):
        return None
    index = {joint.name: k for k, joint in enumerate(robot.independent)}
    return tuple(_follow(robot, joint, index) for joint in robot.moving)


def _follow(robot: Robot, joint: Joint, index: dict[str, int]) -> Follow:
    joints = {j.name: j for j in robot.joints}
    ratio, offset = 1, 0
    while joint.mimic is not None:
        offset = offset + ratio * joint.mimic.offset
        ratio = ratio * joint.mimic.multiplier
        joint = joints[joint.mimic.of]
    return Follow(index[joint.name], ratio, offset)
