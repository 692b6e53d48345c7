"""The system variables as the table [system] of a robot file; what is a default is left out."""

from __future__ import annotations

from erfd.robot.system import NAMES, PERCENT, SHARES, System
from erfd.robot.toml_system import LENGTHS, TIMES
from erfd.robot.toml_text import Entry, inline, number, placed, section

BY_JOINT = {"r_joint_speed": "rad/s (m/s)", "r_joint_acc": "rad/s^2 (m/s^2)"}


def system_text(system: System) -> list[str]:
    default = System()
    changed = [n for n in NAMES if getattr(system, n) != getattr(default, n)]
    return section("[system]", [_entry(name, system) for name in changed])


def _entry(name: str, system: System) -> Entry:
    if name == "r_base":
        place = {e.key: e.value for e in placed(system.r_base) if e.value is not None}
        return Entry(name, inline(place), "m")
    value = getattr(system, name)
    if name in BY_JOINT:
        spelt = {joint: number(x) for joint, x in value.items()}
        return Entry(name, inline(spelt), BY_JOINT[name])
    return Entry(name, number(value), _unit(name))


def _unit(name: str) -> str:
    if name in LENGTHS:
        return "m" + LENGTHS[name]
    if name in PERCENT:
        return "%"
    if name in SHARES:
        return "of the joint's maximum"
    return "s" if name in TIMES else "rad/s" if name == "r_speed_ori" else "rad/s^2"
