"""How much the effective inertia of each motor changes over the poses of a robot.

What a motor feels at its shaft while the others keep their speed: the parameter by which Szkodny
(*Dynamics of industrial robot manipulators*) sets a controller's gains, and the reason why one
setting does not fit all poses. The least and the most are those found in random poses, no proof.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.drives.function import drive_function
from erfd.drives.holding import Array
from erfd.drives.train import drives_of
from erfd.robot.robot import Robot


class Felt(NamedTuple):
    """Of one motor, kg m^2: the rotor's own inertia (None: unknown), the least, the most."""

    motor: str
    rotor: float | None
    least: float
    most: float


def felt_inertias(robot: Robot, poses: Array) -> list[Felt]:
    """Over the poses, (N, n)."""
    found = drive_function(robot, "effective_inertia")(poses)
    least, most = found.min(axis=0).tolist(), found.max(axis=0).tolist()
    rotors = [m.rotor_inertia for m in drives_of(robot).motors]
    known = [None if x is None else float(x) for x in rotors]
    names = [m.name for m in drives_of(robot).motors]
    return [Felt(*row) for row in zip(names, known, least, most, strict=True)]
