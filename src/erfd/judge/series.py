"""The time series of a verdict: what the motion asks for at the samples, and what is allowed."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from erfd.curve import Array, Index, State
from erfd.judge.achieved import Achieved
from erfd.judge.demand import Demand, Model
from erfd.judge.kernels import kernel
from erfd.judge.report import Group
from erfd.judge.uses import Check
from erfd.judge.verdict import Verdict
from erfd.judge.verify import limits
from erfd.robot.robot import Robot

MOST_SAMPLES = 20_000


def instants(verdict: Verdict) -> Array:
    """The samples of the trajectory, or of a very long one as many as a page can show."""
    t = verdict.judged.trajectory.t
    return t if len(t) <= MOST_SAMPLES else np.linspace(t[0], t[-1], MOST_SAMPLES)


def groups(verdict: Verdict, t: Array) -> list[Group]:
    what = verdict.judged
    model = Model(what.robot, what.wrench, what.mode)
    state, got = what.trajectory.at(t), achieved_state(verdict, t)
    asked, reached = model.of(state), None if got is None else _reached(verdict, model, got, t)
    found = [_group(check, asked, reached) for check in limits(what.robot, what.margin)]
    if what.robot.drives is not None:
        tau = None if reached is None else reached.tau
        found.insert(0, _torque(what.robot, asked.tau, tau))
    return [*found, *_errors(verdict, t), *reactions(what.robot, state, what.wrench, got)]


def achieved_state(verdict: Verdict, t: Array) -> State | None:
    """Algorithm 1's motion at the instants of the page; accelerations hold for a cycle."""
    found: Achieved | None = verdict.achieved
    if found is None:
        return None
    x = found.motion
    return State(_between(t, x.t, x.q), _between(t, x.t, x.qd), x.qdd[_cycle(x.t, t)])


def _cycle(known: Array, t: Array) -> Index:
    return np.clip(np.searchsorted(known, t, side="right") - 1, 0, len(known) - 2)


def _reached(verdict: Verdict, model: Model, got: State, t: Array) -> Demand:
    """What the achieved motion takes; the motors' torques are those of Algorithm 1."""
    x = verdict.achieved.motion
    return dataclasses.replace(model.of(got), motor_torque=x.torque[_cycle(x.t, t)])


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


def _group(check: Check, asked: object, got: object) -> Group:
    value, bounds = check.value(asked), check.bounds(asked)
    lower, upper = (np.broadcast_to(b, value.shape) for b in bounds)
    return Group(
        name=check.quantity,
        unit=check.unit.removeprefix("motor "),
        names=check.subjects,
        programmed=value,
        achieved=None if got is None else check.value(got),
        lower=lower,
        upper=upper,
    )


def _torque(robot: Robot, tau: Array, achieved: Array | None) -> Group:
    names = [j.name for j in robot.independent]
    sliding = any(j.kind == "prismatic" for j in robot.independent)
    unit = "N m (N where a joint slides)" if sliding else "N m"
    return Group(name="joint torque", unit=unit, names=names, programmed=tau, achieved=achieved)


def reactions(
    robot: Robot, state: State, wrench: Array | None, got: State | None = None
) -> list[Group]:
    """Size of force and moment through every joint, on the body by its parent."""
    R = kernel(robot, "joint_reactions", wrench=wrench is not None)
    load = () if wrench is None else (wrench,)
    both = [None if x is None else R(*x, *load) for x in (state, got)]
    names = [j.name for j in robot.moving]
    kinds: Sequence[tuple[str, slice, str]] = (
        ("joint reaction force", slice(0, 3), "N"),
        ("joint reaction moment", slice(3, 6), "N m"),
    )
    found = []
    for kind, part, unit in kinds:
        asked, reached = (None if x is None else np.linalg.norm(x[..., part], axis=2) for x in both)
        found.append(
            Group(name=kind, unit=unit, names=names, programmed=asked, achieved=reached)  # type: ignore[arg-type]
        )
    return found
