"""A robot's limits as a table, each with its origin."""

from __future__ import annotations

import math

from rich.table import Table

from erfd.robot.records import Limit
from erfd.robot.robot import Robot
from erfd.text_table import short, table, times

DEGREE = math.pi / 180.0
UNSTATED = Limit().source


def limits(robot: Robot) -> list[Table | str]:
    """The limits, each marked with the letter of its origin; the letters are explained below."""
    columns = ["joint", "lower", "upper", "speed", "acceleration", "effort"]
    marks: dict[str, str] = {}
    rows = []
    for j in robot.moving:
        unit, factor = ("mm", 1000.0) if j.kind == "prismatic" else ("deg", 1.0 / DEGREE)
        x, effort = j.limits, "N" if j.kind == "prismatic" else "N m"
        values = [
            (x.lower, unit),
            (x.upper, unit),
            (x.speed, f"{unit}/s"),
            (x.acceleration, f"{unit}/s^2"),
        ]
        texts = [_limit(value, factor, u, marks) for value, u in values]
        rows.append([j.name, *texts, _limit(x.effort, 1.0, effort, marks)])
    title = "Limits (the letter names the origin)"
    return [table(title, columns, rows), *(f"{mark}: {text}" for text, mark in marks.items()), ""]


def _limit(limit: Limit, factor: float, unit: str, marks: dict[str, str]) -> str:
    if not limit.known:
        return "unknown"
    source = "origin not stated" if limit.source == UNSTATED else limit.source
    mark = marks.setdefault(source, letters(len(marks)))
    return f"{short(times(factor, limit.value))} {unit} {mark}"


def letters(count: int) -> str:
    """a, b, ..., z, aa, ab, ..."""
    before, last = divmod(count, 26)
    return (letters(before - 1) if before else "") + chr(ord("a") + last)
