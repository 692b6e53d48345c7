"""One moving base coordinate: a joint 0 that carries everything which stood on the base.

Source: Szkodny, after (18): T_i = A_0 A_1 ... A_i, and all sums start at 0.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Literal

from erfd.algebra import Vector
from erfd.errors import RobotError
from erfd.robot.drives import DriveElement, Drives, Motor
from erfd.robot.record_numbers import vector
from erfd.robot.records import BASE, Body, Frame, Joint
from erfd.robot.robot import Robot

JOINT = "base_motion"
BODY = "moving_base"


def with_moving_base(
    robot: Robot,
    kind: Literal["prismatic", "revolute"],
    axis: Vector = (0.0, 0.0, 1.0),
    mass: float = 0.0,
) -> Robot:
    """The robot on a carriage that slides along `axis`, or a table that turns about it (base axes).

    The carriage weighs `mass`, its centre on the axis; its coordinate is the first of q.
    """
    if kind not in ("prismatic", "revolute"):
        raise RobotError(f"a base cannot move '{kind}'", "use prismatic or revolute")
    if JOINT in {x.name for x in robot.joints}:
        raise RobotError(f"the base of '{robot.name}' moves already", "give it one coordinate")
    vector("the axis of the moving base", axis)
    joint = Joint(name=JOINT, kind=kind, parent=BASE, child=BODY, axis=_unit(axis))
    return dataclasses.replace(
        robot,
        joints=(joint, *(_hung(x) for x in robot.joints)),
        bodies=(Body(name=BODY, mass=mass), *robot.bodies),
        frames=tuple(_moved(x) for x in robot.frames),
        tool=_moved(robot.tool),
        drives=robot.drives and _widened(robot.drives),
    )


def _unit(axis: Vector) -> Vector:
    length = math.sqrt(sum(x * x for x in axis))
    if not length:
        raise RobotError("the axis of the moving base is zero", "give a direction in base axes")
    return (axis[0] / length, axis[1] / length, axis[2] / length)


def _hung(joint: Joint) -> Joint:
    return dataclasses.replace(joint, parent=BODY) if joint.parent == BASE else joint


def _moved(frame: Frame) -> Frame:
    return dataclasses.replace(frame, body=BODY) if frame.body == BASE else frame


def _widened(drives: Drives) -> Drives:
    """No motor of the robot moves the base; what stood on it is carried by the new body."""
    return dataclasses.replace(
        drives,
        motors=tuple(_with_column(x) for x in drives.motors),
        elements=tuple(_hung_element(x) for x in drives.elements),
    )


def _with_column(motor: Motor) -> Motor:
    rotor, screw = motor.rotor, motor.ball_screw
    if rotor is not None and rotor.body == BASE:
        motor = dataclasses.replace(motor, rotor=dataclasses.replace(rotor, body=BODY))
    if screw is None:
        return dataclasses.replace(motor, ratios=(0.0, *motor.ratios))
    return dataclasses.replace(motor, ball_screw=dataclasses.replace(screw, of=(0.0, *screw.of)))


def _hung_element(element: DriveElement) -> DriveElement:
    ratios = (0.0, *element.ratios) if element.motor is None else ()
    return dataclasses.replace(element, joint=_hung(element.joint), ratios=ratios)
