"""The time series of a verdict: what the motion asks for at the samples, and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, State
from erfd.judge import joint_limits, motor_limits
from erfd.judge.achieved import Achieved
from erfd.judge.demand import Model
from erfd.judge.kernels import kernel
from erfd.judge.report import Group
from erfd.judge.uses import Check
from erfd.judge.verdict import Verdict
from erfd.robot.robot import Robot

MOST_SAMPLES = 20_000
COMPONENTS = ("force x", "force y", "force z", "moment x", "moment y", "moment z")


def instants(verdict: Verdict) -> Array:
    """The samples of the trajectory, or of a very long one as many as a page can show."""
    t = verdict.judged.trajectory.t
    return t if len(t) <= MOST_SAMPLES else np.linspace(t[0], t[-1], MOST_SAMPLES)


def groups(verdict: Verdict, t: Array) -> list[Group]:
    what = verdict.judged
    model = Model(what.robot, what.wrench, what.mode)
    state = what.trajectory.at(t)
    asked = model.of(state)
    checks = [
        *joint_limits.checks(what.robot, what.margin),
        *motor_limits.checks(what.robot, what.margin),
    ]
    got = _achieved(verdict, t)
    found = [_group(check, asked, got) for check in checks]
    if what.robot.drives is not None:
        found.insert(0, _torque(what.robot, asked.tau))
    return [*found, *_errors(verdict, t), *reactions(what.robot, state, what.wrench)]


def _achieved(verdict: Verdict, t: Array) -> Achieving | None:
    """Algorithm 1's motion at the instants of the page; torques hold for a cycle."""
    found: Achieved | None = verdict.achieved
    if found is None:
        return None
    x = found.motion
    cycle = np.clip(np.searchsorted(x.t, t, side="right") - 1, 0, len(x.t) - 2)
    q, qd = (_between(t, x.t, values) for values in (x.q, x.qd))
    return Achieving(q, qd, x.qdd[cycle], x.torque[cycle])


class Achieving(NamedTuple):
    """What the page shows beside what is asked for; the same names as in `Demand`."""

    q: Array
    qd: Array
    qdd: Array
    motor_torque: Array


def _between(t: Array, known: Array, values: Array) -> Array:
    return np.stack([np.interp(t, known, column) for column in values.T], axis=1)


def _errors(verdict: Verdict, t: Array) -> list[Group]:
    """How far the tool is off in the achieved motion."""
    found: Achieved | None = verdict.achieved
    if found is None:
        return []
    columns = (
        ("tool off the plan", "mm", 1000.0 * found.distance),
        ("tool turned off the plan", "deg", np.degrees(found.angle)),
        ("delay of the tool", "ms", 1000.0 * found.delay),
    )
    return [
        Group(name=name, unit=unit, names=["tool"], programmed=np.interp(t, found.t, x)[:, None])
        for name, unit, x in columns
    ]


SHOWN = ("joint position", "stated joint speed", "stated joint acceleration", "motor torque")


def _group(check: Check, asked: object, got: Achieving | None) -> Group:
    value, bounds = check.value(asked), check.bounds(asked)
    lower, upper = (np.broadcast_to(b, value.shape) for b in bounds)
    return Group(
        name=check.quantity,
        unit=check.unit.removeprefix("motor "),
        names=check.subjects,
        programmed=value,
        achieved=check.value(got) if got is not None and check.quantity in SHOWN else None,
        lower=lower,
        upper=upper,
    )


def _torque(robot: Robot, tau: Array) -> Group:
    names = [j.name for j in robot.independent]
    sliding = any(j.kind == "prismatic" for j in robot.independent)
    unit = "N m (N where a joint slides)" if sliding else "N m"
    return Group(name="joint torque", unit=unit, names=names, programmed=tau)


def reactions(robot: Robot, state: State, wrench: Array | None) -> list[Group]:
    """Force and moment through every joint, on the body by its parent, base axes."""
    R = kernel(robot, "joint_reactions", wrench=wrench is not None)
    loads = R(*state) if wrench is None else R(*state, wrench)
    names = [j.name for j in robot.moving]
    kinds: Sequence[tuple[str, slice, str]] = (
        ("joint reaction force", slice(0, 3), "N"),
        ("joint reaction moment", slice(3, 6), "N m"),
    )
    return [
        Group(
            name=kind, unit=unit, names=names, programmed=np.linalg.norm(loads[..., part], axis=2)
        )
        for kind, part, unit in kinds
    ]
