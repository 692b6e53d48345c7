"""`erfd robots`: the library, a line each, with what is sourced and what is not."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer

from erfd.cli.output import say, say_json
from erfd.robot import library
from erfd.robot.drives import Drives, Motor
from erfd.robot.records import Body, Joint
from erfd.robot.robot import Robot
from erfd.tables import render, table

INVENTED = "ours"


class Entry(NamedTuple):
    """One robot; a group of numbers may be sourced for some bodies and ours for others."""

    name: str
    joints: int
    description: str
    sourced: list[str]
    ours: list[str]


def robots(json: Annotated[bool, typer.Option("--json", help="machine-readable")] = False) -> None:
    """List the robots of the library. Example: erfd robots"""
    entries = [_entry(library.load(name)) for name in library.names()]
    if json:
        say_json([entry._asdict() for entry in entries])
        return
    rows = [
        [e.name, str(e.joints), e.description, ", ".join(e.sourced), ", ".join(e.ours)]
        for e in entries
    ]
    view = table("", ["robot", "joints", "what", "sourced", "ours (invented)"], rows)
    for column in view.columns[2:]:
        column.justify = "left"
    say(render(view))


def _entry(robot: Robot) -> Entry:
    groups = _groups(robot)
    return Entry(
        name=robot.name,
        joints=len(robot.independent),
        description=robot.description,
        sourced=[g for g, texts in groups.items() if not all(map(_is_ours, texts))],
        ours=[g for g, texts in groups.items() if any(map(_is_ours, texts))],
    )


def _is_ours(text: str) -> bool:
    return INVENTED in text.lower().replace(",", " ").replace(":", " ").split()


def _groups(robot: Robot) -> dict[str, list[str]]:
    """Every source text of the robot by its group of numbers."""
    records: list[Robot | Joint | Body | Drives | Motor] = [robot, *robot.joints, *robot.bodies]
    if robot.drives is not None:
        records += [robot.drives, *robot.drives.motors]
    groups: dict[str, list[str]] = {}
    for record in records:
        for group, text in record.sources.items():
            groups.setdefault(group, []).append(text)
    return groups
