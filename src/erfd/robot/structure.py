"""What every robot must be, whoever made the record: a tree of finite numbers, each name once.

Whether a body could have its inertia is a matter of findings, not of errors: published robots
have impossible ones, see `erfd.robot.check`. Of a payload, which nobody publishes, it is an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erfd.errors import RobotError
from erfd.robot import record_numbers as numbers
from erfd.robot.coupled import check_coupled
from erfd.robot.drive_structure import check_drives
from erfd.robot.record_checks import check_all, check_known, check_limit, check_mass, check_names
from erfd.robot.records import (
    BASE,
    COORDINATES,
    Body,
    Frame,
    Joint,
    JointFriction,
    Limits,
    Mimic,
    Payload,
)
from erfd.robot.system import BY_JOINT, System
from erfd.robot.tool_name import check_tool_name

if TYPE_CHECKING:
    from erfd.robot.robot import Robot

LIMITS = ("lower", "upper", "speed", "acceleration", "effort", "jerk")
MAGNITUDES = LIMITS[2:]


def check_structure(robot: Robot) -> None:
    check_names("robot", [robot.name])
    check_all("joint", robot.joints, Joint)
    check_all("body", robot.bodies, Body)
    check_all("frame", robot.frames, Frame)
    check_names("body", [BASE, *(b.name for b in robot.bodies)])
    _check_tree(robot)
    for joint in robot.joints:
        _check_joint(joint)
    for body in robot.bodies:
        check_mass(f"body '{body.name}'", body)
    numbers.vector("gravity", robot.gravity)
    numbers.placement("the base", robot.base)
    _check_frames(robot)
    _check_mimics(robot)
    _check_payload(robot.payload)
    if robot.drives is not None:
        check_drives(robot)
    check_coupled(robot)
    _check_system(robot.system, [joint.name for joint in robot.independent])


def _check_tree(robot: Robot) -> None:
    if len(robot.joints) != len(robot.bodies):
        raise RobotError(
            f"{len(robot.joints)} joints but {len(robot.bodies)} bodies", "one joint a body"
        )
    seen = {BASE}
    for joint, body in zip(robot.joints, robot.bodies, strict=True):
        if joint.child != body.name:
            raise RobotError(f"joint '{joint.name}' carries '{joint.child}', not '{body.name}'")
        if joint.parent not in seen:
            raise RobotError(
                f"joint '{joint.name}' hangs on '{joint.parent}', which does not stand before it",
                "list parents before their children",
            )
        seen.add(body.name)


def _check_joint(joint: Joint) -> None:
    what = f"joint '{joint.name}'"
    if joint.kind not in COORDINATES:
        raise RobotError(
            f"{what} is of the unknown kind '{joint.kind}'", f"use {', '.join(COORDINATES)}"
        )
    numbers.placement(f"the placement of {what}", joint.placement)
    numbers.axis(f"the axis of {what}", joint.axis)
    _check_limits(what, joint.limits)
    _check_friction(what, joint.friction)
    if joint.mimic is not None and not isinstance(joint.mimic, Mimic):
        raise RobotError(f"the mimic of {what} is {joint.mimic!r}", "give a Mimic or None")
    if joint.mimic is not None and joint.kind == "fixed":
        raise RobotError(f"{what} is fixed but mimics '{joint.mimic.of}'", "leave out its mimic")


def _check_limits(what: str, limits: Any) -> None:
    if not isinstance(limits, Limits):
        raise RobotError(f"the limits of {what} are {limits!r}", "give a Limits record")
    for name in LIMITS:
        limit = getattr(limits, name)
        check_limit(f"the {name} limit of {what}", limit, 0.0 if name in MAGNITUDES else None)
    lower, upper = limits.lower.value, limits.upper.value
    if numbers.is_real(lower) and numbers.is_real(upper) and lower > upper:
        shown = f"the lower limit {float(lower):g} is above the upper limit {float(upper):g}"
        raise RobotError(f"{what}: {shown}", "exchange them")


def _check_friction(what: str, friction: Any) -> None:
    if not isinstance(friction, JointFriction):
        raise RobotError(f"the friction of {what} is {friction!r}", "give a JointFriction record")
    names = ("viscous", "coulomb", "reaction", "diameter")
    check_known(f"friction of {what}", friction, names)


def _check_payload(payload: Any) -> None:
    if payload is None:
        return
    if not isinstance(payload, Payload):
        raise RobotError(f"the payload is {payload!r}", "give a Payload or None")
    check_mass("the payload", payload)
    if all(map(numbers.is_real, (payload.mass, *payload.com))):
        slack = numbers.rounding(payload.mass, payload.com)
        numbers.possible_inertia("the payload", payload.inertia, slack)


def _check_frames(robot: Robot) -> None:
    if not isinstance(robot.tool, Frame):
        raise RobotError(f"the tool is {robot.tool!r}", "give a Frame(name=, body=, placement=)")
    check_names("tool", [robot.tool.name])
    bodies = {BASE, *(b.name for b in robot.bodies)}
    for frame in (robot.tool, *robot.frames):
        if frame.body not in bodies:
            raise RobotError(f"frame '{frame.name}' sits on '{frame.body}', which is not a body")
        numbers.placement(f"frame '{frame.name}'", frame.placement)
    check_names("frame", [*(f.name for f in robot.frames), *bodies])
    check_tool_name(robot)


def _check_mimics(robot: Robot) -> None:
    joints = {j.name: j for j in robot.joints}
    sound: set[str] = set()
    for joint in robot.moving:
        chain = [joint.name]
        while chain[-1] not in sound and (mimic := joints[chain[-1]].mimic) is not None:
            if mimic.of not in joints:
                raise RobotError(f"joint '{chain[-1]}' mimics '{mimic.of}', which is not a joint")
            if mimic.of in chain:
                raise RobotError(
                    f"joint '{joint.name}' mimics itself: {' -> '.join([*chain, mimic.of])}",
                    "leave one of them without mimic",
                )
            if joints[mimic.of].kind == "fixed":
                raise RobotError(f"joint '{chain[-1]}' mimics '{mimic.of}', which is fixed")
            numbers.number(f"the mimic multiplier of joint '{chain[-1]}'", mimic.multiplier)
            numbers.number(f"the mimic offset of joint '{chain[-1]}'", mimic.offset)
            chain.append(mimic.of)
        sound.update(chain)


def _check_system(system: Any, joints: list[str]) -> None:
    if not isinstance(system, System):
        raise RobotError(f"the system variables are {system!r}", "give a System record")
    for name in BY_JOINT:
        for joint in getattr(system, name):
            if joint not in joints:
                what = f"{name} names '{joint}', which is not a joint with a coordinate of its own"
                raise RobotError(what, f"name some of {', '.join(joints)}")
