"""What is known of a robot as tables of at most 100 columns, every number with its unit."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from erfd.algebra import apply
from erfd.drive_tables import drives, friction
from erfd.dynamics.kinematics import poses
from erfd.dynamics.lump import tree_of
from erfd.dynamics.reduced import positions
from erfd.limit_tables import limits
from erfd.robot.check import findings
from erfd.robot.placement import Placement
from erfd.robot.records import COORDINATES, Body, Joint, Payload
from erfd.robot.robot import Robot
from erfd.text_table import counted, direction, render, row, short, table, times, vector

__all__ = ["render", "report", "table"]


def report(robot: Robot) -> str:
    parts: list[Any] = [f"{robot.name}: {robot.description}".rstrip(": "), *_size(robot), ""]
    parts += [bodies(robot), *payload(robot), joints(robot), *mimics(robot)]
    parts += [*limits(robot), *friction(robot)]
    parts += drives(robot, robot.drives) if robot.drives else []
    parts += [frames(robot), *_notes(robot)]
    return render(*parts)


def _size(robot: Robot) -> list[str]:
    g = ", ".join(short(x, 6) for x in robot.gravity_in_base)
    moving = counted(len(robot.independent), "coordinate")
    moving += ", " + counted(len(robot.moving), "moving joint")
    mass = sum(body.mass for body in robot.bodies)
    lines = [f"{moving}, {short(mass, 6)} kg; gravity in base axes ({g}) m/s^2"]
    fixed = [j.child for j in robot.joints if not COORDINATES[j.kind] and j.parent != "base"]
    if robot.base != Placement():
        axes = ["(" + direction(column) + ")" for column in zip(*robot.base.R, strict=True)]
        at = row(times(1000.0, x) for x in robot.base.p)
        lines.append(
            f"the base in the world: at ({at}) mm, axes x {axes[0]} y {axes[1]} z {axes[2]}"
        )
    if fixed:
        lines.append(f"lumped with their parents (fixed joints): {', '.join(fixed)}")
    return lines


COLUMNS = ["mass kg", "com x,y,z mm", "Ixx Iyy Izz kg m^2", "Ixy Ixz Iyz kg m^2"]


def bodies(robot: Robot) -> Table:
    title = "Bodies (in the axes of the body's joint; inertia about the mass centre)"
    return table(title, ["body", *COLUMNS], [[b.name, *_mass(b)] for b in robot.bodies])


def payload(robot: Robot) -> list[Table]:
    if robot.payload is None:
        return []
    title = "Payload (in the axes of the tool; inertia about the mass centre)"
    return [table(title, ["held by", *COLUMNS], [[robot.tool.name, *_mass(robot.payload)]])]


def _mass(body: Body | Payload) -> list[str]:
    I = body.inertia
    return [
        short(body.mass, 6),
        row(times(1000.0, x) for x in body.com),
        row((I[0][0], I[1][1], I[2][2])),
        row((I[0][1], I[0][2], I[1][2])),
    ]


def joints(robot: Robot) -> Table:
    columns = ["joint", "kind", "on", "carries", "at x,y,z mm", "axis in the base at zero"]
    zero = _zero_axes(robot)
    rows = [
        [
            j.name,
            _kind(j),
            j.parent,
            j.child,
            vector(times(1000.0, x) for x in j.placement.p),
            direction(zero[j.name]) if COORDINATES[j.kind] else "-",
        ]
        for j in robot.joints
    ]
    return table("Joints (placed in the axes of the joint before)", columns, rows, (0, 2, 3))


def mimics(robot: Robot) -> list[Table]:
    """What the joints that follow others do, in SI units."""
    rows = []
    for joint in robot.moving:
        if (m := joint.mimic) is not None:
            unit = "m" if joint.kind == "prismatic" else "rad"
            rows.append([joint.name, m.of, short(m.multiplier, 6), f"{short(m.offset, 6)} {unit}"])
    columns = ["joint", "follows", "times", "plus"]
    return [table("Joints that follow others", columns, rows, (0, 1))] if rows else []


def _kind(joint: Joint) -> str:
    if joint.mimic is not None:
        return f"{joint.kind}, follows"
    return "continuous" if joint.continuous else joint.kind


def _zero_axes(robot: Robot) -> dict[str, list[float]]:
    placed = _at_zero(robot)
    return {j.name: list(apply(placed[j.child].R, j.axis)) for j in robot.moving}


def _at_zero(robot: Robot) -> dict[str, Placement]:
    """Where every body and frame and the tool is when all coordinates are zero."""
    tree = tree_of(robot)
    placed = poses(tree, positions(tree, [0.0] * len(robot.independent)))
    places = {**tree.places, robot.tool.name: tree.tool}
    return {
        name: x.placement if x.index < 0 else placed[x.index].then(x.placement)
        for name, x in places.items()
    }


def frames(robot: Robot) -> Table:
    rows = []
    for name, (R, p) in _at_zero(robot).items():
        axes = [direction(column) for column in zip(*R, strict=True)]
        rows.append([name, vector(times(1000.0, x) for x in p), *axes])
    columns = ["frame", "x,y,z mm", "x axis", "y axis", "z axis"]
    return table("Frames in the base at the zero pose", columns, rows)


def _notes(robot: Robot) -> list[str]:
    lines = [f"warning: {x}" for x in robot.warnings]
    lines += [f"{f.level}: {f.where}: {f.what}" for f in findings(robot) if f.level != "note"]
    lines += [f"remark: {x}" for x in robot.remarks]
    lines += [f"source of {group}: {text}" for group, text in robot.sources.items()]
    return lines
