"""What `erfd check` says of a robot's drives, as tables and as plain data."""

from __future__ import annotations

import math
from typing import Any

from erfd.drives.check import DriveCheck
from erfd.drives.holding import Hold
from erfd.robot.robot import Robot
from erfd.text_table import short, table


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
    return [*lines, "", table(title, ["motor", "holds", "of", "share", "pose"], rows)]


def _share(hold: Hold) -> tuple[str, str]:
    if hold.share is None or hold.limit is None:
        return "unknown", "unknown"
    return f"{short(hold.limit)} N m {hold.kind}", f"{100 * hold.share:.0f} %"


def _pose(units: list[str], hold: Hold) -> str:
    if hold.torque < 1e-9:
        return "any"
    scales = {"mm": 1000.0, "deg": 180.0 / math.pi}
    return " ".join(f"{x * scales[unit]:.0f}" for x, unit in zip(hold.pose, units, strict=True))


def plain_drives(check: DriveCheck | None) -> dict[str, Any] | None:
    if check is None:
        return None
    return {
        "condition": check.condition,
        "least_friction_power": check.least_loss,
        "gravity": [{**x._asdict(), "share": x.share} for x in check.holds],
    }
