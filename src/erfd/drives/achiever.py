"""Algorithm 1 and stiction for arrays: arguments in, compiled functions, records out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from erfd.curve import Array
from erfd.drives.achievable import Rules
from erfd.drives.achievable_function import achievable_function
from erfd.drives.achieved import AchievableStep, AchievedMotion, outside
from erfd.drives.arguments import PAYLOAD, Values, check
from erfd.drives.stiction_function import Rule, Stiction, stiction_function
from erfd.drives.train import drives_of
from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.trace.function import Function


class Achiever:
    """The compiled functions of one robot, made when asked for."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.motors = tuple(m.name for m in drives_of(robot).motors)
        self.joints = tuple(j.name for j in robot.independent)
        self._functions: dict[object, Function] = {}

    def function(self, rules: Rules, extras: Sequence[str] = (), along: bool = False) -> Function:
        asked = rules, tuple(extras), along
        if asked not in self._functions:
            made = achievable_function(self.robot, rules, extras, along=along)
            self._functions[asked] = made
        return self._functions[asked]

    def step(self, values: Values, rules: Rules, extras: Values) -> AchievableStep:
        """`values` are q, qd, planned (where the plan is now), q_next, dt and perhaps gain."""
        check(self.robot, {**values, **extras})
        found = self._run(values, rules, extras, along=False)
        error = np.asarray(values["q_next"]) - found["q"]
        return AchievableStep(**found, outside=outside(self.robot, found["q"]), error=error)

    def motion(
        self, t: Array, planned: Array, values: Values, rules: Rules, extras: Values
    ) -> AchievedMotion:
        """`planned` (..., K + 1, n) at the instants t; `values` may hold q, qd at the start."""
        start = {"q": planned[..., 0, :], "qd": np.zeros(len(self.joints)), **values}
        check(self.robot, {"plan": planned, **start, **extras})
        dt = (t[-1] - t[0]) / (len(t) - 1)
        series = {"planned": planned[..., :-1, :], "q_next": planned[..., 1:, :], "dt": dt}
        found = self._run({**series, **start}, rules, extras, along=True)
        found |= {name: _after(start[name], found[name]) for name in ("q", "qd")}
        return AchievedMotion(
            joint_names=self.joints,
            motor_names=self.motors,
            t=t,
            planned=np.broadcast_to(planned, found["q"].shape),
            outside=outside(self.robot, found["q"]),
            **found,
        )

    def _run(self, values: Values, rules: Rules, extras: Values, *, along: bool) -> dict[str, Any]:
        if (rules.track == "gain") != ("gain" in values):
            raise RobotError(
                f"track='{rules.track}' with gain={values.get('gain')}",
                "give a gain in 1/s (2 to 5, say) with track='gain', and with no other",
            )
        names: list[str] = [x for x in ("wrench", "peak_torque", "top_speed") if x in extras]
        names += ["payload"] if PAYLOAD[0] in extras else []
        q, qd, qdd, torque, needed, *flags = _call(
            self.function(rules, names, along), {**values, **extras}
        )
        saturated, clipped, converged = (x > 0.5 for x in flags)
        state = {"q": q, "qd": qd, "qdd": qdd, "torque": torque, "needed": needed}
        return {
            **state,
            "saturated": saturated,
            "speed_clipped": clipped,
            "converged": converged,
        }

    def stiction(self, values: Values, rule: Rule) -> Stiction:
        """`values` are q, qd, tau_motor, standstill, perhaps dt and a wrench."""
        check(self.robot, values)
        asked = "stiction", rule, "wrench" in values
        if asked not in self._functions:
            self._functions[asked] = stiction_function(self.robot, rule, wrench=asked[2])
        qdd, friction, holds, converged = _call(self._functions[asked], values)
        return Stiction(qdd=qdd, friction=friction, holds=holds > 0.5, converged=converged > 0.5)


def _call(run: Function, values: Mapping[str, ArrayLike]) -> Any:
    return run(*(values[port.name] for port in run.inputs))


def _after(start: ArrayLike, rest: Array) -> Array:
    """The start, then the ends of the cycles."""
    first = np.broadcast_to(start, (*rest.shape[:-2], rest.shape[-1]))
    return np.concatenate([first[..., None, :], rest], axis=-2)
