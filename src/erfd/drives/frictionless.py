"""A robot that turns freely: what friction takes is the difference to it."""

from __future__ import annotations

import dataclasses
from typing import Any

from erfd.drives.train import drives_of
from erfd.robot.records import JointFriction
from erfd.robot.robot import Robot


def without_friction(robot: Robot) -> Robot:
    """The same robot turning freely."""
    drives = drives_of(robot)
    nothing: dict[str, Any] = dict.fromkeys(
        (
            "viscous_friction",
            "coulomb_friction",
            "load_friction",
            "efficiency",
            "backward_efficiency",
        )
    )
    motors = tuple(dataclasses.replace(m, **nothing) for m in drives.motors)
    joints = tuple(dataclasses.replace(j, friction=JointFriction()) for j in robot.joints)
    return dataclasses.replace(
        robot, joints=joints, drives=dataclasses.replace(drives, motors=motors)
    )
