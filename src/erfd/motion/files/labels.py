"""The columns of a trajectory's file: names, each with its unit, and what they become in SI.

    t [s]                                   the time; also ms
    NAME [rad]                              a joint's position; deg, for sliding joints m or mm
    NAME.speed [rad/s]                      and NAME.acceleration [rad/s^2]
    tool.x [m] ... tool.roll [rad] ...      the tool's pose, Rz(yaw) Ry(pitch) Rx(roll)
    move, line                              of the program, from 1; 0 for none

A name without a unit is in SI. What else a file holds is left alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from erfd.errors import TrajectoryError
from erfd.robot.robot import Robot
from erfd.robot.toml_values import did_you_mean, shortened

SPEED, ACCELERATION = ".speed", ".acceleration"
KINDS = {"": "", SPEED: "/s", ACCELERATION: "/s^2"}
TOOL = (
    *("tool.x [m]", "tool.y [m]", "tool.z [m]"),
    *("tool.roll [rad]", "tool.pitch [rad]", "tool.yaw [rad]"),
)
ANGLES = {"rad": 1.0, "deg": math.pi / 180.0}
LENGTHS = {"m": 1.0, "mm": 1e-3}
TIMES = {"s": 1.0, "ms": 1e-3}
MOST_SHOWN = 12  # names in a message
LABEL = re.compile(r"(.*?)\s*\[([^\[\]]*)\]\s*", re.DOTALL)


class Column(NamedTuple):
    """Where a quantity stands, its header, and the factor that makes it SI."""

    place: int
    header: str
    factor: float


class Joints(NamedTuple):
    names: tuple[str, ...]
    slides: tuple[bool, ...]


def joints_of(robot: Robot) -> Joints:
    joints = robot.independent
    return Joints(tuple(j.name for j in joints), tuple(j.kind == "prismatic" for j in joints))


def header_of(joints: Joints) -> list[str]:
    """What is written: the time, then all positions, all speeds, all accelerations."""
    units = ["m" if slides else "rad" for slides in joints.slides]
    pairs = list(zip(joints.names, units, strict=True))
    return [
        "t [s]",
        *(f"{name}{k} [{unit}{per}]" for k, per in KINDS.items() for name, unit in pairs),
    ]


def quantities(joints: Joints) -> dict[str, dict[str, float]]:
    """Every name that a reader asks for, with its units."""
    known: dict[str, dict[str, float]] = {"t": TIMES, "move": {}, "line": {}}
    for kind, per in KINDS.items():
        for name, slides in zip(joints.names, joints.slides, strict=True):
            units = LENGTHS if slides else ANGLES
            known[name + kind] = {unit + per: factor for unit, factor in units.items()}
    return known


def columns_of(
    header: Sequence[str], joints: Joints, file: str, line: int, assumed: Sequence[str] = ()
) -> dict[str, Column]:
    """The columns that mean something, by name; `assumed` units (deg, mm, ms) are those of names
    without one."""
    known, found = quantities(joints), {}
    for place, text in enumerate(header):
        name, unit = _parts(text, known)
        if name not in known:
            continue
        if name in found:
            what = f"column '{shortened(name)}' stands twice"
            raise TrajectoryError(what, "leave one out", file=file, line=line)
        units = known[name]
        if unit is not None and unit not in units:
            what = f"column '{shortened(name)}' has the unit '{shortened(unit)}'"
            remedy = f"give {' or '.join(units)}" if units else "it has none"
            raise TrajectoryError(what, remedy, file=file, line=line)
        found[name] = Column(
            place, text, units[unit] if unit is not None else _bare(units, assumed)
        )
    _refuse_missing(found, header, joints, file, line)
    return found


def _bare(units: Mapping[str, float], assumed: Sequence[str]) -> float:
    """The factor of a name without a unit."""
    return next((f for unit, f in units.items() if unit.partition("/")[0] in assumed), 1.0)


def checked_units(assumed: Sequence[str]) -> tuple[str, ...]:
    """At most one of each kind: rad or deg, m or mm, s or ms."""
    for kind in (ANGLES, LENGTHS, TIMES):
        some = [x for x in assumed if x in kind]
        if len(some) > 1:
            raise TrajectoryError(f"two units of one kind: {', '.join(some)}", "give one of them")
    known = [*ANGLES, *LENGTHS, *TIMES]
    for unit in assumed:
        if unit not in known:
            raise TrajectoryError(
                f"there is no unit '{shortened(unit)}'", f"give some of {', '.join(known)}"
            )
    return tuple(assumed)


def _parts(text: str, known: dict[str, dict[str, float]]) -> tuple[str, str | None]:
    """Name and unit; a joint may be called by what looks like a unit."""
    if text in known:
        return text, None
    match = LABEL.fullmatch(text)
    if match is None:
        return text.strip(), None
    return (match[1] if match[1] in known else match[1].strip()), match[2].strip()


def _refuse_missing(
    found: dict[str, Column], header: Sequence[str], joints: Joints, file: str, line: int
) -> None:
    for name in ("t", *joints.names):
        if name not in found:
            hint = _hint(name, header, found, joints)
            what = f"there is no column '{shortened(name)}'"
            raise TrajectoryError(what, hint, file=file, line=line)
    for kind in (SPEED, ACCELERATION):
        missing = [name for name in joints.names if name + kind not in found]
        if missing and len(missing) < len(joints.names):
            what = f"there is no column '{missing[0]}{kind}', though other joints have theirs"
            raise TrajectoryError(
                what, f"give {kind} of all joints or of none", file=file, line=line
            )


def _hint(name: str, header: Sequence[str], found: Mapping[str, Column], joints: Joints) -> str:
    """What was probably meant: names that mean something else are not proposed."""
    wanted = f"the header names {_few(header)}; give t and {_few(joints.names)}"
    if header[0].lstrip().startswith("#"):
        return "leave comments out: the first line names the columns"
    if len(header) == 1:
        return "separate columns by commas"
    others = [x for x in (_parts(h, {})[0] for h in header) if x not in found]
    if name == "t" and "time" in (x.lower() for x in others):
        return "call the time t [s]"
    return did_you_mean(name, others) or wanted


def _few(names: Sequence[str]) -> str:
    """The first names, each on one line and of bounded length."""
    shown = ", ".join(shortened(name, 40) for name in names[:MOST_SHOWN])
    return shown + f" and {len(names) - MOST_SHOWN} more" * (len(names) > MOST_SHOWN)
