"""The options of a move and the system variables: types, units, ranges, and to which moves they go.

(facts: section 3 of the language; docs/language.md)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from erfd.motion.language.problems import Fault

PTP, PATHS = ("ptp",), ("lin", "circle")
BLENDS = ("c_ptp", "c_cp", "c_speed")


@dataclass(frozen=True, slots=True)
class Setting:
    """A number with a unit; divided by `divisor` it is SI. With `zero` 0 is allowed."""

    moves: tuple[str, ...]
    unit: str
    divisor: float
    most: float = math.inf
    zero: bool = False

    def checker(self, name: str) -> Callable[[float], float]:
        """What gives a value back unchanged, or refuses it."""

        def checked(value: float) -> float:
            if value <= self.most and (value > 0 or (self.zero and value == 0)):
                return value
            least = "0 or more" if self.zero else "a number above 0"
            bound = "" if self.most == math.inf else f" and at most {self.most:g}"
            what = f"{name} is {value:g}{self.unit and ' ' + self.unit}"
            hint = " (1 is full, 0.6 is 60 %)" if self.most == 1.0 else ""
            raise Fault("E_RANGE", what, f"give {least}{bound}{hint}")

        return checked


SETTINGS: dict[str, Setting] = {
    "speed": Setting(PATHS, "mm/s", 1000.0),
    "acc": Setting(PATHS, "mm/s^2", 1000.0),
    "speed_ptp": Setting(PTP, "", 1.0, 1.0),
    "acc_ptp": Setting(PTP, "", 1.0, 1.0),
    "c_ptp": Setting((*PTP, *PATHS), "%", 100.0, 100.0),
    "c_cp": Setting(("lin",), "mm", 1000.0),
    "c_speed": Setting(PATHS, "%", 100.0, 100.0),
    "r_blend_ori": Setting(PATHS, "ms", 1000.0, zero=True),
    "r_jerk_ptp": Setting(PTP, "ms", 1000.0, zero=True),
}
MOVES_OF: dict[str, tuple[str, ...]] = {
    **{name: setting.moves for name, setting in SETTINGS.items()},
    "c_ori": PATHS,
    "act_rob": (*PTP, *PATHS),
}
# system variable: the setting that it is the default of
DEFAULTS = {
    **{f"r_{name}": name for name in SETTINGS if not name.startswith("r_")},
    "r_blend_ori": "r_blend_ori",
    "r_jerk_ptp": "r_jerk_ptp",
}
# all system variables and their types
SYSTEM: dict[str, str] = {
    **dict.fromkeys(DEFAULTS, "real"),
    "r_act_rob": "string",
    "r_base": "pose",
    "r_tool": "pose",
}


def system_checker(name: str) -> Callable[[Any], Any] | None:
    """What refuses a value that a system variable cannot have."""
    if name in DEFAULTS:
        return SETTINGS[DEFAULTS[name]].checker(name)
    return _oriented if name in ("r_base", "r_tool") else None


def _oriented(pose: Any) -> Any:
    if pose[1] is None:
        remedy = "give position and orientation: ((x, y, z), (a, b, c))"
        raise Fault("E_TYPE", "this frame has no orientation", remedy)
    return pose
