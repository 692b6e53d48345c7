"""Pinocchio's model of one of our robots, built from the records (not from our Tree)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin

from erfd.robot.placement import Placement
from erfd.robot.records import BASE
from erfd.robot.robot import Robot


def se3(placement: Placement) -> Any:
    return pin.SE3(np.array(placement.R, dtype=float), np.array(placement.p, dtype=float))


def model_of(robot: Robot) -> Any:
    """Fixed bodies are appended to their carriers; joints stand depth first as in the robot."""
    model = pin.Model()
    model.gravity.linear = np.array(robot.gravity_in_base, dtype=float)
    carrier = {BASE: (0, pin.SE3.Identity())}
    for joint, body in zip(robot.joints, robot.bodies, strict=True):
        parent, outer = carrier[joint.parent]
        at = outer * se3(joint.placement)
        if joint.kind == "fixed":
            carrier[body.name] = (parent, at)
        else:
            axis = np.array(joint.axis, dtype=float)
            kind = (
                pin.JointModelPrismaticUnaligned
                if joint.kind == "prismatic"
                else pin.JointModelRevoluteUnaligned
            )
            index = model.addJoint(parent, kind(axis), at, joint.name)
            carrier[body.name] = (index, pin.SE3.Identity())
        index, place = carrier[body.name]
        inertia = pin.Inertia(
            float(body.mass), np.array(body.com, dtype=float), np.array(body.inertia, dtype=float)
        )
        model.appendBodyToJoint(index, inertia, place)
    index, place = carrier[robot.tool.body]
    place = place * se3(robot.tool.placement)
    model.addFrame(pin.Frame("tool", index, place, pin.FrameType.OP_FRAME))
    if robot.payload is not None:
        load = robot.payload
        model.appendBodyToJoint(
            index,
            pin.Inertia(float(load.mass), np.array(load.com, float), np.array(load.inertia, float)),
            place,
        )
    return model


def tool_forces(model: Any, data: Any, q: Any, wrench: Any) -> Any:
    """Pinocchio's list of external forces for a wrench on the tool, given in base axes."""
    pin.framesForwardKinematics(model, data, q)
    frame = model.getFrameId("tool")
    R = data.oMf[frame].rotation.T
    local = pin.Force(R @ wrench[:3], R @ wrench[3:])
    forces = pin.StdVec_Force()
    for _ in range(model.njoints):
        forces.append(pin.Force.Zero())
    f = model.frames[frame]
    forces[f.parentJoint] = f.placement.act(local)
    return forces


__all__ = ["model_of", "se3", "tool_forces"]
