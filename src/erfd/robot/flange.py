"""Where tools are mounted: the frame from which tools are counted."""

from __future__ import annotations

from erfd.robot.records import Frame
from erfd.robot.robot import Robot


def flange_of(robot: Robot) -> Frame:
    """The frame named "flange", else the reference frame of the tool's body."""
    named = {frame.name: frame for frame in robot.frames}
    if "flange" in named:
        return named["flange"]
    body = robot.tool.body
    carried = [joint.child for joint in robot.joints]
    row = named.get(f"dh_{carried.index(body) + 1}") if body in carried else None
    return row if row is not None and row.body == body else Frame(name="flange", body=body)
