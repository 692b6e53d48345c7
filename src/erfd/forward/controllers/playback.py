"""Playback: the torques that a planned motion needs, over time, whatever the robot does.

    u(t) = inverse dynamics at the plan's q*, qd*, qdd*

Open loop: friction that the model has is compensated, what it has not is not; errors stay and grow.
With drives the torques are those of the motors, friction of the plan's own speeds included.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from erfd.curve import Array
from erfd.forward.compiled import function
from erfd.forward.controllers.target import Target
from erfd.forward.law import Act, Asked, Law
from erfd.robot.robot import Robot


@dataclass(frozen=True)
class Playback:
    """Of the motion that is the target."""

    def law(self, robot: Robot, target: Target, cycle: float | None, *, drives: bool) -> Law:
        inverse = function(robot, "motor_torque" if drives else "inverse_dynamics")
        nothing = np.zeros(0)

        def after(start: float) -> Act:
            wanted = target.after(start)

            def act(t: float, _q: Array, _qd: Array, _x: Array) -> Asked:
                return Asked(inverse(*wanted(t)), nothing)

            return act

        return Law(after=after, at_motors=drives, jumps=target.jumps, cycle=cycle)
