"""What the motors of an arm can really do: Algorithm 1 and dry friction at rest.

The model, the choices and their reasons are told in docs/achievable.md.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from erfd.drives.achievable import Rules
from erfd.drives.achieved import AchievableStep, AchievedMotion
from erfd.drives.achiever import Achiever
from erfd.drives.arguments import extras_of
from erfd.drives.planned import planned_positions
from erfd.drives.stiction import STANDSTILL
from erfd.drives.stiction_function import Rule, Stiction
from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory


class Achieving:
    """Methods of `Arm`."""

    robot: Robot

    def achievable_step(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        q_next: ArrayLike,
        dt: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        planned: ArrayLike | None = None,
        gain: float | None = None,
        payload: Sequence[ArrayLike] | None = None,
        peak_torque: ArrayLike | None = None,
        top_speed: ArrayLike | None = None,
        **rules: Any,
    ) -> AchievableStep:
        """Algorithm 1, one cycle from the state (q, qd) towards the planned position q_next.

        `planned` is where the plan is now (q unless told). `rules` are mode, solve, track,
        speed_limit and implicit_viscous, see `erfd.drives.achievable`; gain (1/s) goes with
        track="gain". payload is (mass, com[, inertia]) instead of the arm's own; peak_torque (N m)
        and top_speed (rad/s) stand for those of the record, a value for every motor.
        """
        now = q if planned is None else planned
        values = {"q": q, "qd": qd, "planned": now, "q_next": q_next, "dt": dt}
        values |= {} if gain is None else {"gain": gain}
        extras = extras_of(wrench, payload, peak_torque, top_speed)
        return self._achiever.step(values, Rules(**rules), extras)

    def achievable_motion(
        self,
        plan: Trajectory | ArrayLike,
        dt: float | None = None,
        wrench: ArrayLike | None = None,
        *,
        hold: float = 0.0,
        q: ArrayLike | None = None,
        qd: ArrayLike | None = None,
        gain: float | None = None,
        payload: Sequence[ArrayLike] | None = None,
        peak_torque: ArrayLike | None = None,
        top_speed: ArrayLike | None = None,
        **rules: Any,
    ) -> AchievedMotion:
        """Algorithm 1 along a plan, in one compiled loop: the motion achieved, and its flags.

        The plan is a Trajectory, or positions (..., K + 1, n) dt apart; `hold` seconds more are
        spent on its end. It starts on the plan at rest unless q or qd say otherwise. Leading
        dimensions of any argument are variants, which cost little: up to eight run side by side.
        """
        t, positions = planned_positions(plan, dt, hold)
        options = {"q": q, "qd": qd, "gain": gain}
        values = {name: value for name, value in options.items() if value is not None}
        extras = extras_of(wrench, payload, peak_torque, top_speed)
        return self._achiever.motion(t, positions, values, Rules(**rules), extras)

    def motor_stiction(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau_motor: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        dt: ArrayLike | None = None,
        standstill: float = STANDSTILL,
        published: bool = False,
    ) -> Stiction:
        """Which motors hold at rest, and the accelerations, under given motor torques.

        A motor is at rest while its speed is within `standstill` (rad/s). With dt: over a cycle,
        after which motors that stop are at rest. `published` takes Eq. (17) of the seed as printed.
        """
        if published and dt is not None:
            raise RobotError("the published rule knows no cycle", "leave dt out")
        rule: Rule = "as_published" if published else "instant" if dt is None else "cycle"
        values = {"q": q, "qd": qd, "tau_motor": tau_motor, "standstill": standstill}
        values |= {} if dt is None else {"dt": dt}
        values |= {} if wrench is None else {"wrench": wrench}
        return self._achiever.stiction(values, rule)

    @functools.cached_property
    def _achiever(self) -> Achiever:
        return Achiever(self.robot)
