"""Bodies of the drives in a robot file, and numbers given joint by joint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from erfd.robot.drives import DriveElement
from erfd.robot.records import Body, Joint
from erfd.robot.toml_bodies import mass_of
from erfd.robot.toml_geometry import PLACEMENT, direction, placement_of
from erfd.robot.toml_numbers import number, optional
from erfd.robot.toml_table import Table
from erfd.robot.toml_tree import TreeReader
from erfd.robot.toml_values import did_you_mean, shortened

ELEMENT = (
    *("name", "kind", "on", "placement", "axis", "ratios", "motor", "ratio"),
    *("mass", "com", "inertia", "sources"),
)
KINDS: dict[str, Any] = {"revolute": "revolute", "prismatic": "prismatic"}


def elements_of(
    tables: Sequence[Table], joints: Sequence[str], motors: Sequence[str], tree: TreeReader
) -> tuple[DriveElement, ...]:
    """`joints` in the order of q; `motors` by name."""
    taken = {*tree.kinds, *tree.ends, *tree.frames}
    made: list[DriveElement] = []
    for table in tables:
        name = table.only(*ELEMENT).text("name")
        if name in taken:
            what = "a joint, body, frame or element has this name"
            raise table.error(what, "give it its own", "name")
        taken.add(name)
        made.append(_element(table, joints, motors, tree))
    return tuple(made)


def _element(
    table: Table, joints: Sequence[str], motors: Sequence[str], tree: TreeReader
) -> DriveElement:
    name, on = table.text("name"), tree.body_named(table, "on", "it hangs on")
    place = placement_of(
        table.table("placement").only(*PLACEMENT), tree.units, tree.warnings.append
    )
    axis = direction(table, "axis", tree.warnings.append) if "axis" in table else (0, 0, 1)
    joint = Joint(
        name=name,
        kind=KINDS[table.word("kind", KINDS)],
        parent=on,
        child=name,
        placement=tree.inside(on, place),
        axis=axis,
    )
    mass, com, inertia = mass_of(table, tree.units)
    body = Body(name=name, mass=mass, com=com, inertia=inertia, sources=table.sources())
    table.not_both("ratios", "motor")
    if "motor" in table:
        ratio = number(table, "ratio", "a number: rad, or m, of the element for a rad of the motor")
        return DriveElement(joint=joint, body=body, motor=_motor(table, motors), ratio=ratio)
    wanted = "give ratios = { joint = ... }, or motor and ratio"
    ratios = by_joint(table.table("ratios", wanted=wanted), joints)
    return DriveElement(joint=joint, body=body, ratios=ratios)


def _motor(table: Table, motors: Sequence[str]) -> str:
    name = table.text("motor", wanted="a motor's name")
    if name not in motors:
        remedy = did_you_mean(name, motors) or "name a motor of these drives"
        raise table.error(f"'{shortened(name)}' is not a motor", remedy, "motor")
    return name


def by_joint(table: Table, joints: Sequence[str]) -> tuple[float, ...]:
    """A number for every joint with a coordinate of its own, zero for those not named."""
    for name in table.data:
        if name not in joints:
            remedy = did_you_mean(name, joints) or "name joints that move and follow no other"
            what = f"'{shortened(name)}' is not a joint with a coordinate of its own"
            raise table.error(what, remedy, name)
    values = tuple(optional(table, name, "a number") or 0.0 for name in joints)
    if not any(values):
        raise table.error("no joint is driven", "name a joint with a number that is not 0")
    return values
