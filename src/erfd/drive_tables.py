"""A robot's drives and the friction of its joints as tables: what is known, and what is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from erfd.robot.drives import Coulomb, DriveElement, Drives, Motor
from erfd.robot.robot import Robot
from erfd.text_table import known, row, short, table, times


def drives(robot: Robot, drives: Drives) -> list[Table | str]:
    """Transmission, limits, friction; electrics, rotors and elements where there are any."""
    motors = drives.motors
    parts: list[Table | str] = [_transmission(robot, motors), _limits(motors), _friction(motors)]
    parts += _electric(motors) + _rotors(motors) + _elements(robot, drives.elements)
    parts.append("What is unknown is left out of the equations.")
    return [*parts, *_sources(drives), ""]


def _sources(drives: Drives) -> list[str]:
    """A line for every origin, with all that is from there."""
    groups: dict[str, list[str]] = {}
    for group, text in drives.sources.items():
        groups.setdefault(text, []).append(group)
    return [f"source of the drives' {', '.join(names)}: {text}" for text, names in groups.items()]


def _transmission(robot: Robot, motors: Sequence[Motor]) -> Table:
    columns = ["motor", "turns with", "rotor inertia kg m^2"]
    rows = [[m.name, _moves(m, robot), known(m.rotor_inertia)] for m in motors]
    title = "Drives (motor side; 'turns with' is d q_motor / d q_joint)"
    return table(title, columns, rows)


def _moves(motor: Motor, robot: Robot) -> str:
    names = [joint.name for joint in robot.independent]
    if motor.ball_screw is not None:
        parts = [n for n, x in zip(names, motor.ball_screw.of, strict=True) if x]
        pitch = short(times(1000.0, motor.ball_screw.pitch))
        return f"ball screw of {pitch} mm on {' + '.join(parts)}"
    return _sum(names, motor.ratios)


def _sum(names: Sequence[str], ratios: Sequence[Any]) -> str:
    parts = [f"{short(x, 7)} {n}" for n, x in zip(names, ratios, strict=True) if x]
    return " + ".join(parts).replace("+ -", "- ")


def _limits(motors: Sequence[Motor]) -> Table | str:
    columns = ["motor", "peak N m", "continuous N m", "top rad/s", "torque over speed"]
    rows = [
        [
            m.name,
            known(m.peak_torque.value),
            known(m.continuous_torque.value),
            known(m.top_speed.value),
            _curve(m),
        ]
        for m in motors
    ]
    return _shown("Limits of the motors", columns, rows)


def _shown(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table | str:
    """The table, or one line where it would hold nothing."""
    if all(x == "unknown" for r in rows for x in r[1:]):
        return f"{title}: unknown\n"
    return table(title, columns, rows)


def _curve(motor: Motor) -> str:
    corners = [
        f"{short(torque)} N m at {short(speed)} rad/s" for speed, torque in motor.torque_curve
    ]
    return ", ".join(corners) or "unknown"


def _friction(motors: Sequence[Motor]) -> Table | str:
    columns = ["motor", "viscous N m s/rad", "Coulomb N m", "to start N m", "of the load"]
    rows = [
        [
            m.name,
            known(m.viscous_friction),
            *_dry(m.coulomb_friction),
            _load(m),
        ]
        for m in motors
    ]
    return _shown("Friction at the motors (forward / backward)", columns, rows)


def _dry(dry: Coulomb | None) -> tuple[str, str]:
    if dry is None:
        return "unknown", "unknown"
    return _ways(dry.forward, dry.backward), _ways(dry.starting_forward, dry.starting_backward)


def _ways(forward: Any, backward: Any) -> str:
    a, b = known(forward), known(backward)
    return a if a == b else f"{a} / {b}"


def _load(motor: Motor) -> str:
    if motor.efficiency is None:
        return known(motor.load_friction)
    back = motor.efficiency if motor.backward_efficiency is None else motor.backward_efficiency
    return f"efficiency {_ways(motor.efficiency, back)}"


def _electric(motors: Sequence[Motor]) -> list[Table | str]:
    columns = ["motor", "torque constant N m/A", "peak current A", "resistance ohm", "supply V"]
    rows = []
    for m in motors:
        given = m.torque_constant, m.peak_current.value, m.resistance, m.supply_voltage
        if any(x is not None for x in given):
            rows.append([m.name, *map(known, given)])
    return [table("Electrics", columns, rows)] if rows else []


def _rotors(motors: Sequence[Motor]) -> list[Table | str]:
    rows = [[m.name, m.rotor.body, row(m.rotor.axis)] for m in motors if m.rotor is not None]
    columns = ["motor", "rotor on", "axis in the body's joint frame"]
    return [table("Rotors whose spin is exact", columns, rows, (0, 1))] if rows else []


def _elements(robot: Robot, elements: Sequence[DriveElement]) -> list[Table | str]:
    names = [joint.name for joint in robot.independent]
    rows = [
        [
            x.joint.name,
            x.joint.kind,
            x.joint.parent,
            f"{short(x.ratio, 7)} {x.motor}" if x.motor else _sum(names, x.ratios),
            f"{short(x.body.mass)} kg",
        ]
        for x in elements
    ]
    columns = ["element", "kind", "on", "moves with", "mass"]
    return [table("Bodies of the drives (ratios in SI)", columns, rows, (0, 2))] if rows else []


def friction(robot: Robot) -> list[Table]:
    """Of the joints whose friction is known; none if it is of no joint."""
    rows = []
    for j in robot.moving:
        viscous, coulomb = ("N s/m", "N") if j.kind == "prismatic" else ("N m s/rad", "N m")
        f = j.friction
        given = (f.viscous, viscous), (f.coulomb, coulomb), (f.reaction, ""), (f.diameter, "mm")
        if any(x is not None for x, _ in given):
            rows.append([j.name, *(_with_unit(x, u) for x, u in given)])
    columns = ["joint", "viscous", "Coulomb", "of the reaction", "spindle"]
    return [table("Joint friction (on the joint side)", columns, rows)] if rows else []


def _with_unit(x: Any, unit: str) -> str:
    if x is None:
        return "unknown"
    return f"{short(times(1000.0, x) if unit == 'mm' else x)} {unit}".rstrip()
