"""One row of a Denavit-Hartenberg table, and the two constant placements that it amounts to.

    standard   T_i = Rz(theta_i) Tz(d_i) Tx(a_i) Rx(alpha_i)           frame i at the link's far end
    modified   T_i = Rx(alpha_i) Tx(a_i) Rz(theta_i) Tz(d_i)           frame i on joint i's own axis

Row i of a modified table holds what Craig writes alpha_{i-1}, a_{i-1}. There is no default: the two
look alike and mean different robots. The joint's variable is theta (revolute) or d (prismatic); its
constant part is called `offset`, so that q = 0 is the pose with theta (or d) equal to the offset.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from erfd.algebra import EMPTY, ZERO, Matrix, Scalar, Vector
from erfd.errors import RobotError
from erfd.robot.placement import Placement, dh_placement, turn
from erfd.robot.records import Kind
from erfd.robot.reference import tidy

CONVENTIONS = ("standard", "modified")
PARAMETERS = ("theta", "d", "a", "alpha")
VARIABLE = {"revolute": "theta", "prismatic": "d"}


@dataclass(frozen=True, slots=True, kw_only=True)
class DhRow:
    """A joint and its body: lengths in m, angles in rad, com and inertia in DH frame i.

    The inertia is about the centre of mass. The joint's variable is left out (None).
    """

    kind: Kind = "revolute"
    theta: Scalar = None
    d: Scalar = None
    a: Scalar = None
    alpha: Scalar = None
    offset: Scalar = 0.0
    mass: Scalar = 0.0
    com: Vector = ZERO
    inertia: Matrix = EMPTY


class Link(NamedTuple):
    """A row split at its joint's motion: before it, and from the joint frame to DH frame i."""

    before: Placement
    after: Placement


def link_of(row: DhRow, convention: str, where: str = "") -> Link:
    """The two constant placements of a row."""
    check_convention(convention)
    numbers = {name: getattr(row, name) for name in (*PARAMETERS, "offset")}
    given = {name for name, x in numbers.items() if x is not None and (x or name != "offset")}
    if fault := fault_of(row.kind, given):
        raise RobotError(where + fault.what, fault.remedy)
    for name, x in numbers.items():
        if isinstance(x, float) and not math.isfinite(x):
            raise RobotError(f"{where}'{name}' is {x}", "give finite numbers")
    theta, d = row.theta, row.d
    if row.kind == "revolute":
        theta = row.offset
    elif row.kind == "prismatic":
        d = row.offset
    split = _standard if convention == "standard" else _modified
    before, after = split(row.kind, theta, d, row.a, row.alpha)
    return Link(tidy(before), tidy(after))


def _standard(kind: str, theta: Scalar, d: Scalar, a: Scalar, alpha: Scalar) -> Link:
    if kind == "revolute":
        return Link(Placement(turn("z", theta)), dh_placement(0.0, d, a, alpha))
    if kind == "prismatic":
        return Link(Placement(turn("z", theta), (0.0, 0.0, d)), dh_placement(0.0, 0.0, a, alpha))
    return Link(dh_placement(theta, d, a, alpha), Placement())


def _modified(_: str, theta: Scalar, d: Scalar, a: Scalar, alpha: Scalar) -> Link:
    twist = Placement(turn("x", alpha), (a, 0.0, 0.0))
    return Link(twist.then(Placement(turn("z", theta), (0.0, 0.0, d))), Placement())


class Fault(NamedTuple):
    """What is wrong with a row, in which field, and what to do."""

    field: str
    what: str
    remedy: str


def fault_of(kind: str, given: Collection[str]) -> Fault | None:
    """The first fault of a row that gives these parameters: each one but the variable is needed."""
    variable = VARIABLE.get(kind)
    if kind == "fixed" and "offset" in given:
        return Fault("offset", "a fixed joint has no offset", "add it to theta or d")
    for name in PARAMETERS:
        if name == variable and name in given:
            what = f"'{name}' is the variable of a {kind} joint"
            return Fault(name, what, f"give its constant part as 'offset' and leave out '{name}'")
        if name != variable and name not in given:
            return Fault(name, f"'{name}' is missing", f"give {name} = 0 if it is zero")
    return None


def check_convention(convention: str) -> None:
    if convention not in CONVENTIONS:
        raise RobotError(
            f"the DH convention {convention!r} is not known", "say 'standard' or 'modified'"
        )
