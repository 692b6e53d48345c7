"""Where a ptp move goes: the joint values of its target."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from erfd.curve import Array
from erfd.errors import ProgramError
from erfd.motion.commands import Joints, Pose, Ptp
from erfd.motion.inverse_kinematics import Solver
from erfd.motion.planning.sheet import fault_error
from erfd.motion.planning.targets import ActiveTools, goal_of, matrix_of
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot


def ptp_goal(
    command: Ptp,
    q: Array,
    here: Callable[[], Placement],
    robot: Robot,
    solver: Solver,
    tools: ActiveTools,
) -> Array:
    """From the joints q; `here` tells where the robot's own tool is, for targets of no attitude."""
    target = command.target
    if isinstance(target, Joints):
        return _filled(target, q, robot)
    if target.turns is not None and len(target.turns) != len(q):
        what = f"E_TYPE: {len(target.turns)} turns for the {len(q)} joints of '{robot.name}'"
        raise ProgramError(what, f"give {len(q)}")
    number = tools.number(command.tool)
    goal = goal_of(target, robot.system.r_base if command.base is None else command.base)
    R = tools.active(here(), number).R if goal.R is None else goal.R
    T = matrix_of(Placement(R, goal.p).then(tools.ways[number]))
    return _posture(solver, T, q, target)


def _filled(target: Joints, q: Array, robot: Robot) -> Array:
    """Joints without a value keep theirs."""
    n = len(q)
    if len(target.values) > n:
        what = f"E_TYPE: {len(target.values)} joint values for the {n} joints"
        raise ProgramError(f"{what} of '{robot.name}'", f"give at most {n}")
    given = [*target.values, *[None] * (n - len(target.values))]
    return np.array([x if y is None else y for x, y in zip(q, given, strict=True)])


def _posture(solver: Solver, T: Array, q: Array, target: Pose) -> Array:
    way = solver.nearest(T[None], q[None], target.status, target.turns)
    if way.fault is not None and way.fault.kind != "range":
        raise fault_error(way.fault, "")
    posture: Array = way.q[0]
    return posture
