"""What users give to a controller: its gains, and targets as positions, a trajectory or arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from erfd.errors import RobotError
from erfd.forward.rollout_arguments import Given
from erfd.forward.rollout_control import PD, ComputedTorque
from erfd.forward.rollout_scene import TARGETS
from erfd.trajectory import Trajectory


def take_controller(given: Given, controller: Any, target: Any, targets: Any, dt: float) -> str:
    """The controller's kind, "" for none."""
    if controller is None:
        if target is not None or targets is not None:
            raise RobotError("a target without a controller", "give controller=, or no target")
        return ""
    if not isinstance(controller, (PD, ComputedTorque)):
        what = f"there is no controller {controller!r} for rollouts"
        raise RobotError(what, "use erfd.PD(kp, kd) or erfd.ComputedTorque(kp, kd)")
    if (target is None) == (targets is None):
        what = "no target" if target is None else "target and targets are both given"
        raise RobotError(what, "give target= (positions, or a Trajectory) or targets=(q, qd, qdd)")
    given.spread("kp", controller.kp)
    given.spread("kd", controller.kd)
    _take_target(given, target, targets, dt)
    used = TARGETS if isinstance(controller, ComputedTorque) else TARGETS[:2]
    for name in TARGETS:
        if name not in used:
            given.flows.pop(name)
    return controller.kind


def _take_target(given: Given, target: Any, targets: Any, dt: float) -> None:
    """Positions, speeds and accelerations at the start of every step."""
    if isinstance(target, Trajectory):
        names = tuple(joint.name for joint in given.robot.independent)
        if target.joint_names != names:
            what = f"the target has the joints {', '.join(target.joint_names)}"
            raise RobotError(what, f"the robot has {', '.join(names)}")
        state = target.at(target.start + dt * np.arange(given.steps))
        for name, value in zip(TARGETS, state, strict=True):
            given.flow(name, value, "the target")
    elif target is not None:
        for name, value in zip(
            TARGETS, (target, np.zeros(given.n), np.zeros(given.n)), strict=True
        ):
            given.held(name, value, "target")
    else:
        if not isinstance(targets, (tuple, list)) or not 1 <= len(targets) <= 3:
            what = "these targets are not understood"
            raise RobotError(what, "give (q,), (q, qd) or (q, qd, qdd), each (..., steps, n)")
        for name, value in zip(TARGETS, targets, strict=False):
            given.flow(name, value, f"targets, {name},")
        for name in TARGETS[len(targets) :]:
            given.held(name, np.zeros(given.n))
