"""`erfd robots`: the library, a line each, with what is sourced and what is not."""

from __future__ import annotations

import re
from typing import Annotated, NamedTuple

import typer

from erfd.cli.output import say, say_json
from erfd.robot import library
from erfd.robot.drives import Drives, Motor
from erfd.robot.records import Body, Joint, Limit
from erfd.robot.robot import Robot
from erfd.tables import render, table

WORDS = {"ours": ("ours", "provisional"), "decided": ("decided", "placeholder", "placeholders")}
KINDS = ("sourced", "decided", "ours")
LIMITS = {
    "lower": "position limits",
    "upper": "position limits",
    "speed": "speed limits",
    "acceleration": "acceleration limits",
    "effort": "effort limits",
}


class Entry(NamedTuple):
    """One robot; a group of numbers may be sourced in part, decided or a placeholder, or ours."""

    name: str
    joints: int
    description: str
    sourced: list[str]
    decided: list[str]
    ours: list[str]


def robots(json: Annotated[bool, typer.Option("--json", help="machine-readable")] = False) -> None:
    """List the robots of the library. Example: erfd robots"""
    entries = [_entry(library.load(name)) for name in library.names()]
    if json:
        say_json([entry._asdict() for entry in entries])
        return
    rows = [[e.name, str(e.joints), e.description, *map(", ".join, e[3:])] for e in entries]
    view = table("", ["robot", "joints", "what", "sourced", "decided", "ours (invented)"], rows)
    for column in view.columns[2:]:
        column.justify = "left"
    say(render(view))


def _entry(robot: Robot) -> Entry:
    groups = {g: {kind for t in texts for kind in kinds(t)} for g, texts in _groups(robot).items()}
    return Entry(
        robot.name,
        len(robot.independent),
        robot.description,
        *([g for g, found in groups.items() if kind in found] for kind in KINDS),
    )


def kinds(text: str) -> set[str]:
    """What a source says: a publication alone, a reading that was decided, numbers of our own.

    A text of several parts, apart by ";", counts for each.
    """
    return {_kind(part) for part in text.split(";")}


def _kind(part: str) -> str:
    words = set(re.findall(r"[a-z]+", part.lower()))
    return next((kind for kind, telling in WORDS.items() if words & set(telling)), "sourced")


def _groups(robot: Robot) -> dict[str, list[str]]:
    """Every source text of the robot by its group of numbers, those of the limits by limit."""
    records: list[Robot | Joint | Body | Drives | Motor] = [robot, *robot.joints, *robot.bodies]
    if robot.drives is not None:
        records += [robot.drives, *robot.drives.motors]
    groups: dict[str, list[str]] = {}
    for record in records:
        for group, text in record.sources.items():
            groups.setdefault(group, []).append(text)
    for joint in robot.joints:
        for name, group in LIMITS.items():
            limit = getattr(joint.limits, name)
            if limit.known and limit.source != Limit().source:
                groups.setdefault(group, []).append(limit.source)
    return groups
