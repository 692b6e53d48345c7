"""The name of the tool means one place: the tool's, whoever else bears it.

"tool" and the tool's own name stand for the tool wherever a frame is asked for. A body or frame of
such a name is allowed where it sits exactly at the tool: either reading gives the same pose.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from erfd.errors import RobotError
from erfd.robot.placement import Placement
from erfd.robot.records import BASE, Frame

if TYPE_CHECKING:
    from erfd.robot.robot import Robot

TOOL = "tool"


def check_tool_name(robot: Robot) -> None:
    tool = robot.tool
    bearers = {BASE: ("the base", Frame(name=BASE, body=BASE))}
    bearers |= {b.name: ("a body", Frame(name=b.name, body=b.name)) for b in robot.bodies}
    bearers |= {f.name: ("a frame", f) for f in robot.frames}
    for name in {TOOL: 0, tool.name: 0}:
        if name in bearers and _spot(robot, bearers[name][1]) != _spot(robot, tool):
            what = f"{bearers[name][0]} is named '{name}' like the tool, but sits elsewhere"
            raise RobotError(what, "give it, or the tool, another name: 'tool' is always the tool")


def _spot(robot: Robot, frame: Frame) -> tuple[str, Placement]:
    """The body that moves and the place in it, down all fixed joints."""
    carrier = {joint.child: joint for joint in robot.joints}
    body, at = frame.body, frame.placement
    while body in carrier and carrier[body].kind == "fixed":
        at, body = carrier[body].placement.then(at), carrier[body].parent
    return body, at


def moved_tool(robot: Robot, tool: Frame) -> Robot:
    """The robot with another tool; who bore the name at the old place is named otherwise."""
    if _spot(robot, tool) == _spot(robot, robot.tool):
        return dataclasses.replace(robot, tool=tool)
    taken = {BASE, TOOL, tool.name}
    taken |= {body.name for body in robot.bodies} | {frame.name for frame in robot.frames}
    names = {name: _free(f"{name}_before", taken) for name in (TOOL, robot.tool.name)}
    if robot.tool.name not in (tool.name, TOOL):
        names.pop(robot.tool.name)

    def new(name: str) -> str:
        return names.get(name, name)

    return dataclasses.replace(
        robot,
        joints=tuple(
            dataclasses.replace(j, parent=new(j.parent), child=new(j.child))
            if j.parent in names or j.child in names
            else j
            for j in robot.joints
        ),
        bodies=tuple(
            dataclasses.replace(b, name=new(b.name)) if b.name in names else b for b in robot.bodies
        ),
        frames=tuple(
            dataclasses.replace(f, name=new(f.name), body=new(f.body))
            if f.name in names or f.body in names
            else f
            for f in robot.frames
        ),
        tool=dataclasses.replace(tool, body=new(tool.body)) if tool.body in names else tool,
    )


def _free(wish: str, taken: set[str]) -> str:
    while wish in taken:
        wish += "_"
    return wish
