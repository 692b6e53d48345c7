"""URDF -> Robot: a tree of links on joints, read exactly, or refused with the place and the remedy.

Source: the format as urdfdom reads it (versions 1.0 to 1.2); the page docs/urdf.md lists what is
read how. Frames: a link's frame is its joint's frame, so placements and tensors go over as they
are. The root link stands fixed on our base; joints come depth first, children as in the file.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import NamedTuple

from erfd.errors import ErfdError, RobotError
from erfd.robot.records import BASE, COORDINATES, MOST_JOINTS, Body, Joint
from erfd.robot.robot import Robot
from erfd.robot.text_file import read_bytes
from erfd.robot.urdf_joints import read_joint
from erfd.robot.urdf_links import read_link
from erfd.robot.urdf_motion import check_matter
from erfd.robot.urdf_root import check_root, robot_name
from erfd.robot.urdf_tool import default_tool
from erfd.robot.urdf_tree import (
    Placed,
    by_name,
    depth_first,
    free_name,
    our_names,
    root_joint,
    root_of,
)
from erfd.robot.urdf_values import Notes, listing, quoted, short
from erfd.robot.urdf_xml import MAX_BYTES, Element, encode, parse_xml

MIMIC = ("exact", "independent")


class Parts(NamedTuple):
    """What a file holds, under the file's own names; joints depth first."""

    root: str
    joints: list[Joint]
    bodies: dict[str, Body]
    names: dict[str, str]


def read_urdf(path: str | Path, *, mimic: str = "exact") -> Robot:
    """Read a URDF file; joints that mimic others follow them exactly, or are `independent`."""
    try:
        return _robot(parse_xml(read_bytes(path, MAX_BYTES)), str(path), mimic)
    except ErfdError as error:
        error.at(str(path))
        raise


def parse_urdf(text: str, *, file: str = "<text>", mimic: str = "exact") -> Robot:
    """The same from a text; `file` is what errors call it."""
    try:
        return _robot(parse_xml(encode(text), "utf-8"), file, mimic)
    except ErfdError as error:
        error.at(file)
        raise


def _robot(root: Element, file: str, mimic: str) -> Robot:
    if mimic not in MIMIC:
        raise RobotError(f"mimic='{short(str(mimic))}' is not known", f"use one of {quoted(MIMIC)}")
    check_root(root)
    notes, where = Notes(), Path(file).name
    parts = _parts(root, where, notes, free=mimic == "independent")
    joints, bodies = _ours(parts)
    if len(joints) > MOST_JOINTS:
        what = f"it has {len(joints)} joints, with fixed ones and that of its root"
        raise root.error(what, f"at most {MOST_JOINTS} are read")
    tool, why = default_tool(joints)
    return Robot(
        name=robot_name(root, where, notes),
        joints=joints,
        bodies=bodies,
        tool=tool,
        remarks=(*_remarks(parts), why),
        warnings=notes.warnings,
        sources={"every number": f"the URDF file {where}"},
    )


def _parts(root: Element, where: str, notes: Notes, *, free: bool) -> Parts:
    links = by_name(root.all("link"), "link")
    if not links:
        remedy = "add its links; if xacro made the file, expand the whole robot"
        raise root.error("the robot has no <link>", remedy)
    bodies = {name: read_link(element, where, notes) for name, element in links.items()}
    elements = by_name(root.all("joint"), "joint").values()
    placed = [(read_joint(element, where, notes), element) for element in elements]
    if free:
        placed = [_freed(joint, element, notes) for joint, element in placed]
    top = root_of(links, placed)
    placed = depth_first(top, links, placed)
    check_matter(placed, bodies)
    return Parts(top, [joint for joint, _ in placed], bodies, our_names(top, links, notes))


def _freed(joint: Joint, element: Element, notes: Notes) -> Placed:
    if joint.mimic is None:
        return joint, element
    notes.warn("<mimic> is not applied, as was asked", element)
    return dataclasses.replace(joint, mimic=None), element


def _ours(parts: Parts) -> tuple[tuple[Joint, ...], tuple[Body, ...]]:
    """Under our names; a root that is not called "base" stands on a fixed joint of its own."""
    joints = [
        dataclasses.replace(joint, parent=parts.names[joint.parent], child=parts.names[joint.child])
        for joint in parts.joints
    ]
    if parts.root != BASE:
        taken = [joint.name for joint in joints]
        name = free_name(root_joint(parts.root), taken)
        joints.insert(0, Joint(name=name, kind="fixed", parent=BASE, child=parts.root))
    original = {ours: name for name, ours in parts.names.items()}
    bodies = [
        dataclasses.replace(parts.bodies[original[joint.child]], name=joint.child)
        for joint in joints
    ]
    return tuple(joints), tuple(bodies)


def _remarks(parts: Parts) -> list[str]:
    fixed = [joint.name for joint in parts.joints if joint.kind == "fixed"]
    following = [f"'{j.name}' follows '{j.mimic.of}'" for j in parts.joints if j.mimic is not None]
    remarks = [] if parts.root == BASE else [f"link '{parts.root}' stands fixed on the base"]
    if fixed:
        remarks.append(f"fixed joints, their links lumped with the carriers: {quoted(fixed)}")
    if following:
        remarks.append(f"in reduced coordinates: {listing(following)}")
    if not any(COORDINATES[joint.kind] for joint in parts.joints):
        remarks.append("no joint moves")
    return remarks
