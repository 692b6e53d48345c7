"""`erfd robots`: the library, a line each, with what is sourced and what is not."""

from __future__ import annotations

import itertools
import re
from textwrap import shorten
from typing import Annotated, NamedTuple

import typer

from erfd.cli.output import say, say_json
from erfd.robot import library
from erfd.robot.drives import Drives, Motor
from erfd.robot.records import Body, Joint, Limit
from erfd.robot.robot import Robot
from erfd.text_table import render, table

WORDS = {"ours": ("ours", "provisional"), "decided": ("decided", "placeholder", "placeholders")}
KINDS = ("sourced", "decided", "ours")
LIMITS = {
    "lower": "position limits",
    "upper": "position limits",
    "speed": "speed limits",
    "acceleration": "acceleration limits",
    "effort": "effort limits",
}
COLUMNS = {
    "geom": ("geometry", "gravity", "tool"),
    "mass": ("mass",),
    "com": ("com",),
    "inert": ("inertia",),
    "limits": ("limits", *LIMITS.values()),
    "drives": (),
    "system": ("system",),
}
WHAT = 34
LEGEND = (
    "s sourced, d decided where a source leaves it open, o ours (invented), - nothing there",
    "geom: with gravity and tool; drives: with friction; system: defaults of programs",
    "erfd show ROBOT names every source",
)


class Entry(NamedTuple):
    """One robot; a group of numbers may be sourced in part, decided or a placeholder, or ours."""

    name: str
    joints: int
    kinds: str
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
    view = table("", ["robot", "joints", *COLUMNS, "what"], map(_line, entries))
    for column in view.columns[1:]:
        column.justify = "left"
    view.columns[-1].no_wrap, view.columns[-1].min_width = True, None
    view.padding = (0, 0, 0, 0)
    say(render(view, *LEGEND))


def _line(entry: Entry) -> list[str]:
    what = entry.description.partition(":")[0]
    cells = [_letters(entry, column) for column in COLUMNS]
    return [entry.name, entry.kinds, *cells, shorten(what, WHAT, placeholder=" ...")]


def _letters(entry: Entry, column: str) -> str:
    """The first letters of the kinds of source in a column; what fits no other is the drives'."""
    named = {group for groups in COLUMNS.values() for group in groups}
    found = {kind: getattr(entry, kind) for kind in KINDS}
    letters = [
        kind[0]
        for kind, groups in found.items()
        if any(g in COLUMNS[column] or (column == "drives" and g not in named) for g in groups)
    ]
    return "".join(letters) or "-"


def signature(robot: Robot) -> str:
    """The kinds of the joints from base to tip: 6R, 2RP3R."""
    runs = [(k, len(list(x))) for k, x in itertools.groupby(j.kind for j in robot.independent)]
    return "".join((str(count) if count > 1 else "") + kind[0].upper() for kind, count in runs)


def _entry(robot: Robot) -> Entry:
    groups = {g: {kind for t in texts for kind in kinds(t)} for g, texts in _groups(robot).items()}
    return Entry(
        robot.name,
        len(robot.independent),
        signature(robot),
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
