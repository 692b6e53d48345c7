"""Where a joint of a robot file sits, by a DH row or outright, and what it follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from erfd.robot.dh_row import PARAMETERS, DhRow, Link, fault_of, link_of
from erfd.robot.placement import Placement
from erfd.robot.records import Kind, Mimic
from erfd.robot.toml_geometry import PLACEMENT, Warn, placement_of
from erfd.robot.toml_numbers import number, optional
from erfd.robot.toml_table import Table
from erfd.robot.toml_values import did_you_mean, shortened
from erfd.robot.units import Units

KINDS: dict[str, Kind] = {"revolute": "revolute", "prismatic": "prismatic", "fixed": "fixed"}
JOINT = (
    *("name", "kind", "continuous", "parent", "dh", "placement", "axis", "limits", "friction"),
    *("mimic", "sources", "body"),
)
ANGLES = ("theta", "alpha")


def link_at(joint: Table, kind: Kind, convention: str | None, units: Units, warn: Warn) -> Link:
    """The joint's constant placements: before its motion, and on to the reference frame."""
    joint.not_both("dh", "placement")
    if "dh" in joint:
        return _by_dh(joint, kind, convention, units)
    if "placement" not in joint and convention is not None:
        raise joint.error(
            "it has neither 'dh' nor 'placement'", "give one; placement = {} is no displacement"
        )
    return Link(placement_of(joint.table("placement").only(*PLACEMENT), units, warn), Placement())


def _by_dh(joint: Table, kind: Kind, convention: str | None, units: Units) -> Link:
    if convention is None:
        remedy = 'add [dh] with convention = "standard" or convention = "modified"'
        raise joint.error("'dh' is given but no convention", remedy, "dh")
    if "axis" in joint:
        remedy = "leave out 'axis': a DH joint moves about or along its z"
        raise joint.error("both 'dh' and 'axis' are given", remedy, "axis")
    table = joint.table("dh").only(*PARAMETERS, "offset")
    if fault := fault_of(kind, table.data):
        raise table.error(fault.what, fault.remedy, fault.field)
    given: dict[str, Any] = {key: _parameter(table, key, kind, units) for key in table.data}
    return link_of(DhRow(kind=kind, **given), convention)


def _parameter(table: Table, key: str, kind: Kind, units: Units) -> float:
    turns = key in ANGLES or (key == "offset" and kind == "revolute")
    word = units.angle_word if turns else units.length_word
    value = number(table, key, f"a number in {word}")
    return units.angle(value) if turns else units.length(value)


def mimic_of(joint: Table, kind: Kind, kinds: Mapping[str, Kind], units: Units) -> Mimic | None:
    """The offset is in the file's units, the multiplier in SI."""
    if "mimic" not in joint:
        return None
    table = joint.table("mimic").only("of", "multiplier", "offset")
    of = table.text("of", wanted="the name of a joint")
    if of in kinds and kinds[of] == "fixed":
        raise table.error(f"'{shortened(of)}' is fixed", "name a joint that moves", "of")
    if of not in kinds:
        others = [name for name in kinds if name != joint.data["name"] and kinds[name] != "fixed"]
        remedy = did_you_mean(of, others) or "name a joint that moves"
        raise table.error(f"'{shortened(of)}' is not a joint", remedy, "of")
    multiplier = optional(table, "multiplier", "a number")
    offset = optional(table, "offset", f"a number in {units.coordinate_word(kind)}")
    return Mimic(
        of=of,
        multiplier=1.0 if multiplier is None else multiplier,
        offset=units.coordinate(kind, offset or 0.0),
    )


def refuse_contradictions(joint: Table, kind: Kind) -> None:
    """What a joint of this kind cannot have."""
    if kind == "fixed":
        for key in ("limits", "friction", "mimic"):
            if key in joint:
                raise joint.error(f"it is fixed but has '{key}'", f"leave out '{key}'", key)
    if not joint.flag("continuous"):
        return
    if kind != "revolute":
        raise joint.error(f"it is {kind} but continuous", "leave out 'continuous'", "continuous")
    limits = joint.table("limits")
    for key in ("position", "lower", "upper"):
        if key in limits:
            remedy = f"leave out '{key}' or 'continuous'"
            raise limits.error(f"the joint is continuous but has '{key}'", remedy, key)
