"""The robot as the page draws it: its kinematics, for the page's own forward kinematics."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from erfd.robot.records import BASE, COORDINATES
from erfd.robot.robot import Robot


def drawn(robot: Robot) -> dict[str, Any]:
    bodies = {joint.child: k for k, joint in enumerate(robot.joints)}
    names = [joint.name for joint in robot.independent]
    joints = []
    for joint in robot.joints:
        moves = bool(COORDINATES[joint.kind])
        of = joint.mimic.of if joint.mimic else joint.name
        joints.append(
            {
                "parent": bodies.get(joint.parent, -1),
                "kind": joint.kind,
                "axis": _floats(joint.axis),
                "coordinate": names.index(of) if moves else -1,
                "ratio": float(joint.mimic.multiplier) if joint.mimic else 1.0,
                "offset": float(joint.mimic.offset) if joint.mimic else 0.0,
                **_placed(joint.placement),
            }
        )
    on = -1 if robot.tool.body == BASE else bodies[robot.tool.body]
    return {
        "joints": joints,
        "base": {"R": np.eye(3).tolist(), "p": [0.0, 0.0, 0.0]},
        "tool": {"body": on, **_placed(robot.tool.placement)},
    }


def _placed(placement: Any) -> dict[str, Any]:
    return {"R": [_floats(row) for row in placement.R], "p": _floats(placement.p)}


def _floats(values: Iterable[Any]) -> list[float]:
    return [float(x) for x in values]
