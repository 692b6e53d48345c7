"""A verdict in words, and numbers in the units that people read on the shop floor."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from erfd.judge.steps import AtSpeed, at_ends
from erfd.judge.verdict import Status, Unknown, Violation
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

MOVE = re.compile(r"\bmove\s+(ptp|lin|circle)\b\s*([^;]*)", re.IGNORECASE)
OPTION = re.compile(
    r"\b(?:speed|acc|speed_ptp|acc_ptp|act_rob|c_ori|c_ptp|c_cp|c_speed|r_blend_ori)\b",
    re.IGNORECASE,
)
NUMBERED = re.compile(r"(joint|motor|axis)[_ ]?(\d+)", re.IGNORECASE)
SHOWN = {
    "rad": ("deg", 180.0 / math.pi),
    "rad/s": ("deg/s", 180.0 / math.pi),
    "rad/s^2": ("deg/s^2", 180.0 / math.pi),
    "rad/s^3": ("deg/s^3", 180.0 / math.pi),
    "m": ("mm", 1000.0),
    "m/s": ("mm/s", 1000.0),
    "m/s^2": ("mm/s^2", 1000.0),
    "m/s^3": ("mm/s^3", 1000.0),
    "motor rad/s": ("rpm", 30.0 / math.pi),
}


def quantity_text(value: float, unit: str) -> str:
    shown, factor = SHOWN.get(unit, (unit, 1.0))
    return f"{value * factor:.4g} {shown}"


def figure(x: float) -> str:
    """Three digits, without a power of ten up to a million."""
    return f"{x:.0f}" if 999.5 <= abs(x) < 1e6 else f"{x:.3g}"


def short_move(text: str) -> str:
    """`CIRCLE s13,s0` of `move circle s13, s0 speed=570 ...`; other texts as they are."""
    found = MOVE.search(text)
    if not found:
        return text
    target = re.sub(r"\s+", "", OPTION.split(found[2], maxsplit=1)[0])
    return f"{found[1].upper()} {target}"


def of_whom(quantity: str, subject: str) -> str:
    """`motor 4 torque` of `motor torque` and `motor_4`; `motor torque of swing` of other names."""
    found = NUMBERED.fullmatch(subject)
    words = quantity.split()
    if not found:
        return f"{quantity} of {subject}"
    kind = found[1].lower()
    rest = " ".join(w for w in words if w != kind)
    return f"{kind} {found[2]} {rest}"


def place_text(v: Violation) -> str:
    """`line 33 CIRCLE s13,s0`, as far as there are a line and a move."""
    return f"{f'line {v.line} ' if v.line else ''}{short_move(v.text)}".strip()


def excess_text(v: Violation) -> str:
    """`motor 2 torque 41.2 N m > 38.6 N m`."""
    relation = ">" if v.value >= v.limit else "<"
    value, limit = quantity_text(v.value, v.unit), quantity_text(v.limit, v.unit)
    return f"{of_whom(v.quantity, v.subject)} {value} {relation} {limit}"


def violation_text(v: Violation) -> str:
    """`line 33 CIRCLE s13,s0: motor 2 torque 41.2 N m > 38.6 N m (107 %) at t = 6.184 s`."""
    place = place_text(v)
    share = percent_text(v.utilisation)
    return f"{f'{place}: ' if place else ''}{excess_text(v)} ({share}) at t = {v.t:.3f} s"


def percent_text(share: float) -> str:
    """Whole numbers, but where that would say 100 %."""
    if math.isinf(share):
        return "beyond any share"
    return f"{100.0 * share:.{1 if share < 1.01 else 0}f} %"


def reason(
    status: Status,
    violations: Sequence[Violation],
    missing: Sequence[Unknown],
    trajectory: Trajectory,
    robot: Robot,
) -> str:
    """One line: the first violation and what to do, or what is not known, or that all is well.

    Last comes what the motion takes for granted: a speed that it starts or ends with.
    """
    said = [_answer(status, violations, missing, trajectory), open_ends(trajectory, robot)]
    return "; ".join(x for x in said if x)


def open_ends(trajectory: Trajectory, robot: Robot) -> str:
    """Nothing where the motion starts and ends at rest."""
    words = ("starts", "what brings it there"), ("ends", "what stops it")
    found = zip(at_ends(trajectory), words, strict=True)
    return "; ".join(_open_end(robot, end, *said) for end, said in found if end is not None)


def _open_end(robot: Robot, end: AtSpeed, verb: str, what: str) -> str:
    joint = robot.independent[end.joint]
    speed = quantity_text(abs(end.speed), "m/s" if joint.kind == "prismatic" else "rad/s")
    whose = of_whom("joint speed", joint.name)
    return f"the motion {verb} at speed ({whose} {speed}): {what} is not judged"


def _answer(
    status: Status,
    violations: Sequence[Violation],
    missing: Sequence[Unknown],
    trajectory: Trajectory,
) -> str:
    if status == "NOT ACHIEVABLE":
        first = violations[0]
        remedies = ", or ".join(offered(first.remedies))
        advice = "; ".join(x for x in (first.tried, remedies) if x)
        return violation_text(first) + (f": {advice}" if advice else "")
    if status == "NOT VERIFIED":
        return unknown_text([x for x in missing if x.required])
    return f"all limits that are known are kept over {trajectory.duration:.3f} s"


def offered(remedies: Iterable[object]) -> list[str]:
    """Those of the move and the payload; of the whole program where there are no others."""
    own = [str(x) for x in remedies if getattr(x, "kind", "") != "program"]
    return own[:2] or [str(x) for x in remedies][:1]


def unknown_text(missing: Sequence[Unknown]) -> str:
    first = missing[0]
    more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
    return f"the {of_whom(first.quantity, first.subject)} is unknown: {first.remedy}{more}"
