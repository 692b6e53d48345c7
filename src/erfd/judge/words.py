"""A verdict in words, and numbers in the units that people read on the shop floor."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from erfd.judge.verdict import Status, Unknown, Violation
from erfd.trajectory import Trajectory

MOVE = re.compile(r"move\s+(ptp|lin|circle)\b\s*(.*)", re.IGNORECASE | re.DOTALL)
OPTION = re.compile(
    r"\b(?:speed|acc|speed_ptp|acc_ptp|act_rob|c_ori|c_ptp|c_cp|c_speed|r_blend_ori)\b",
    re.IGNORECASE,
)
SHOWN = {
    "rad": ("deg", 180.0 / math.pi),
    "rad/s": ("deg/s", 180.0 / math.pi),
    "rad/s^2": ("deg/s^2", 180.0 / math.pi),
    "m": ("mm", 1000.0),
    "m/s": ("mm/s", 1000.0),
    "m/s^2": ("mm/s^2", 1000.0),
    "motor rad/s": ("rpm", 30.0 / math.pi),
}


def quantity_text(value: float, unit: str) -> str:
    shown, factor = SHOWN.get(unit, (unit, 1.0))
    return f"{value * factor:.4g} {shown}"


def short_move(text: str) -> str:
    """`CIRCLE s13,s0` of `move circle s13, s0 speed=570 ...`; other texts as they are."""
    found = MOVE.match(text.strip())
    if not found:
        return text
    target = re.sub(r"\s+", "", OPTION.split(found[2], maxsplit=1)[0]).rstrip(";")
    return f"{found[1].upper()} {target}"


def violation_text(v: Violation) -> str:
    """`line 33 CIRCLE s13,s0: motor_2 motor torque 41.2 N m > 38.6 N m (107 %) at t = 6.184 s`."""
    move = short_move(v.text)
    place = f"{f'line {v.line} {move}'.strip()}: " if v.line else f"{move}: " if v.text else ""
    relation = ">" if v.value >= v.limit else "<"
    share = "beyond any share" if math.isinf(v.utilisation) else _percent(v.utilisation)
    value, limit = quantity_text(v.value, v.unit), quantity_text(v.limit, v.unit)
    return (
        f"{place}{v.quantity} of {v.subject} {value} {relation} {limit} ({share}) "
        f"at t = {v.t:.3f} s"
    )


def _percent(share: float) -> str:
    """Whole numbers, but where that would say 100 %."""
    return f"{100.0 * share:.{1 if share < 1.01 else 0}f} %"


def reason(
    status: Status,
    violations: Sequence[Violation],
    missing: Sequence[Unknown],
    trajectory: Trajectory,
) -> str:
    """One line: the first violation and what to do, or what is not known, or that all is well."""
    if status == "NOT ACHIEVABLE":
        first = violations[0]
        remedies = ", or ".join(str(x) for x in first.remedies)
        more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
        return violation_text(first) + (f": {remedies}" if remedies else "") + more
    if status == "NOT VERIFIED":
        needed = [x for x in missing if x.required]
        what = f"the {needed[0].quantity} of {needed[0].subject} is unknown: {needed[0].remedy}"
        return what + (f" (and {len(needed) - 1} more)" if len(needed) > 1 else "")
    return f"all limits that are known are kept over {trajectory.duration:.3f} s"
