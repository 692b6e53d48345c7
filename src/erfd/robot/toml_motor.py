"""What a robot file says of a motor beside plain numbers: curve, dry friction, rotor."""

from __future__ import annotations

import math

from erfd.algebra import apply
from erfd.robot.drives import Coulomb, RotorPlace
from erfd.robot.toml_geometry import direction
from erfd.robot.toml_numbers import not_negative, number, optional
from erfd.robot.toml_table import Table
from erfd.robot.toml_tree import TreeReader
from erfd.robot.toml_values import number_of

CURVES = ("torque_curve", "torque_curve_rpm")
Ways = tuple[float, float]


def curve_of(table: Table) -> tuple[tuple[float, float], ...]:
    """Corners (rad/s, N m) of the torque over the speed."""
    table.not_both(*CURVES)
    for key, scale, unit in zip(
        CURVES, (1.0, math.pi / 30.0), ("rad/s", "turns per minute"), strict=True
    ):
        if key in table:
            return _corners(table, key, scale, unit)
    return ()


def _corners(table: Table, key: str, scale: float, unit: str) -> tuple[tuple[float, float], ...]:
    wanted = f"a list of corners [speed in {unit}, torque in N m]"
    rows = table.get(key, "")
    if not isinstance(rows, list) or not rows:
        raise table.wrong(key, wanted)
    corners: list[tuple[float, float]] = []
    for k, row in enumerate(rows):
        values = [number_of(x) for x in row] if isinstance(row, list) else []
        speed, torque = values if len(values) == 2 else (None, None)
        if speed is None or torque is None or speed < 0.0 or torque < 0.0:
            raise table.wrong(key, f"[speed in {unit}, torque in N m], zero or more", k)
        if corners and speed * scale <= corners[-1][0]:
            what = f"the speed of corner {k + 1} does not rise"
            raise table.error(what, "give corners in the order of their speeds", key, k)
        corners.append((speed * scale, torque))
    return tuple(corners)


def coulomb_of(table: Table) -> Coulomb | None:
    """One number, or kinetic and starting values, each for both ways or for each."""
    if "coulomb_friction" not in table:
        return None
    if isinstance(table.data["coulomb_friction"], list):
        what = "'coulomb_friction' is a list"
        remedy = (
            "a list [forward, backward] stands inside: { kinetic = [0.1, 0.12] }, with starting"
        )
        raise table.error(what, f"{remedy} likewise if it is known", "coulomb_friction")
    if not isinstance(table.data["coulomb_friction"], dict):
        size = not_negative(table, "coulomb_friction", "N m")
        return Coulomb(forward=size, backward=size)
    inner = table.table("coulomb_friction").only("kinetic", "starting")
    forward, backward = _ways(inner, "kinetic")
    if "starting" not in inner:
        return Coulomb(forward=forward, backward=backward)
    start = _ways(inner, "starting")
    if start[0] < forward or start[1] < backward:
        what = "the starting friction is below the kinetic one"
        raise inner.error(what, "exchange them", "starting")
    return Coulomb(
        forward=forward, backward=backward, starting_forward=start[0], starting_backward=start[1]
    )


def _ways(table: Table, key: str) -> Ways:
    wanted = "zero or a positive number in N m, or [forward, backward]"
    value = table.get(key, f"give {wanted}")
    both = value if isinstance(value, list) else [value, value]
    numbers = [number_of(x) for x in both]
    if len(both) != 2 or any(x is None or x < 0.0 for x in numbers):
        raise table.wrong(key, wanted)
    forward, backward = numbers
    return float(forward or 0.0), float(backward or 0.0)


def efficiency_of(table: Table) -> tuple[float | None, float | None]:
    """When the motor drives, and when the load does."""
    table.not_both("load_friction", "efficiency")
    if "efficiency" not in table:
        if "backward_efficiency" in table:
            what = "'backward_efficiency' is given but no 'efficiency'"
            raise table.error(
                what, "give both, or 'efficiency' for both ways", "backward_efficiency"
            )
        return None, None
    wanted = "a share above 0 and at most 1"
    forward = number(table, "efficiency", wanted)
    if not 0.0 < forward <= 1.0:
        raise table.wrong("efficiency", wanted)
    wanted = "a share from 0 (the load cannot turn the motor) to 1"
    backward = optional(table, "backward_efficiency", wanted)
    if backward is not None and not 0.0 <= backward <= 1.0:
        raise table.wrong("backward_efficiency", wanted)
    return forward, backward


def rotor_of(table: Table, tree: TreeReader) -> RotorPlace | None:
    """Which body carries the rotor, and its axis there."""
    if "rotor" not in table:
        return None
    inner = table.table("rotor").only("body", "axis")
    inner.text("body", wanted="a body's name")
    body = tree.body_named(inner, "body", "it sits on")
    inner.get("axis", "give the direction of the rotor's axis in the body's reference frame")
    axis = direction(inner, "axis", tree.warnings.append)
    end = tree.ends[body]
    x, y, z = apply(end.R, axis)
    return RotorPlace(body=body, axis=axis if end == type(end)() else (x + 0, y + 0, z + 0))
