"""One door for every robot: a name of the library, a TOML file or a URDF file."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

from erfd.errors import RobotError
from erfd.robot import library
from erfd.robot.robot import Robot
from erfd.robot.toml_reader import read_toml
from erfd.robot.toml_values import shortened

MIMIC = ("exact", "independent")
FOREIGN = {
    ".xacro": "expand it first: xacro robot.xacro > robot.urdf",
    ".sdf": "convert it to URDF",
    ".xml": "if it is a URDF, name it .urdf; MJCF is not read",
    ".yaml": "write the robot as TOML, see docs/robot-format.md",
    ".yml": "write the robot as TOML, see docs/robot-format.md",
    ".json": "write the robot as TOML, see docs/robot-format.md",
}


def read(path_or_name: str | os.PathLike[str], *, mimic: str = "exact") -> Robot:
    """The robot of a library name, a .toml or a .urdf file.

    A joint that mimics another follows it exactly, or is `independent`: free like any other.
    """
    if mimic not in MIMIC:
        raise RobotError(
            f"mimic='{shortened(str(mimic))}' is not known", "say exact or independent"
        )
    if not isinstance(path_or_name, (str, os.PathLike)):
        raise RobotError(
            f"the robot is asked for by {shortened(repr(path_or_name))}",
            "give a library name or a path, as text",
        )
    name = str(path_or_name)
    suffix = Path(name).suffix.lower()
    if suffix == ".urdf":
        from erfd.robot.urdf import read_urdf

        return read_urdf(name, mimic=mimic)
    if suffix == ".toml":
        robot = read_toml(name)
    elif isinstance(path_or_name, str) and _is_bare(name, suffix):
        robot = library.load(name)
    else:
        raise _not_a_robot(name, suffix)
    return robot if mimic == "exact" else _freed(robot)


def _freed(robot: Robot) -> Robot:
    """The robot with every joint that follows another made independent."""
    if all(joint.mimic is None for joint in robot.joints):
        return robot
    if robot.drives is not None:
        raise RobotError(
            f"the drives of '{robot.name}' know nothing of the joints that follow others",
            "read it with mimic='exact'",
        )
    joints = tuple(dataclasses.replace(joint, mimic=None) for joint in robot.joints)
    return dataclasses.replace(robot, joints=joints)


def _is_bare(name: str, suffix: str) -> bool:
    """Whether this can only be meant as a name of the library: a word that is no file."""
    if name in library.names():
        return True
    return bool(name) and Path(name).name == name and suffix not in FOREIGN and not _exists(name)


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def _not_a_robot(name: str, suffix: str) -> RobotError:
    if not name:
        return RobotError("the robot's name is empty", "give a library name or a path")
    if _exists(name) and Path(name).is_dir():
        return RobotError("this is a folder", "name a .toml or .urdf file in it", file=name)
    if suffix in FOREIGN:
        return RobotError(f"{suffix} files are not read", FOREIGN[suffix], file=name)
    if not _exists(name):
        return RobotError("there is no such file", "check the path", file=name)
    what = f"{suffix} files are not read" if suffix else "the file's name has no ending"
    return RobotError(what, "a robot is a .toml or a .urdf file", file=name)
