"""What `erfd check` says of a robot's drives, as tables and as plain data."""

from __future__ import annotations

import math
from typing import Any

from erfd.cli.limits import percent
from erfd.drives.check import DriveCheck
from erfd.drives.gyroscopic import RotorTerms
from erfd.drives.holding import Hold
from erfd.drives.train import drives_of
from erfd.robot.robot import Robot
from erfd.text_table import known, short, table


def drive_lines(robot: Robot, check: DriveCheck) -> list[Any]:
    lines: list[Any] = []
    if check.condition is not None:
        lines.append(f"transmission: A can be inverted, condition number {check.condition:.3g}")
    if check.least_loss is not None and check.least_loss >= 0:
        lines.append(f"friction takes power in random motions: {check.least_loss:.3g} W or more")
    if not check.holds:
        return lines
    units = ["mm" if j.kind == "prismatic" else "deg" for j in robot.independent]
    title = f"Gravity load of the motors in the worst pose found ({', '.join(units)})"
    rows = [
        [x.motor, f"{short(x.torque, 4)} N m", *_share(x), _pose(units, x)] for x in check.holds
    ]
    lines += ["", table(title, ["motor", "holds", "of", "share", "pose"], rows)]
    return [*lines, _felt(check), *_rotors(robot, check.rotors)]


def _felt(check: DriveCheck) -> Any:
    """Effective inertias over the poses."""
    columns = ["motor", "its rotor", "least", "most", "most / least"]
    rows = [
        [x.motor, known(x.rotor), short(x.least, 4), short(x.most, 4), short(x.most / x.least, 3)]
        for x in check.felt
    ]
    title = "Effective inertia at the motors over the poses, the others at constant speed (kg m^2)"
    return table(title, columns, rows)


def _rotors(robot: Robot, terms: RotorTerms | None) -> list[Any]:
    """What the turning of rotors with their carriers comes to, where it comes to anything."""
    if terms is None or not terms.joint_torque.any():
        return []
    joints = [joint.name for joint in robot.independent]
    motors = [motor.name for motor in drives_of(robot).motors]
    sides = (
        (joints, terms.joint_torque, terms.whole_joint_torque),
        (
            motors,
            terms.motor_torque,
            terms.whole_motor_torque,
        ),
    )
    rows = [
        [name, short(own, 3), short(whole, 4), f"{100 * own / whole:.2g} %"]
        for names, *values in sides
        for name, own, whole in zip(names, *values, strict=True)
        if whole  # a coordinate without a motor has none
    ]
    title = "Rotors turned by their carriers: largest torques in random motions at full speed (N m)"
    return [table(title, ["at", "by the rotors", "in all", "share"], rows), _where(robot)]


def _where(robot: Robot) -> str:
    stated = [m.name for m in drives_of(robot).motors if m.rotor is not None]
    rest = "each on the carrier of the first joint it turns, along its axis, and left out"
    if not stated:
        return f"no rotor has a place: assumed {rest} of the equations"
    if len(stated) == len(drives_of(robot).motors):
        return "all rotors have a place: this is part of the equations"
    return f"part of the equations for {', '.join(stated)}; the others assumed {rest}"


def _share(hold: Hold) -> tuple[str, str]:
    if hold.share is None or hold.limit is None:
        return "unknown", "unknown"
    return f"{short(hold.limit)} N m {hold.kind}", percent(hold.share)


def _pose(units: list[str], hold: Hold) -> str:
    if hold.torque < 1e-9:
        return "any"
    scales = {"mm": 1000.0, "deg": 180.0 / math.pi}
    return " ".join(f"{x * scales[unit]:z.0f}" for x, unit in zip(hold.pose, units, strict=True))


def plain_drives(check: DriveCheck | None) -> dict[str, Any] | None:
    if check is None:
        return None
    return {
        "condition": check.condition,
        "least_friction_power": check.least_loss,
        "gravity": [{**x._asdict(), "share": x.share} for x in check.holds],
        "effective_inertia": [x._asdict() for x in check.felt],
        "rotor_terms": None
        if check.rotors is None
        else {name: x.tolist() for name, x in check.rotors._asdict().items()},
    }
