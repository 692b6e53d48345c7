"""Which parts of the physics a run has: they decide what is compiled and what may happen."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from erfd.robot.drives import Drives
from erfd.robot.records import JointFriction
from erfd.robot.robot import Robot


@dataclass(frozen=True, slots=True, kw_only=True)
class Physics:
    """`drives`: motors with rotor inertia and limits; `friction`: all friction of the record.

    `stops`: the ends of the joint ranges are walls, `restitution` the share of the speed that
    comes back from them. `limits`: motors give no more torque than they have at their speed.
    """

    drives: bool = False
    friction: bool = False
    stops: bool = False
    limits: bool = False
    restitution: float = 0.0


def as_simulated(robot: Robot, physics: Physics) -> Robot:
    """The robot's record with what the run leaves out taken away."""
    drives = robot.drives if physics.drives else None
    if not physics.friction:
        joints = tuple(dataclasses.replace(j, friction=JointFriction()) for j in robot.joints)
        robot = dataclasses.replace(robot, joints=joints)
        drives = drives and _frictionless(drives)
    return dataclasses.replace(robot, drives=drives or Drives(motors=()))


def _frictionless(drives: Drives) -> Drives:
    gone: dict[str, Any] = dict.fromkeys(
        (
            *("viscous_friction", "coulomb_friction", "load_friction"),
            *("efficiency", "backward_efficiency"),
        )
    )
    motors = tuple(dataclasses.replace(m, **gone) for m in drives.motors)
    elements = tuple(
        dataclasses.replace(x, joint=dataclasses.replace(x.joint, friction=JointFriction()))
        for x in drives.elements
    )
    return dataclasses.replace(drives, motors=motors, elements=elements)
