"""What the system variables of a robot are, in the units of programs."""

from __future__ import annotations

from typing import Any

from erfd.motion.language.frames import triple
from erfd.motion.language.options import DEFAULTS, SETTINGS
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot

MM = 1000.0  # in a m


def of_robot(robot: Robot, name: str) -> Any:
    """The value that counts as long as a program has assigned no other."""
    if name == "r_act_rob":
        return robot.program_names[0] if robot.program_names else robot.name
    if name == "r_tool":
        return _pose(robot.tool.placement)
    value = getattr(robot.system, name)
    if name == "r_base":
        return _pose(value)
    setting = SETTINGS[DEFAULTS[name]]
    return float(value) if setting.unit == "%" else float(value) * setting.divisor


def _pose(frame: Placement) -> Any:
    return tuple(float(x) * MM for x in frame.p), triple(frame.R)
