"""The drive train of a function whose parameters are inputs."""

from __future__ import annotations

import functools

from erfd.drives.train import Train, train_of
from erfd.robot.robot import Robot
from erfd.trace.parameters import Parameters
from erfd.trace.scalar import symbols
from erfd.trace.tape import Tape


def train_on(tape: Tape, robot: Robot, wrench: bool, parameters: Parameters | None) -> Train:
    """With symbols for the parameters; gravity as an input keeps the base's axes, as a wrench."""
    if parameters is None:
        return train_of(robot, wrench=wrench)
    values = {x.name: symbols(tape, x.name, x.shape) for x in parameters.inputs}
    change = functools.partial(parameters.applied, values=values)
    return train_of(parameters.bare, wrench=wrench or parameters.gravity, change=change)
