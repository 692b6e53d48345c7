"""What planning needs of a robot, made once: its kinematics, what its joints may do, its flange."""

from __future__ import annotations

import functools
from typing import NamedTuple

from erfd.motion.inverse_kinematics import Solver, solver_of
from erfd.motion.planning import ptp
from erfd.robot.flange import flange_of
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot
from erfd.trace.function import Function
from erfd.trace.robot_function import robot_function


class Machinery(NamedTuple):
    """Inverse and forward kinematics, the maxima of ptp moves, the flange of the tool."""

    solver: Solver
    pose: Function
    maxima: ptp.Maxima
    flange: Placement


@functools.lru_cache(maxsize=8)
def machinery(robot: Robot) -> Machinery:
    pose = robot_function(robot, "forward_kinematics")
    return Machinery(solver_of(robot), pose, ptp.maxima(robot), flange_of(robot).placement)
