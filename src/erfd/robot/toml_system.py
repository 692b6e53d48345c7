"""The system variables of a robot file: the table [system], in the file's units."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from erfd.robot.records import Joint
from erfd.robot.system import BOUNDS, NAMES, SHARES, System
from erfd.robot.toml_geometry import PLACEMENT, Warn, placement_of
from erfd.robot.toml_numbers import number
from erfd.robot.toml_table import Table
from erfd.robot.toml_values import did_you_mean, shortened
from erfd.robot.units import Units

LENGTHS = {"r_speed": "/s", "r_acc": "/s^2", "r_c_cp": ""}
ANGLES = {"r_speed_ori": "/s", "r_acc_ori": "/s^2"}
TIMES = ("r_dt", "r_blend_ori", "r_jerk_ptp")


def system_of(table: Table, joints: Mapping[str, Joint], units: Units, warn: Warn) -> System:
    """What is left out keeps its default; `joints` are those with a coordinate of their own."""
    table.only(*NAMES)
    given: dict[str, object] = {
        name: _value(table, name, units) for name in BOUNDS if name in table
    }
    if "r_base" in table:
        base = table.table("r_base").only(*PLACEMENT)
        given["r_base"] = placement_of(base, units, warn)
    for name, per in (("r_joint_speed", "/s"), ("r_joint_acc", "/s^2")):
        if name in table:
            given[name] = _by_joint(table.table(name), joints, units, per)
    return System(**given)  # type: ignore[arg-type]


def _value(table: Table, name: str, units: Units) -> float:
    unit, convert = _unit(name, units)
    above, most = BOUNDS[name]
    least = "a number above 0" if above == 0.0 else "zero or a positive number"
    bound = "" if most == math.inf else f", at most {most:g}"
    wanted = f"{least}{bound}{unit and f', in {unit}'}"
    value = number(table, name, wanted)
    if not above < value <= most:
        raise table.wrong(name, wanted)
    return convert(value)


def _unit(name: str, units: Units) -> tuple[str, Callable[[float], float]]:
    if name in LENGTHS:
        return units.length_word + LENGTHS[name], units.length
    if name in ANGLES:
        return units.angle_word + ANGLES[name], units.angle
    return "s" if name in TIMES else "" if name in SHARES else "%", float


def _by_joint(
    table: Table, joints: Mapping[str, Joint], units: Units, per: str
) -> dict[str, float]:
    values = {}
    for name in table.data:
        if name not in joints:
            remedy = did_you_mean(name, joints) or "name joints that move and follow no other"
            what = f"'{shortened(name)}' is not a joint with a coordinate of its own"
            raise table.error(what, remedy, name)
        kind = joints[name].kind
        wanted = f"a positive number in {units.coordinate_word(kind)}{per}"
        value = number(table, name, wanted)
        if value <= 0.0:
            raise table.wrong(name, wanted)
        values[name] = units.coordinate(kind, value)
    return values
