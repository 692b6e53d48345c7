"""Ranges that several joints share: their check, their part of a robot file, written and read.

[[coupled_range]]
name = "parallelogram"
of = { joint_2 = 1, joint_3 = 1 }
position = [-30, 120]
source = "data sheet"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from erfd.errors import RobotError
from erfd.robot import record_numbers as numbers
from erfd.robot.record_checks import check_all, check_limit
from erfd.robot.records import CoupledRange, Joint, Limit
from erfd.robot.toml_elements import by_joint
from erfd.robot.toml_limits import range_of
from erfd.robot.toml_table import Table
from erfd.robot.toml_text import Entry, inline, known, number, section, string
from erfd.robot.units import Units

if TYPE_CHECKING:
    from erfd.robot.robot import Robot

KEYS = ("name", "of", "position", "lower", "upper", "source")


def check_coupled(robot: Robot) -> None:
    check_all("coupled range", robot.coupled, CoupledRange)
    for one in robot.coupled:
        what = f"coupled range '{one.name}'"
        if len(one.of) != len(robot.independent):
            raise RobotError(f"the weights of {what}", "give one for each coordinate")
        for weight in one.of:
            numbers.number(f"a weight of {what}", weight)
        check_limit(f"the lower limit of {what}", one.lower, None)
        check_limit(f"the upper limit of {what}", one.upper, None)
        kinds = {j.kind for j, w in zip(robot.independent, one.of, strict=True) if w != 0}
        if len(kinds) != 1:
            raise RobotError(f"{what} is of {' and '.join(kinds) or 'no'} joints", "name one kind")


def coupled_of(
    tables: Sequence[Table], joints: Mapping[str, Joint], units: Units
) -> tuple[CoupledRange, ...]:
    """`joints` are those with a coordinate of their own, in the order of q."""
    return tuple(_coupled(table.only(*KEYS), joints, units) for table in tables)


def _coupled(table: Table, joints: Mapping[str, Joint], units: Units) -> CoupledRange:
    of = by_joint(table.table("of", wanted="give of = { joint = 1, ... }"), list(joints))
    kind = next(j.kind for j, w in zip(joints.values(), of, strict=True) if w)
    ends = [
        None if x is None else units.coordinate(kind, x)
        for x in range_of(table, units.coordinate_word(kind))
    ]
    source = table.text("source", Limit().source)
    lower, upper = (Limit(x, source if x is not None else Limit().source) for x in ends)
    return CoupledRange(name=table.text("name"), of=of, lower=lower, upper=upper)


def coupled_text(one: CoupledRange, joints: Sequence[Joint]) -> list[str]:
    weights = {j.name: number(w) for j, w in zip(joints, one.of, strict=True) if w != 0}
    slides = any(j.kind == "prismatic" and j.name in weights for j in joints)
    unit = "m" if slides else "rad"
    sources = {x.source for x in (one.lower, one.upper) if x.known}
    entries = [
        Entry("name", string(one.name)),
        Entry("of", inline(weights)),
        Entry("lower", known(one.lower.value), unit),
        Entry("upper", known(one.upper.value), unit),
        Entry("source", string(sources.pop()) if len(sources) == 1 else None),
    ]
    return section("[[coupled_range]]", entries)
