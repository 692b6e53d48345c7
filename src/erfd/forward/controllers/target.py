"""Where a controller is to bring the joints: a pose, a planned motion, or a function of time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from erfd.curve import Array, State, pieces_at
from erfd.errors import ErfdError, RobotError
from erfd.forward.reals import reals
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

Wanted = Callable[[float], State]


@dataclass(frozen=True)
class Target:
    """`after(t)` gives the motion from t to the next jump, both ends included.

    `any_time`: a user's function, which may change between any two instants.
    """

    after: Callable[[float], Wanted]
    jumps: Array
    any_time: bool = False


def target_of(robot: Robot, given: Any) -> Target:
    n = len(robot.independent)
    if isinstance(given, Trajectory):
        names = tuple(j.name for j in robot.independent)
        if given.joint_names != names:
            what = f"the target has the joints {', '.join(given.joint_names)}"
            raise RobotError(what, f"the robot has {', '.join(names)}")
        return _of_plan(given)
    if callable(given):
        return _of_function(given, n)
    remedy = f"give {n} positions, a Trajectory, or f(t) -> (q, qd, qdd)"
    q = reals(given, f"the target is {given!r}, which is not made of numbers", remedy)
    if q.shape != (n,) or not np.isfinite(q).all():
        what = f"the target has the shape {q.shape}"
        raise RobotError(what, remedy)
    still = State(q, np.zeros(n), np.zeros(n))
    return Target(lambda _: lambda _t: still, np.zeros(0))


def _of_plan(plan: Trajectory) -> Target:
    def after(start: float) -> Wanted:
        piece = pieces_at(plan.curve, np.array([start + 1e-12 * max(1.0, abs(start))]))

        def at(t: float) -> State:
            if t > plan.end or start >= plan.end or t < plan.start:
                return plan.at(t)
            q, qd, qdd = plan.curve.at(np.array([t]), piece)
            return State(q[0], qd[0], qdd[0])

        return at

    return Target(after, plan.breakpoints)


def _of_function(run: Callable[[float], Any], n: int) -> Target:
    def at(t: float) -> State:
        found = run(t)
        what = f"the target gave no (q, qd, qdd) of {n} joints at t = {t:g} s"
        remedy = "let f(t) return three rows: positions, speeds, accelerations"
        parts = [reals(x, what, remedy) for x in found] if isinstance(found, tuple) else []
        if len(parts) != 3 or any(x.shape != (n,) for x in parts):
            raise ErfdError(what, remedy)
        return State(*parts)

    return Target(lambda _: at, np.zeros(0), any_time=True)
