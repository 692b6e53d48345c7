"""What a robot's motion needs: every <mimic> resolvable, and matter beyond every coordinate."""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import EMPTY
from erfd.errors import RobotError
from erfd.robot.records import COORDINATES, Body, Joint
from erfd.robot.urdf_tree import Placed
from erfd.robot.urdf_values import error, nearest, quoted, short
from erfd.robot.urdf_xml import Element

MAX_CHAIN = 100
FREE = 'or read the file with mimic="independent"'


class Lead(NamedTuple):
    """The joint that another follows in the end, and whether it moves it at all."""

    name: str
    moves: bool = True


def leads(placed: list[Placed]) -> dict[str, Lead]:
    """For every joint that moves the one that it follows, itself if none."""
    joints = {joint.name: (joint, element) for joint, element in placed}
    moving = (joint for joint, _ in placed if COORDINATES[joint.kind])
    return {joint.name: _lead(joint, joints) for joint in moving}


def _lead(joint: Joint, joints: dict[str, Placed]) -> Lead:
    chain, moves = [joint.name], True
    while (mimic := joint.mimic) is not None:
        at = joints[joint.name][1].all("mimic")[0]
        if mimic.of not in joints:
            what = f'joint="{short(mimic.of)}" is not a joint'
            raise error(at, what, f"{nearest(mimic.of, joints)}, {FREE}")
        joint = joints[mimic.of][0]
        if not COORDINATES[joint.kind]:
            what = f"follows '{short(joint.name)}', which is fixed"
            raise error(at, what, f"name a joint that moves, {FREE}")
        if joint.name in chain:
            ring = " -> ".join(f"'{short(name)}'" for name in [*chain[-6:], joint.name])
            raise error(at, f"follows in a ring: {ring}", f"let one of them go free, {FREE}")
        if len(chain) == MAX_CHAIN:
            what = f"follows through more than {MAX_CHAIN} joints"
            raise error(at, what, f"name the first of them, {FREE}")
        chain.append(joint.name)
        moves = moves and mimic.multiplier != 0.0
    return Lead(joint.name, moves)


def check_matter(placed: list[Placed], bodies: dict[str, Body]) -> None:
    """No coordinate may move massless bodies alone: its acceleration would have no answer."""
    heavy = _outward(placed, {name for name, body in bodies.items() if body.mass > 0.0})
    inert = {name for name, body in bodies.items() if body.mass > 0.0 or body.inertia != EMPTY}
    inert = _outward(placed, inert)
    follows = leads(placed)
    moved = {
        follows[joint.name].name
        for joint, _ in placed
        if joint.name in follows
        and follows[joint.name].moves
        and joint.child in (heavy if joint.kind == "prismatic" else inert)
    }
    for joint, element in placed:
        if joint.name in follows and joint.mimic is None and joint.name not in moved:
            raise _massless(joint, element, placed)


def _outward(placed: list[Placed], bodies: set[str]) -> set[str]:
    """These bodies and all that carry them."""
    found = set(bodies)
    for joint, _ in reversed(placed):
        if joint.child in found:
            found.add(joint.parent)
    return found


def _massless(joint: Joint, element: Element, placed: list[Placed]) -> RobotError:
    beyond = {joint.child: None}
    for other, _ in placed:
        if other.parent in beyond:
            beyond[other.child] = None
    what = f"moves nothing that has mass: {quoted(beyond)}"
    remedy = "give a link beyond it an <inertial> with a mass, or make the joint fixed"
    return error(element, what, remedy)
