"""Inverse kinematics of a robot: which joint values put the tool there.

`solver_of(robot)` gives the closed form where there is one (six axes, the last three meeting in a
point, see `inverse/position.py` for the first three) and a search elsewhere. Both answer alike:

    branches(T)          every solution, status codes, how far it is from reach and from singular
    nearest(T, near)     one solution per pose, by status, turns and joint ranges
    follow(T, start)     along a path: one configuration kept, the first pose that is not possible
    rates(q, V, Vdot)    joint speeds and accelerations from the tool's
"""

from __future__ import annotations

from erfd.dynamics.lump import tree_of
from erfd.motion.inverse.closed_form import closed_form_of
from erfd.motion.inverse.exact import Exact
from erfd.motion.inverse.records import Branches, Fault, Solver, Way
from erfd.motion.inverse.searched import Searched
from erfd.robot.robot import Robot

__all__ = ["Branches", "Fault", "Solver", "Way", "solver_of"]


def solver_of(robot: Robot, *, attitude: bool = True) -> Solver:
    """The robot's solver; without `attitude` only the tool's position counts (a search)."""
    tree = tree_of(robot)
    form = closed_form_of(tree) if attitude else None
    return Searched(robot, attitude) if form is None else Exact(robot, tree, form)
