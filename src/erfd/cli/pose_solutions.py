"""Every solution of `erfd pose` as a table, or what is missing."""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from erfd.arm import Arm
from erfd.cli.limits import far_off
from erfd.cli.pose_inverse import Answer, Wanted
from erfd.rows import Array
from erfd.text_table import counted, render, table

if TYPE_CHECKING:
    from rich.table import Table

OFF = ["off mm", "off deg"]
SHOWN, SHOWN_UPRIGHT = 16, 5  # a redundant arm has any number
WIDEST = 7  # joints side by side


def text(goal: Wanted, answer: Answer) -> str:
    found, arm = answer.solutions, goal.arm
    if not answer.order:
        return _missed(goal, answer)
    upright = arm.n > WIDEST
    shown = answer.order[: SHOWN_UPRIGHT if upright else SHOWN]
    rows = [_row(goal, answer, k, str(i + 1)) for i, k in enumerate(shown)]
    columns = [f"{n} {u}" for n, (u, _) in zip(arm.joint_names, _units(arm), strict=True)]
    head = ["status" if found.flags else "", *columns]
    more = len(answer.order) - len(rows)
    rest = [_hidden(answer, len(rows))] if more else []
    head += ["in range " if upright else "in range", *([] if found.exact else OFF)]
    if upright:
        rest = ["*: outside the joint's range"] * any("*" in x for x in chain(*rows)) + rest
        return render(_heading(goal, answer), _upright(head, rows), *rest, *_legend(answer))
    view = table("", head, rows)
    for column, width in zip(view.columns[1:], map(len, rows[0][1 : arm.n + 1]), strict=False):
        column.min_width = max(width, 8)
    view.padding = (0, 1, 0, 0) if arm.n > 6 else view.padding
    return render(_heading(goal, answer), view, *rest, *_legend(answer))


def _upright(head: list[str], rows: list[list[str]]) -> Table:
    """A row for each joint, a column for each solution."""
    (_, *numbers), *lines = zip(head, *rows, strict=True)
    cells = [[*x[0].rpartition(" ")[::2], *x[1:]] for x in lines]
    return table("", ["joint", "unit", *numbers], cells)


def _legend(answer: Answer) -> list[str]:
    """What the status codes stand for: shoulder, elbow, wrist."""
    found = answer.solutions
    words = [f"{found.status[k]} {found.flags[k]}" for k in sorted(answer.order) if found.flags]
    return [f"shoulder, elbow, wrist: {', '.join(words)}"] if words else []


def _heading(goal: Wanted, answer: Answer) -> str:
    many, starts = counted(len(answer.order), "solution"), counted(goal.starts, "start")
    what = "" if goal.attitude else ", any attitude"
    if answer.solutions.exact:
        how = f"{many} (closed form: there are no others)"
    elif goal.arm.n > (6 if goal.attitude else 3):
        how = f"{many} of infinitely many, from {starts}"
    else:
        how = f"{many} from {starts} (a search: there may be more)"
    ranges = _ranges(goal, answer)
    return f"{goal.arm.name}: {how}{what}; {ranges}; nearest to --q first"


def _ranges(goal: Wanted, answer: Answer) -> str:
    """How many are within all ranges; where none is, which joints forbid how many."""
    all_of, inside = len(answer.order), answer.in_range
    judged = [_outside(goal.arm, answer.solutions.q[k]) for k in answer.order]
    if inside:
        known = "not all ranges are known" if judged[0][1] else "all in range"
        return known if inside == all_of else f"{inside} in range, which come first"
    out = np.array([outside for outside, _ in judged]).sum(axis=0)
    names = zip(goal.arm.joint_names, out.tolist(), strict=True)
    who = [f"{name} ({count} of {all_of})" for name, count in names if count]
    other = "" if answer.solutions.exact else " (more --starts may find others)"
    return f"NONE within all joint ranges: {', '.join(who)} would be outside{other}"


def _hidden(answer: Answer, shown: int) -> str:
    rest, inside = len(answer.order) - shown, max(answer.in_range - shown, 0)
    which = f"{inside} of them in range" if inside else "none of them in range"
    which = "farther from --q" if answer.in_range == len(answer.order) else which
    return f"and {rest} more, {which}: --json gives all"


def _row(goal: Wanted, answer: Answer, k: int, place: str) -> list[str]:
    found = answer.solutions
    values = zip(found.q[k], _units(goal.arm), strict=True)
    digits = max(2, min(4, 9 - goal.arm.n))
    q = [f"{x * factor:z.{digits}f}" for x, (_, factor) in values]
    first = str(found.status[k]) if found.flags else place
    off = [f"{1e3 * answer.off[k, 0]:.0e}", f"{math.degrees(answer.off[k, 1]):.0e}"]
    outside, unknown = _outside(goal.arm, found.q[k])
    if goal.arm.n > WIDEST:
        q = [x + "*" * out for x, out in zip(q, outside, strict=True)]
        names = "*"
    else:
        names = ", ".join(np.array(goal.arm.joint_names)[outside])
    within = f"no: {names}" if any(outside) else "unknown" if unknown else "yes"
    return [first, *q, within, *([] if found.exact else off)]


def _outside(arm: Arm, q: Array) -> tuple[list[bool], bool]:
    """Which joints a solution puts outside their known range; whether a range is unknown."""
    outside, unknown = [], False
    for joint, value in zip(arm.robot.independent, q, strict=True):
        lower, upper = joint.limits.lower.value, joint.limits.upper.value
        unknown |= not joint.continuous and (lower is None or upper is None)
        low, high = -math.inf if lower is None else lower, math.inf if upper is None else upper
        outside.append(not low - 1e-9 <= value <= high + 1e-9)
    return outside, unknown


def _units(arm: Arm) -> list[tuple[str, float]]:
    slides = [j.kind == "prismatic" for j in arm.robot.independent]
    return [("mm", 1000.0) if x else ("deg", 180.0 / math.pi) for x in slides]


def _missed(goal: Wanted, answer: Answer) -> str:
    """How far it is to what can be reached."""
    name, found = goal.arm.name, answer.solutions
    short, tilt = f"{1e3 * found.short:.4g} mm", f"{math.degrees(found.tilt):.4g} deg"
    if answer.attempt is not None:
        lines = _searched(goal, *answer.attempt)
    elif found.short == found.tilt == 0.0:
        lines = [f"{name}: the pose cannot be reached with status {goal.status}; leave it out"]
    elif found.short > 0.0:
        lines = [f"{name}: no joint values: the wrist centre is {short} out of reach"]
    else:
        lines = [f"{name}: no joint values: the wrist cannot tilt the tool there, {tilt} missing"]
    return render(*lines, *_too_far(goal))


def _searched(goal: Wanted, q: Array, short: float, tilt: float) -> list[str]:
    pairs = zip(q, _units(goal.arm), strict=True)
    at = ", ".join(f"{x * factor:z.3f} {unit}" for x, (unit, factor) in pairs)
    lines = [f"{goal.arm.name}: no joint values found from {counted(goal.starts, 'start')}"]
    lines += [f"nearest: {1e3 * short:.4g} mm and {math.degrees(tilt):.4g} deg away, at {at}"]
    if goal.arm.n < 6 and goal.attitude:
        few = f"with {goal.arm.n} joints not every position and attitude go together"
        lines += [f"{few}: without --rpy the position alone is asked for"]
    return lines


def _too_far(goal: Wanted) -> list[str]:
    return far_off(goal.arm, "the target", float(np.linalg.norm(goal.T[:3, 3])))
