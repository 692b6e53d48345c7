"""erfd's own robot format, read from a TOML text: see docs/robot-format.md.

Numbers come out in SI, masses and placements in the joint frames (`erfd.robot.toml_tree`). Every
error has its place in the file. A text of any kind ends in a robot or in a `RobotError`.
"""

from __future__ import annotations

import os
from typing import Any

from erfd.errors import RobotError
from erfd.robot.coupled import coupled_of
from erfd.robot.dh_row import CONVENTIONS
from erfd.robot.robot import STANDARD_GRAVITY, Robot
from erfd.robot.text_file import read_text
from erfd.robot.toml_bodies import payload_of
from erfd.robot.toml_drives import drives_of
from erfd.robot.toml_geometry import PLACEMENT, placement_of
from erfd.robot.toml_numbers import vector
from erfd.robot.toml_places import places_of
from erfd.robot.toml_syntax import parse
from erfd.robot.toml_system import system_of
from erfd.robot.toml_table import Table
from erfd.robot.toml_tree import FRAME, TreeReader
from erfd.robot.units import ANGLES, PER_METRE, Units

FORMAT = 1
TOP = (
    *("format", "name", "units", "description", "program_names", "remarks", "gravity", "sources"),
    *("base", "dh", "joint", "tool", "payload", "frame", "drives", "coupled_range", "system"),
)


def read_toml(path: str | os.PathLike[str]) -> Robot:
    """The robot of a file."""
    return parse_toml(read_text(path), file=os.fspath(path))


def parse_toml(text: str, *, file: str = "<text>") -> Robot:
    """The robot of a text; `file` is the name that errors bear."""
    try:
        places = places_of(text)
        return _robot(Table(file, places, (), parse(text), "the robot"))
    except RobotError as error:
        error.at(file)
        raise


def _robot(top: Table) -> Robot:
    _check_version(top)
    name = top.only(*TOP).text("name")
    units, convention = _units(top), _convention(top)
    tree = TreeReader(top, units, convention)
    base = placement_of(top.table("base", "the base").only(*PLACEMENT), units, tree.warnings.append)
    tool = top.table("tool", "the tool").only(*FRAME)
    payload, drives = top.table("payload", "the payload"), top.table("drives", "the drives")
    free = {j.name: j for j in tree.joints if j.kind != "fixed" and j.mimic is None}
    system = top.table("system", "the system variables")
    gravity = "three numbers in m/s^2, in world axes"
    parts = {
        "name": name,
        "gravity": vector(top, "gravity", gravity) if "gravity" in top else STANDARD_GRAVITY,
        "base": base,
        "tool": tree.placed(tool, tool.text("name", "tool")),
        "payload": payload_of(payload, units) if "payload" in top else None,
        "drives": drives_of(drives, list(free), tree) if "drives" in top else None,
        "coupled": coupled_of(top.tables("coupled_range", "coupled range"), free, units),
        "program_names": top.texts("program_names"),
        "system": system_of(system, free, units, tree.warnings.append),
        "description": top.text("description", ""),
        "remarks": top.texts("remarks"),
        "sources": top.sources(),
    }
    return _built(top, tree, parts)


def _built(top: Table, tree: TreeReader, parts: dict[str, Any]) -> Robot:
    """What the records themselves refuse gets the place of the payload or joint that it names."""
    try:
        return Robot(
            joints=tuple(tree.joints),
            bodies=tuple(tree.bodies),
            frames=tuple(tree.frames.values()),
            warnings=tuple(tree.warnings),
            **parts,
        )
    except RobotError as error:
        for k, joint in enumerate(tree.joints):
            if f"'{joint.name}'" in error.what or f"'{joint.child}'" in error.what:
                error.at(top.file, *top.places["joint", k])
        if "the payload" in error.what:
            error.at(top.file, *top.places["payload",])
        raise


def _check_version(top: Table) -> None:
    version = top.get("format", f"start the file with format = {FORMAT}")
    if isinstance(version, bool) or version != FORMAT:
        raise top.wrong("format", f"format = {FORMAT}, the only one that this version reads")


def _units(top: Table) -> Units:
    table = top.table("units", wanted='give units = { length = "mm", angle = "deg" }')
    table.only("length", "angle")
    return Units(table.word("length", PER_METRE), table.word("angle", ANGLES))


def _convention(top: Table) -> str | None:
    if "dh" not in top:
        return None
    return top.table("dh", "the DH table").only("convention").word("convention", CONVENTIONS)
