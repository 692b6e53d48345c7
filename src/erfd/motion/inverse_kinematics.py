"""Inverse kinematics of a robot: which joint values put the tool there.

`solver_of(robot)` gives the closed form where there is one (six axes, the last three meeting in a
point, see `inverse/position.py` for the first three) and a search elsewhere. Both answer alike:

    branches(T)          every solution, status codes, how far it is from reach and from singular
    nearest(T, near)     one solution per pose, by status, turns and joint ranges
    follow(T, start)     along a path: one configuration kept, the first pose that is not possible
    rates(q, V, Vdot)    joint speeds and accelerations from the tool's
"""

from __future__ import annotations

from dataclasses import replace

from erfd.dynamics.lump import tree_of
from erfd.motion.inverse.closed_form import closed_form_of
from erfd.motion.inverse.exact import Exact
from erfd.motion.inverse.records import Branches, Fault, Way
from erfd.motion.inverse.rooted import Rooted
from erfd.motion.inverse.searched import STARTS, Searched
from erfd.motion.inverse.solutions import Solutions, solutions
from erfd.motion.inverse.solver import Solver
from erfd.robot.robot import Robot
from erfd.trace.robot_function import place_of

__all__ = ["Branches", "Fault", "Solutions", "Solver", "Way", "solutions", "solver_of"]


def solver_of(
    robot: Robot, *, attitude: bool = True, frame: str = "tool", starts: int = STARTS
) -> Solver:
    """The robot's solver, for its tool, any body or named frame.

    Without `attitude` only the position counts, which is a search; `starts` are those of a search.
    """
    tree = tree_of(robot)
    tree = replace(tree, tool=place_of(robot, tree, frame))
    form = closed_form_of(tree) if attitude else None
    if form is None:
        return Searched(robot, attitude, frame, starts)
    kind = Rooted if form.family.name == "general" else Exact
    return kind(robot, tree, form)
