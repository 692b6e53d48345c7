"""Random values for parameters that are inputs, and the robot that has them as its own numbers."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping, Sequence
from typing import Any

from erfd.robot.records import Payload
from erfd.robot.robot import Robot
from erfd.trace.parameters import GRAVITY, PAYLOAD, Parameter, Parameters


def random_value(rng: random.Random, parameter: Parameter) -> list[float]:
    """What a real body could have, flat."""
    if parameter.field == "mass":
        return [rng.uniform(1.0, 5.0)]
    if parameter.field == "inertia":
        x, y, z = (rng.uniform(0.02, 0.03) for _ in range(3))
        a, b, c = (rng.uniform(-0.003, 0.003) for _ in range(3))
        return [x, a, b, a, y, c, b, c, z]
    size = 10.0 if parameter.field == GRAVITY else 0.1
    return [rng.uniform(-size, size) for _ in range(3)]


def with_values(parameters: Parameters, values: Mapping[str, Sequence[float]]) -> Robot:
    """A robot that has the values instead of its own; without parameters, the robot itself."""
    robot = parameters.robot
    for x in parameters.inputs:
        if x.name in values:
            robot = _with(robot, x, _shaped(x, values[x.name]))
    return robot


def _shaped(x: Parameter, flat: Sequence[float]) -> Any:
    if x.field == "mass":
        return flat[0]
    rows = tuple(tuple(flat[k : k + 3]) for k in range(0, len(flat), 3))
    return rows if x.field == "inertia" else rows[0]


def _with(robot: Robot, x: Parameter, value: Any) -> Robot:
    if x.owner == GRAVITY:
        return dataclasses.replace(robot, gravity=value)
    if x.owner == PAYLOAD:
        payload = robot.payload or Payload(mass=0)
        return robot.with_payload(dataclasses.replace(payload, **{x.field: value}))
    bodies = tuple(
        dataclasses.replace(b, **{x.field: value}) if b.name == x.owner else b for b in robot.bodies
    )
    return dataclasses.replace(robot, bodies=bodies)
