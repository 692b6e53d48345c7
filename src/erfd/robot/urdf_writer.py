"""Robot -> URDF: a file that reads back to the same numbers, here and in other tools.

Frames and the tool become massless links on fixed joints, the payload a link with mass. Unknown
effort and speed are spelled 0, as usual; floats are written so that they read back bit for bit,
rotations as roll, pitch and yaw. What the format has no word for (gravity, the placement of the
base, drives, a limit on one side only) stands in a comment.
"""

from __future__ import annotations

import dataclasses
from itertools import chain, count

from erfd.errors import RobotError
from erfd.robot.placement import Placement
from erfd.robot.records import BASE, Body, Joint
from erfd.robot.robot import Robot
from erfd.robot.urdf_comments import comments
from erfd.robot.urdf_tags import joint_tags, link_tags, quote
from erfd.robot.urdf_tool import default_tool
from erfd.robot.urdf_tree import free_name, outward, root_joint


def to_urdf(robot: Robot) -> str:
    """The text of a URDF file."""
    whole = _with_tool_link(_with_payload_link(_with_frame_links(robot)))
    joints, links = whole.joints, (Body(name=BASE), *whole.bodies)
    if _stands_on_its_root(whole):
        joints, links = joints[1:], links[1:]
    try:
        head = comments(robot)
        tags = [line for body in links for line in link_tags(body)]
        tags += [line for joint in joints for line in joint_tags(joint)]
    except (TypeError, ValueError, RuntimeError) as error:
        what = f"robot '{robot.name}' holds what is no plain number: {error}"
        raise RobotError(what, "give it numbers first, with robot.map(float)") from error
    lines = ['<?xml version="1.0" encoding="utf-8"?>', *head, f"<robot name={quote(robot.name)}>"]
    return "\n".join([*lines, *(f"  {tag}" for tag in tags), "</robot>"]) + "\n"


def _with_frame_links(robot: Robot) -> Robot:
    bare = dataclasses.replace(robot, frames=())
    for frame in robot.frames:
        bare = _hung(bare, Body(name=frame.name), frame.body, frame.placement)
    return bare


def _with_payload_link(robot: Robot) -> Robot:
    load = robot.payload
    if load is None:
        return robot
    name = free_name("payload", _taken(robot))
    body = Body(name=name, mass=load.mass, com=load.com, inertia=load.inertia)
    return _hung(robot.with_payload(None), body, robot.tool.body, robot.tool.placement)


def _with_tool_link(robot: Robot) -> Robot:
    """A link for the tool, unless the reader takes the right one anyway."""
    tool = robot.tool
    if tool.placement == Placement() and _tool_read(robot) == tool.body:
        return robot
    names = chain(["tool"], ("erfd_tool" + "_" * k for k in count()))
    free = (name for name in names if name not in _taken(robot))
    marked = ((x, _hung(robot, Body(name=x), tool.body, tool.placement)) for x in free)
    return next(candidate for name, candidate in marked if _tool_read(candidate) == name)


def _hung(robot: Robot, body: Body, parent: str, at: Placement) -> Robot:
    """The robot with one more body on a fixed joint."""
    name = free_name(f"{body.name}_fixed", [joint.name for joint in robot.joints])
    joint = Joint(name=name, kind="fixed", parent=parent, child=body.name, placement=at)
    return dataclasses.replace(robot, joints=(*robot.joints, joint), bodies=(*robot.bodies, body))


def _tool_read(robot: Robot) -> str:
    """The body that the reader, which goes depth first, takes for the tool."""
    return default_tool(outward(BASE, robot.joints))[0].body


def _taken(robot: Robot) -> list[str]:
    return [BASE, *(body.name for body in robot.bodies)]


def _stands_on_its_root(robot: Robot) -> bool:
    """Whether the only body on the base stands there by the joint that our reader adds."""
    on_base = [joint for joint in robot.joints if joint.parent == BASE]
    return len(on_base) == 1 and _is_ours(on_base[0])


def _is_ours(joint: Joint) -> bool:
    named = joint.name.rstrip("_") == root_joint(joint.child).rstrip("_")
    return named and joint.kind == "fixed" and joint.placement == Placement()
