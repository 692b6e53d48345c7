"""The cascade of industrial drives: position P, speed PI, current limited and lagging, each axis.

    y*   = kv (theta* - theta) + f y_plan            limited to the top speed
    u*   = kp (y* - y) + z,     dz/dt = kp / Ti (y* - y) + (u_sat - u*) / Ta
    u_sat = u* limited to the torque that there is,    du/dt = (u_sat - u) / Tc

theta, y are angles and speeds of the motors (of the joints without drives). The term with Ta is
anti-windup by back-calculation: while the torque is limited the integral is led back. Tc = 0 is an
ideal current loop. Gains not given follow from `bandwidth` w (rad/s) of the speed loop and the
inertia J that each axis feels at the start: kp = J w, Ti = Ta = 4 / w, kv = w / 4.
Source: Franklin, Powell, Emami-Naeini, Feedback Control of Dynamic Systems, 9.3 (anti-windup);
Gross, Hamann, Wiegaertner, Electrical Feed Drives, on the cascade.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from erfd.curve import Array
from erfd.drives.limits import is_level, top_speeds, torque_ranges
from erfd.drives.train import drives_of
from erfd.errors import ErfdError
from erfd.forward.compiled import function
from erfd.forward.controllers.joint_laws import gains
from erfd.forward.controllers.target import Target
from erfd.forward.law import Act, Asked, Law
from erfd.robot.robot import Robot


@dataclass(frozen=True, eq=False, kw_only=True)
class Cascade:
    """Gains for all axes or one each: `position` kv 1/s, `speed` kp N m s/rad, `reset` Ti s.

    `current_lag` Tc in s, `feedforward` f is the share of the planned speed; `torque` and
    `top_speed` limit (those of the record unless given).
    """

    position: ArrayLike | None = None
    speed: ArrayLike | None = None
    reset: ArrayLike | None = None
    bandwidth: float = 60.0
    current_lag: float = 0.0
    feedforward: float = 1.0
    torque: ArrayLike | None = None
    top_speed: ArrayLike | None = None

    def __post_init__(self) -> None:
        if not (math.isfinite(self.bandwidth) and self.bandwidth > 0.0):
            raise ErfdError(f"the bandwidth is {self.bandwidth} rad/s", "give a number above 0")
        if not (math.isfinite(self.current_lag) and self.current_lag >= 0.0):
            raise ErfdError(f"the current's lag is {self.current_lag} s", "give 0 or more")

    def law(self, robot: Robot, target: Target, cycle: float | None, *, drives: bool) -> Law:
        axes = _motors(robot) if drives else _joints(robot)
        tuning: list[Tuning] = []

        def start(_t: float, q: Array, _qd: Array) -> Array:
            tuning[:] = [self._tuned(axes, q)]
            hold = axes.hold(q)
            return np.concatenate([hold, hold]) if self.current_lag else hold

        def after(t: float) -> Act:
            return _acting(axes, tuning[0], self, target.after(t))

        return Law(after=after, start=start, at_motors=drives, jumps=target.jumps, cycle=cycle)

    def _tuned(self, axes: Axes, q: Array) -> Tuning:
        count, w = axes.size, self.bandwidth
        J = axes.inertia(q)
        given = (self.position, self.speed, self.reset)
        own = (np.full(count, w / 4.0), J * w, np.full(count, 4.0 / w))
        kv, kp, Ti = (
            gains(x if x is not None else y, count, name)
            for x, y, name in zip(given, own, ("position", "speed", "reset"), strict=True)
        )
        if (Ti <= 0.0).any():
            raise ErfdError("a reset time is not above 0", "give seconds")
        top = axes.top if self.top_speed is None else gains(self.top_speed, count, "top_speed")
        limit = None if self.torque is None else gains(self.torque, count, "torque")
        return Tuning(kv, kp, Ti, top, limit)


class Tuning(NamedTuple):
    kv: Array
    kp: Array
    Ti: Array
    top: Array
    limit: Array | None


class Axes(NamedTuple):
    """What the loops see: angles and speeds of motors or joints, and what limits them.

    The run limits `motors` as the loops do, and finds the instants; so it is told what is asked.
    """

    size: int
    angles: Callable[[Array], Array]
    speeds: Callable[[Array, Array], Array]
    inertia: Callable[[Array], Array]
    hold: Callable[[Array], Array]
    ranges: Callable[[Array], tuple[Array, Array]]
    top: Array
    motors: bool


def _acting(axes: Axes, k: Tuning, record: Cascade, wanted: Any) -> Act:
    m, Tc = axes.size, record.current_lag

    def act(t: float, q: Array, qd: Array, x: Array) -> Asked:
        w = wanted(t)
        y, z = axes.speeds(q, qd), x[:m]
        ahead = record.feedforward * axes.speeds(w.q, w.qd)
        y_wanted = np.clip(k.kv * (axes.angles(w.q) - axes.angles(q)) + ahead, -k.top, k.top)
        asked = k.kp * (y_wanted - y) + z
        lower, upper = axes.ranges(y) if k.limit is None else (-k.limit, k.limit)
        limited = np.clip(asked, lower, upper)
        wound = (k.kp * (y_wanted - y) + limited - asked) / k.Ti
        if not Tc:
            return Asked(asked if axes.motors and k.limit is None else limited, wound)
        return Asked(x[m:], np.concatenate([wound, (limited - x[m:]) / Tc]))

    return act


def _motors(robot: Robot) -> Axes:
    drives = drives_of(robot)
    names = ("motor_angles", "motor_speeds", "effective_inertia", "motor_torque")
    angles, speeds, inertia, torque = (function(robot, x) for x in names)

    def at(y: Array) -> tuple[Array, Array]:
        found = torque_ranges(drives, y.tolist())
        return np.array([r.lower for r in found]), np.array([r.upper for r in found])

    same, level = at(np.zeros(len(drives.motors))), is_level(drives)

    def ranges(y: Array) -> tuple[Array, Array]:
        return same if level else at(y)

    def hold(q: Array) -> Array:
        found: Array = torque(q, np.zeros_like(q), np.zeros_like(q))
        return found

    count, top = len(drives.motors), np.array([float(x) for x in top_speeds(drives)])
    return Axes(count, angles, speeds, inertia, hold, ranges, top, True)


def _joints(robot: Robot) -> Axes:
    n, limits = len(robot.independent), [j.limits for j in robot.independent]
    top, most = (
        np.array([math.inf if (v := getattr(x, name).value) is None else float(v) for x in limits])
        for name in ("speed", "effort")
    )
    H: Any = function(robot, "mass_matrix")
    gravity: Any = function(robot, "gravity")
    return Axes(
        n,
        lambda q: q,
        lambda _, qd: qd,
        lambda q: np.diagonal(H(q)).copy(),
        gravity,
        lambda _: (-most, most),
        top,
        False,
    )
