"""What a robot has and a URDF has no word for, as an XML comment on top of the file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from erfd.algebra import Scalar
from erfd.robot.placement import Placement
from erfd.robot.records import Joint
from erfd.robot.robot import STANDARD_GRAVITY, Robot
from erfd.robot.rpy import to_rpy
from erfd.robot.urdf_values import quoted, short


def comments(robot: Robot) -> list[str]:
    """The lines of the comment; none if the URDF says all."""
    lines = [*_world(robot), *_drives(robot), *_ranges(robot)]
    for joint in robot.moving:
        lines += _limits(joint)
    if not lines:
        return []
    safe = [re.sub("-(?=-)", "- ", f"  {line}") for line in lines]
    return ["<!-- Not in this file, since URDF has no word for it:", *safe, "-->"]


def _world(robot: Robot) -> list[str]:
    lines = []
    if robot.gravity != STANDARD_GRAVITY:
        lines.append(f"gravity ({_numbers(robot.gravity)}) m/s^2 in world axes")
    if robot.base != Placement():
        lines.append(f"the base stands at ({_numbers(robot.base.p)}) m in the world,")
        lines.append(f"  turned by roll, pitch, yaw ({_numbers(to_rpy(robot.base.R))}) rad")
    return lines


def _drives(robot: Robot) -> list[str]:
    if robot.drives is None:
        return []
    return [f"the drives: {quoted(motor.name for motor in robot.drives.motors)}"]


def _ranges(robot: Robot) -> list[str]:
    """Joints without a range: erfd reads them back so, but other readers take 0 to 0."""
    names = [j.name for j in robot.moving if not (_range(j) or j.continuous)]
    return [f"joints of unknown range (other readers may take 0 to 0): {quoted(names)}"] * bool(
        names
    )


def _range(joint: Joint) -> bool:
    return joint.limits.lower.known and joint.limits.upper.known


def _limits(joint: Joint) -> list[str]:
    """Bounds that would be read as something else than they are."""
    limits, unit = joint.limits, "m" if joint.kind == "prismatic" else "rad"
    lines = []
    lower, upper = limits.lower.value, limits.upper.value
    if (lower is None) != (upper is None) and not joint.continuous:
        side, value = ("lower", lower) if upper is None else ("upper", upper)
        lines.append(f"joint '{short(joint.name)}': a {side} limit alone, {float(value)!r} {unit}")
    if _range(joint) and lower == upper == 0:
        lines.append(f"joint '{short(joint.name)}': lower and upper limits known to be 0 {unit}")
    for name, limit in (("speed", limits.speed), ("effort", limits.effort)):
        if limit.known and limit.value == 0:
            lines.append(f"joint '{short(joint.name)}': a {name} limit known to be 0")
    return lines


def _numbers(values: Iterable[Scalar]) -> str:
    return ", ".join(repr(float(x)) for x in values)
