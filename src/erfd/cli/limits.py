"""Known limits against values: a line for each joint and quantity that is beyond its limit."""

from __future__ import annotations

import math

import numpy as np

from erfd.arm import Arm
from erfd.robot.records import Joint
from erfd.rows import Array

DEGREE = math.pi / 180.0


def beyond(arm: Arm, **values: Array) -> list[str]:
    """`values` are rows of position, speed, acceleration or effort; unknown limits say nothing."""
    lines = []
    for k, joint in enumerate(arm.robot.independent):
        for quantity, rows in values.items():
            line = _line(joint, quantity, np.atleast_2d(rows)[:, k])
            lines += [line] if line else []
    return lines


def _line(joint: Joint, quantity: str, column: Array) -> str:
    limits = joint.limits
    if quantity == "position":
        return _position(joint, column)
    most = getattr(limits, quantity).value
    value = float(column[np.abs(column).argmax()])
    if most is None or abs(value) <= most:
        return ""
    unit, factor = _unit(joint, quantity)
    share = f" ({percent(abs(value) / most)})" if most > 0.0 else ""
    numbers = f"{value * factor:z.5g} {unit} > {most * factor:z.5g} {unit}{share}"
    return f"{joint.name}: {quantity} {numbers}"


def percent(share: float) -> str:
    """A share as a percentage that can be read; beyond a million its digits mean nothing."""
    return f"{100.0 * share:.0f} %" if share < 1e4 else "> 999,999 %"


def _position(joint: Joint, column: Array) -> str:
    lower, upper = joint.limits.lower.value, joint.limits.upper.value
    low, high = float(column.min()), float(column.max())
    below, above = lower is not None and low < lower, upper is not None and high > upper
    if not (below or above):
        return ""
    unit, factor = _unit(joint, "position")
    value = high if above else low
    ends = ["..." if x is None else f"{x * factor:z.5g}" for x in (lower, upper)]
    allowed = f"{ends[0]}..{ends[1]} {unit}"
    text = f"{joint.name}: position {value * factor:z.5g} {unit} is outside {allowed}"
    likely = joint.kind == "revolute" and abs(value) > 2.0 * math.pi and abs(value) <= 360.0
    return f"{text}; did you mean {value:g}deg?" if likely else text


def _unit(joint: Joint, quantity: str) -> tuple[str, float]:
    slides = joint.kind == "prismatic"
    if quantity == "effort":
        return ("N" if slides else "N m"), 1.0
    unit, factor = ("mm", 1000.0) if slides else ("deg", 1.0 / DEGREE)
    return unit + {"position": "", "speed": "/s", "acceleration": "/s^2"}[quantity], factor


def far_off(arm: Arm, what: str, away: float) -> list[str]:
    """A line about a distance that no arm of this size reaches, as where mm were meant."""
    points = [*arm.tree.p, arm.tree.tool.placement.p]
    long = max(sum(math.dist((0.0, 0.0, 0.0), p) for p in points), 1e-9)
    if away <= 10.0 * long:
        return []
    return [f"{what} is {away:g} m away, the arm is about {long:.2g} m long: did you mean mm?"]
