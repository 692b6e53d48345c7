"""PD with gravity compensation and computed torque for one robot; the records are of the room.

`PD`               tau = kp (q* - q) + kd (qd* - qd) + g(q)
`ComputedTorque`   tau = inverse dynamics at qdd* + kd (qd* - qd) + kp (q* - q)

With drives, computed torque is that of the motors: rotors and friction are compensated too.
Source: see `erfd/forward/rollout_control.py`, where the records are.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from erfd.curve import Array
from erfd.errors import ErfdError
from erfd.forward.compiled import function
from erfd.forward.controllers.target import Target
from erfd.forward.law import Act, Asked, Law
from erfd.forward.reals import reals
from erfd.forward.rollout_control import PD, ComputedTorque
from erfd.robot.robot import Robot

NOTHING = np.zeros(0)


def gains(value: ArrayLike, n: int, name: str) -> Array:
    """One for all, or one for each."""
    what = f"{name} is {value!r}, which is not made of numbers"
    array = reals(value, what, f"give one number, or {n}")
    if array.shape not in ((), (n,)) or not np.isfinite(array).all():
        raise ErfdError(f"{name} has the shape {array.shape}", f"give one number, or {n}")
    return np.broadcast_to(array, (n,)).copy()


def pd_law(record: PD, robot: Robot, target: Target, cycle: float | None) -> Law:
    n = len(robot.independent)
    kp, kd = gains(record.kp, n, "kp"), gains(record.kd, n, "kd")
    gravity: Any = function(robot, "gravity") if record.gravity else None

    def after(start: float) -> Act:
        wanted = target.after(start)

        def act(t: float, q: Array, qd: Array, _: Array) -> Asked:
            w = wanted(t)
            tau = kp * (w.q - q) + kd * (w.qd - qd)
            return Asked(tau if gravity is None else tau + gravity(q), NOTHING)

        return act

    return Law(after=after, jumps=target.jumps, cycle=cycle)


def computed_torque_law(
    record: ComputedTorque, robot: Robot, target: Target, cycle: float | None, *, drives: bool
) -> Law:
    n = len(robot.independent)
    kp, kd = gains(record.kp, n, "kp"), gains(record.kd, n, "kd")
    inverse: Any = (
        function(robot, "motor_torque") if drives else function(robot, "inverse_dynamics")
    )

    def after(start: float) -> Act:
        wanted = target.after(start)

        def act(t: float, q: Array, qd: Array, _: Array) -> Asked:
            w = wanted(t)
            return Asked(inverse(q, qd, w.qdd + kd * (w.qd - qd) + kp * (w.q - q)), NOTHING)

        return act

    return Law(after=after, at_motors=drives, jumps=target.jumps, cycle=cycle)
