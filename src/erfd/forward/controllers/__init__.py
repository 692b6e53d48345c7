"""Controllers: small records, and the law that each becomes for one robot.

`PD` and `ComputedTorque` are those of rollouts, too; `Cascade`, `Playback` and functions of a user
(`f(t, q, qd)` gives joint torques) serve single runs.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from erfd.errors import ErfdError
from erfd.forward.controllers.cascade import Cascade
from erfd.forward.controllers.joint_laws import computed_torque_law, pd_law
from erfd.forward.controllers.playback import Playback
from erfd.forward.controllers.target import Target, target_of
from erfd.forward.law import Law
from erfd.forward.own_law import own_law
from erfd.forward.rollout_control import PD, ComputedTorque
from erfd.robot.robot import Robot


def law_of(
    controller: Any, robot: Robot, target: Target, cycle: float | None, *, drives: bool
) -> Law:
    if isinstance(controller, PD):
        return pd_law(controller, robot, target, cycle)
    if isinstance(controller, ComputedTorque):
        return computed_torque_law(controller, robot, target, cycle, drives=drives)
    if isinstance(controller, (Cascade, Playback)):
        return controller.law(robot, target, cycle, drives=drives)
    if callable(controller):
        return dataclasses.replace(own_law(controller, len(robot.independent)), cycle=cycle)
    what = f"{controller!r} is no controller"
    raise ErfdError(what, "give PD, ComputedTorque, Cascade, Playback or a function f(t, q, qd)")


__all__ = ["PD", "Cascade", "ComputedTorque", "Playback", "law_of", "target_of"]
