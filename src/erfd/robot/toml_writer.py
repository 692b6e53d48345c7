"""A robot as a file of erfd's own format: SI units, explicit placements, nothing lost.

Placements and masses are written as the records hold them, in joint frames; a DH table is not
written back, its frames are. The text is read back before it is handed out: it is the same robot
bit for bit, or an error.
"""

from __future__ import annotations

import os

from erfd.errors import RobotError
from erfd.robot.coupled import coupled_text
from erfd.robot.robot import Robot
from erfd.robot.text_file import write_text
from erfd.robot.toml_drive_text import drives_text
from erfd.robot.toml_reader import FORMAT, parse_toml
from erfd.robot.toml_record_text import frame_text, joint_text, payload_text
from erfd.robot.toml_system_text import system_text
from erfd.robot.toml_text import (
    Entry,
    inline,
    lines,
    numbers,
    placed,
    section,
    string,
    strings,
)
from erfd.robot.toml_values import shortened

HEAD = """\
# A robot in erfd's own format (docs/robot-format.md). Lengths in m, angles in rad, masses in kg,
# inertias in kg m^2, times in s, forces in N, torques in N m. A body's numbers are in its joint
# frame: the frame of the joint that carries it, after the joint's motion."""


def write(robot: Robot, path: str | os.PathLike[str]) -> None:
    """Write the robot's file; a writing that fails leaves what was there before."""
    write_text(path, to_toml(robot))


def to_toml(robot: Robot) -> str:
    """The text of the robot's file."""
    shared = [coupled_text(x, robot.independent) for x in robot.coupled]
    parts = [*_head(robot), *_tree(robot), *_drives(robot), *shared]
    paragraphs = [*parts, system_text(robot.system)]
    text = "\n\n".join("\n".join(paragraph) for paragraph in paragraphs if paragraph) + "\n"
    if parse_toml(text, file=f"'{robot.name}' written as TOML") != robot:
        raise RobotError(
            f"the TOML format cannot hold all of robot '{robot.name}'",
            "limits and friction belong to moving joints, their positions not to continuous ones",
        )
    return text


def _head(robot: Robot) -> list[list[str]]:
    warnings = [f"# Warning of its reader: {shortened(text, 1000)}" for text in robot.warnings]
    entries = [
        Entry("format", str(FORMAT)),
        Entry("name", string(robot.name)),
        Entry("units", inline({"length": '"m"', "angle": '"rad"'})),
        Entry("description", string(robot.description) if robot.description else None),
        Entry("program_names", strings(robot.program_names)),
        Entry("remarks", strings(robot.remarks)),
        Entry("gravity", numbers(robot.gravity), "m/s^2, world axes"),
    ]
    origins = [Entry(group, string(text)) for group, text in robot.sources.items()]
    return [
        [HEAD, *warnings, *lines(entries)],
        section("[sources]", origins),
        section("[base]", placed(robot.base)),
    ]


def _tree(robot: Robot) -> list[list[str]]:
    pairs = zip(robot.joints, robot.bodies, strict=True)
    return [
        *(joint_text(joint, body) for joint, body in pairs),
        *(frame_text("[[frame]]", frame) for frame in robot.frames),
        frame_text("[tool]", robot.tool),
        payload_text(robot.payload) if robot.payload is not None else [],
    ]


def _drives(robot: Robot) -> list[list[str]]:
    joints = [joint.name for joint in robot.independent]
    return [] if robot.drives is None else drives_text(robot.drives, joints)
