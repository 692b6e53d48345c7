"""The system variables: what a robot program takes where a move does not say otherwise.

Names and meaning are those of the program language (`r_speed` and so on). SI: m, rad, s; `r_c_ptp`
and `r_c_speed` are percentages, as programs write them. `r_tool` is the robot's tool.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from erfd.errors import RobotError
from erfd.robot.frozen import Frozen
from erfd.robot.placement import Placement
from erfd.robot.record_numbers import placement

POSITIVE = ("r_speed", "r_acc", "r_speed_ori", "r_acc_ori", "r_c_cp", "r_dt")
PERCENT = ("r_c_ptp", "r_c_speed")
SHARES = ("r_speed_ptp", "r_acc_ptp")
NOT_NEGATIVE = ("r_blend_ori", "r_jerk_ptp")
BY_JOINT = ("r_joint_speed", "r_joint_acc")
BOUNDS = {
    **dict.fromkeys(POSITIVE, (0.0, math.inf)),
    **dict.fromkeys(PERCENT, (0.0, 100.0)),
    **dict.fromkeys(SHARES, (0.0, 1.0)),
    **dict.fromkeys(NOT_NEGATIVE, (-math.ulp(0.0), math.inf)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """Defaults of every move, the program's base in the robot's base, and the controller's cycle.

    `r_speed_ori`, `r_acc_ori` drive moves that only turn the tool. `r_joint_speed`, `r_joint_acc`
    serve ptp moves of joints (by name) that state no maximum of their own; they are no limits.
    """

    r_base: Placement = Placement()
    r_speed: float = 0.25
    r_acc: float = 1.0
    r_speed_ori: float = math.pi / 2
    r_acc_ori: float = math.pi
    r_speed_ptp: float = 1.0
    r_acc_ptp: float = 1.0
    r_jerk_ptp: float = 0.0
    r_c_ptp: float = 50.0
    r_c_cp: float = 0.01
    r_c_speed: float = 100.0
    r_blend_ori: float = 0.0
    r_dt: float = 0.01
    r_joint_speed: Mapping[str, float] = field(default_factory=Frozen)
    r_joint_acc: Mapping[str, float] = field(default_factory=Frozen)

    def __post_init__(self) -> None:
        placement("r_base", self.r_base)
        for name, bounds in BOUNDS.items():
            _check(name, getattr(self, name), *bounds)
        for name in BY_JOINT:
            values = getattr(self, name)
            if not isinstance(values, Mapping):
                raise RobotError(f"{name} is {values!r}", "give a mapping, joint by joint")
            for joint, value in values.items():
                _check(f"{name} of '{joint}'", value, 0.0, math.inf)
            object.__setattr__(self, name, Frozen(values))


def _check(what: str, value: object, above: float, most: float) -> None:
    """A finite number in (above, most]."""
    number = value if isinstance(value, (int, float)) and not isinstance(value, bool) else math.nan
    if not above < number <= most or math.isinf(number):
        least = "a number above 0" if above == 0.0 else "0 or more"
        upper = "" if most == math.inf else f", at most {most:g}"
        raise RobotError(f"{what} is {value!r}", f"give {least}{upper}")


NAMES = tuple(f.name for f in fields(System))
