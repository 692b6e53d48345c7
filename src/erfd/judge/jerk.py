"""Jerk, where a joint has a stated maximum: the change of its acceleration over one cycle.

The curves of planners have steps of acceleration, of infinite jerk, which no controller commands:
it sets an acceleration once a cycle. So the jerk is (a(t + r_dt) - a(t)) / r_dt, whatever the
samples, looked for at the judge's instants, at every breakpoint, and a cycle before each, on both
sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from erfd.curve import Array, Index, pieces_at
from erfd.judge.joint_limits import Moving, moving
from erfd.judge.search import Findings
from erfd.judge.uses import BROKEN
from erfd.judge.verdict import Violation
from erfd.judge.violations import Case


def of_jerk(case: Case, found: Findings, margin: float) -> list[Violation]:
    """The worst of every joint in every move."""
    joints = moving(case.robot)
    limits = [x.joint.limits.jerk for x in joints]
    most = margin * np.array([float(x.value) if x.known else math.inf for x in limits])
    if np.isinf(most).all():
        return []
    t, jerk = jerks(case, found)
    jerk = jerk[:, [x.how.of for x in joints]] * [float(x.how.ratio) for x in joints]
    moves = case.trajectory.move_at(t)
    kept = np.isin(moves, np.unique(found.move))
    return list(_worst(case, joints, t[kept], jerk[kept], moves[kept], most))


def jerks(case: Case, found: Findings) -> tuple[Array, Array]:
    """Instants, and the jerk of every joint in the cycle that starts there."""
    curve, cycle = case.trajectory.curve, case.robot.system.r_dt
    edges = curve.breakpoints
    t = np.unique(np.concatenate([found.at.t, edges, edges - cycle]))
    t = t[t >= edges[0] - cycle]
    after, before = _accelerations(case, t, "right"), _accelerations(case, t, "left")
    later = [_accelerations(case, t + cycle, side) for side in ("right", "left")]
    changes = [end - start for end in later for start in (after, before)]
    sizes = np.abs(changes)
    worst: Array = np.take_along_axis(np.array(changes), sizes.argmax(axis=0)[None], axis=0)[0]
    return t, worst / cycle


def _accelerations(case: Case, t: Array, side: str) -> Array:
    """Zero before the motion begins and once it is over."""
    curve = case.trajectory.curve
    inside = np.clip(t, curve.breakpoints[0], curve.breakpoints[-1])
    qdd: Array = curve.at(inside, pieces_at(curve, inside, side)).qdd  # type: ignore[arg-type]
    start, end = curve.breakpoints[0], curve.breakpoints[-1]
    over = (t > end) | (t <= start) if side == "left" else (t >= end) | (t < start)
    return np.where(over[:, None], 0.0, qdd)


def _worst(
    case: Case, joints: Sequence[Moving], t: Array, jerk: Array, moves: Index, most: Array
) -> Iterator[Violation]:
    for number in np.unique(moves):
        rows = np.flatnonzero(moves == number)
        place = case.move(int(number))
        for k, (joint, _, leader) in enumerate(joints):
            row = rows[int(np.abs(jerk[rows, k]).argmax())]
            value = float(jerk[row, k])
            if abs(value) > BROKEN * most[k]:
                above = rows[np.abs(jerk[rows, k]) > most[k]]
                yield Violation(
                    quantity="stated joint jerk",
                    subject=joint.name,
                    unit="m/s^3" if joint.kind == "prismatic" else "rad/s^3",
                    line=place.line if place else 0,
                    move=int(number),
                    text=place.text if place else "",
                    t=float(t[row]),
                    start=float(t[above[0]]),
                    end=float(t[above[-1]]),
                    value=value,
                    limit=math.copysign(float(most[k]), value),
                    utilisation=abs(value) / float(most[k]),
                    bracket=0.0,
                    source=joint.limits.jerk.source,
                    stated=True,
                    joints=(leader,),
                )
