"""What every robot must be, whoever made the record: a tree of finite numbers, each name once.

Physical plausibility (positive definite inertia and the like) is a matter of findings, not of
errors: see `erfd.robot.check`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from erfd.errors import RobotError
from erfd.robot.records import BASE, COORDINATES, Body, Joint

if TYPE_CHECKING:
    from erfd.robot.robot import Robot


def check_structure(robot: Robot) -> None:
    _check_names("joint", [j.name for j in robot.joints])
    _check_names("body", [BASE, *(b.name for b in robot.bodies)])
    _check_tree(robot)
    for joint in robot.joints:
        _check_joint(joint)
    for body in robot.bodies:
        _check_body(body)
    _check_finite("gravity", robot.gravity)
    _check_frames(robot)
    _check_mimics(robot)


def _check_names(what: str, names: list[str]) -> None:
    for name, count in Counter(names).items():
        if not name:
            raise RobotError(f"a {what} has no name", f"give every {what} a name")
        if count > 1:
            raise RobotError(
                f"{count} {what}s are named '{name}'", f"give every {what} its own name"
            )


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
    _check_finite(f"the placement of {what}", (*joint.placement.p, *sum(joint.placement.R, ())))
    _check_finite(f"the axis of {what}", joint.axis)
    length = sum(x * x for x in joint.axis)
    if isinstance(length, float) and abs(length - 1.0) > 1e-9:
        raise RobotError(
            f"the axis of {what} has length {math.sqrt(length):.6g}", "give a unit vector"
        )
    lower, upper = joint.limits.lower.value, joint.limits.upper.value
    if lower is not None and upper is not None and lower > upper:
        raise RobotError(f"{what}: the lower limit {lower:g} is above the upper limit {upper:g}")


def _check_body(body: Body) -> None:
    what = f"body '{body.name}'"
    _check_finite(f"the mass of {what}", (body.mass,))
    _check_finite(f"the centre of mass of {what}", body.com)
    _check_finite(f"the inertia of {what}", sum(body.inertia, ()))
    if isinstance(body.mass, float) and body.mass < 0.0:
        raise RobotError(f"the mass of {what} is {body.mass:g} kg", "a mass is zero or positive")


def _check_finite(what: str, numbers: Iterable[Any]) -> None:
    for x in numbers:
        if isinstance(x, float) and not math.isfinite(x):
            raise RobotError(f"{what} holds {x}", "give finite numbers")


def _check_frames(robot: Robot) -> None:
    bodies = {BASE, *(b.name for b in robot.bodies)}
    for frame in (robot.tool, *robot.frames):
        if frame.body not in bodies:
            raise RobotError(f"frame '{frame.name}' sits on '{frame.body}', which is not a body")
        _check_finite(f"frame '{frame.name}'", (*frame.placement.p, *sum(frame.placement.R, ())))
    _check_names("frame", [*(f.name for f in robot.frames), *bodies])


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
            chain.append(mimic.of)
        sound.update(chain)
