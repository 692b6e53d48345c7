"""A robot's limits, each with its origin, its joint friction and its drives as tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.table import Table

from erfd.robot.drives import Motor
from erfd.robot.records import Limit
from erfd.robot.robot import Robot
from erfd.text_table import known, short, table, times

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


def drives(robot: Robot, motors: Sequence[Motor]) -> Table:
    columns = [
        "motor",
        "moves",
        "peak N m",
        "top rad/s",
        "rotor kg m^2",
        "viscous N m s",
        "load friction",
    ]
    rows = [
        [
            m.name,
            _transmission(m, robot),
            known(m.peak_torque.value),
            known(m.top_speed.value),
            known(m.rotor_inertia),
            known(m.viscous_friction),
            known(m.load_friction),
        ]
        for m in motors
    ]
    title = "Drives (motor side; 'moves' is d q_motor / d q_joint)"
    return table(title, columns, rows)


def _transmission(motor: Motor, robot: Robot) -> str:
    names = [joint.name for joint in robot.independent]
    if motor.ball_screw is not None:
        parts = [n for n, x in zip(names, motor.ball_screw.of, strict=True) if x]
        return f"ball screw on {' + '.join(parts)}"
    parts = [f"{short(x, 7)} {n}" for n, x in zip(names, motor.ratios, strict=True) if x]
    return " + ".join(parts).replace("+ -", "- ")


def friction(robot: Robot) -> list[Table]:
    """Of the joints whose friction is known; none if it is of no joint."""
    rows = []
    for j in robot.moving:
        viscous, coulomb = ("N s/m", "N") if j.kind == "prismatic" else ("N m s/rad", "N m")
        given = (j.friction.viscous, viscous), (j.friction.coulomb, coulomb)
        if any(x is not None for x, _ in given):
            rows.append([j.name, *(known(x) + f" {u}" * (x is not None) for x, u in given)])
    columns = ["joint", "viscous", "Coulomb"]
    return [table("Joint friction (on the joint side)", columns, rows)] if rows else []
