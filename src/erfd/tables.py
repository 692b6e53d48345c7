"""What is known of a robot as tables of at most 100 columns, every number with its unit."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from erfd.algebra import apply
from erfd.dynamics.kinematics import pose
from erfd.dynamics.lump import tree_of
from erfd.dynamics.reduced import positions
from erfd.robot.check import findings
from erfd.robot.drives import Motor
from erfd.robot.records import COORDINATES, Joint, Limit
from erfd.robot.robot import Robot

WIDTH = 100
DEGREE = math.pi / 180.0


def render(*parts: Any) -> str:
    """Tables and lines as plain text of at most WIDTH columns."""
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None, highlight=False)
    for part in parts:
        if isinstance(part, Table) and part.title:
            console.print(part.title, markup=False)
            part.title = None
        console.print(part, markup=False)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """The first column to the left, the others to the right."""
    result = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for k, column in enumerate(columns):
        result.add_column(column, justify="left" if k == 0 else "right", overflow="fold")
    for row in rows:
        result.add_row(*row)
    return result


def report(robot: Robot) -> str:
    parts: list[Any] = [f"{robot.name}: {robot.description}".rstrip(": "), *_size(robot), ""]
    parts += [bodies(robot), joints(robot), *limits(robot)]
    parts += [drives(robot, robot.drives.motors)] if robot.drives else []
    parts += [frames(robot), *_notes(robot)]
    return render(*parts)


def _size(robot: Robot) -> list[str]:
    g = ", ".join(f"{x:g}" for x in robot.gravity_in_base)
    moving = f"{len(robot.independent)} coordinates, {len(robot.moving)} moving joints"
    mass = sum(body.mass for body in robot.bodies)
    lines = [f"{moving}, {mass:.6g} kg; gravity in base axes ({g}) m/s^2"]
    fixed = [j.child for j in robot.joints if not COORDINATES[j.kind] and j.parent != "base"]
    if fixed:
        lines.append(f"lumped with their parents (fixed joints): {', '.join(fixed)}")
    return lines


def bodies(robot: Robot) -> Table:
    columns = ["body", "mass kg", "com x,y,z mm", "Ixx Iyy Izz kg m^2", "Ixy Ixz Iyz kg m^2"]
    rows = []
    for b in robot.bodies:
        I = b.inertia
        rows.append(
            [
                b.name,
                f"{b.mass:.6g}",
                _row(1000.0 * x for x in b.com),
                _row((I[0][0], I[1][1], I[2][2])),
                _row((I[0][1], I[0][2], I[1][2])),
            ]
        )
    title = "Bodies (in the axes of the body's joint; inertia about the mass centre)"
    return table(title, columns, rows)


def joints(robot: Robot) -> Table:
    columns = ["joint", "kind", "on", "carries", "at x,y,z mm", "axis in the base at zero"]
    zero = _zero_axes(robot)
    rows = [
        [
            j.name,
            _kind(j),
            j.parent,
            j.child,
            _row(1000.0 * x for x in j.placement.p),
            _row(zero[j.name]) if COORDINATES[j.kind] else "-",
        ]
        for j in robot.joints
    ]
    return table("Joints (placed in the axes of the joint before)", columns, rows)


def _kind(joint: Joint) -> str:
    if joint.mimic is not None:
        m = joint.mimic
        return f"{joint.kind} = {m.multiplier:g} {m.of} + {m.offset:g}"
    return "continuous" if joint.continuous else joint.kind


def _zero_axes(robot: Robot) -> dict[str, list[float]]:
    tree = tree_of(robot)
    q = positions(tree, [0.0] * len(robot.independent))
    result = {}
    for joint in robot.moving:
        R = pose(tree, q, tree.places[joint.child]).R
        result[joint.name] = list(apply(R, joint.axis))
    return result


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
    mark = marks.setdefault(limit.source, chr(ord("a") + len(marks) % 26))
    return f"{factor * limit.value:.5g} {unit} {mark}"


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
            _known(m.peak_torque.value),
            _known(m.top_speed.value),
            _known(m.rotor_inertia),
            _known(m.viscous_friction),
            _known(m.load_friction),
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
    parts = [f"{x:.7g} {n}" for n, x in zip(names, motor.ratios, strict=True) if x]
    return " + ".join(parts).replace("+ -", "- ")


def _known(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.5g}"


def frames(robot: Robot) -> Table:
    """Where every frame is when all coordinates are zero."""
    tree = tree_of(robot)
    q = positions(tree, [0.0] * len(robot.independent))
    places = {**tree.places, robot.tool.name: tree.tool}
    rows = []
    for name, place in places.items():
        R, p = pose(tree, q, place)
        axes = [_row(column) for column in zip(*R, strict=True)]
        rows.append([name, _row(1000.0 * x for x in p), *axes])
    columns = ["frame", "x,y,z mm", "x axis", "y axis", "z axis"]
    return table("Frames in the base at the zero pose", columns, rows)


def _notes(robot: Robot) -> list[str]:
    lines = [f"warning: {x}" for x in robot.warnings]
    lines += [f"{f.level}: {f.where}: {f.what}" for f in findings(robot) if f.level != "note"]
    lines += [f"remark: {x}" for x in robot.remarks]
    lines += [f"source of {group}: {text}" for group, text in robot.sources.items()]
    return lines


def _row(numbers: Iterable[float]) -> str:
    return " ".join(_short(float(x)) for x in numbers)


def _short(x: float) -> str:
    return "0" if abs(x) < 5e-13 else f"{x:.5g}"
