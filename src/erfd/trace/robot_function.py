"""The compiled functions of a robot by the names that users know: what `Arm.function` calls."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Place, Tree
from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.trace.function import Function
from erfd.trace.parameters import Parameters
from erfd.trace.quantity import function, key_of
from erfd.trace.regressor import regressor
from erfd.trace.trace import QUANTITIES


def robot_function(
    robot: Robot,
    quantity: str,
    method: str | None = None,
    *,
    wrench: bool = False,
    frame: str = "tool",
    parameters: Sequence[str] = (),
) -> Function:
    """One quantity of one robot; `parameters` names numbers of the robot that become inputs.

    Inputs stand in this order: the state, the wrench, the parameters as named.
    """
    if quantity == "regressor":
        return _regressor(robot)
    if quantity not in QUANTITIES:
        known = ", ".join([*QUANTITIES, "regressor"])
        raise RobotError(f"there is no function '{quantity}'", f"use {known}")
    if wrench and not QUANTITIES[quantity].wrench:
        raise RobotError(f"{quantity} does not depend on a wrench", "leave wrench=True out")
    chosen = Parameters.of(robot, parameters) if parameters else None
    tree = tree_of(chosen.bare if chosen else robot)
    place = place_of(robot, tree, frame) if QUANTITIES[quantity].frame else None
    options = {"parameters": chosen} if chosen else {}
    return function(tree, quantity, method, wrench=wrench, place=place, **options)


def _regressor(robot: Robot) -> Function:
    tree = tree_of(robot)
    make = functools.partial(regressor, robot, tree)
    return Function("regressor", make, "newton_euler", key_of(("regressor", robot, tree)))


def place_of(robot: Robot, tree: Tree, frame: str) -> Place:
    """Where a named frame sits: "tool", any body's name, any named frame."""
    if frame in ("tool", robot.tool.name):
        return tree.tool
    if frame not in tree.places:
        known = ", ".join(["tool", *tree.places])
        raise RobotError(f"'{robot.name}' has no frame '{frame}'", f"it has {known}")
    return tree.places[frame]
