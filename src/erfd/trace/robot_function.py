"""The compiled functions of a robot by the names that users know: what `Arm.function` calls."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Place, Tree
from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.trace.function import Function
from erfd.trace.hybrid import hybrid
from erfd.trace.parameters import Parameters, refuse_idle
from erfd.trace.quantity import function, key_of
from erfd.trace.regressor import regressor
from erfd.trace.trace import METHODICAL, QUANTITIES


def robot_function(
    robot: Robot,
    quantity: str,
    method: str | None = None,
    *,
    wrench: bool = False,
    frame: str = "tool",
    parameters: Sequence[str] = (),
    prescribed: Sequence[str] = (),
) -> Function:
    """One quantity of one robot; `parameters` names numbers of the robot that become inputs.

    Inputs stand in this order: the state, the wrench, the parameters as named. `prescribed` names
    the joints whose accelerations are given to hybrid dynamics.
    """
    _refuse_idle(quantity, Parameters.of(robot, parameters), parameters)
    _refuse_unread(quantity, method, wrench, frame, prescribed)
    if quantity == "regressor":
        return _regressor(robot)
    if quantity == "hybrid_dynamics":
        return _hybrid(robot, prescribed, wrench)
    if quantity not in QUANTITIES:
        known = ", ".join([*QUANTITIES, "regressor", "hybrid_dynamics"])
        raise RobotError(f"there is no function '{quantity}'", f"use {known}")
    chosen = Parameters.of(robot, parameters) if parameters else None
    tree = tree_of(chosen.bare if chosen else robot)
    place = place_of(robot, tree, frame) if QUANTITIES[quantity].frame else None
    options = {"parameters": chosen} if chosen else {}
    return function(tree, quantity, method, wrench=wrench, place=place, **options)


# what each quantity reads of the bodies; the others read all, and gravity
READS: dict[str, frozenset[str]] = {
    "forward_kinematics": frozenset(),
    "jacobian": frozenset(),
    "jacobian_rate": frozenset(),
    "mass_matrix": frozenset({"mass", "com", "inertia"}),
    "coriolis_matrix": frozenset({"mass", "com", "inertia"}),
    "gravity": frozenset({"mass", "com", "gravity"}),
}
WHOLE = {
    "regressor": "it is multiplied by the inertial parameters",
    "hybrid_dynamics": "it has none as inputs",
}


def _refuse_idle(quantity: str, chosen: Parameters, names: Sequence[str]) -> None:
    """A parameter that changes nothing is a mistake; a body counts where one of its parts does."""
    if names and quantity in WHOLE:
        raise RobotError(f"{quantity} takes no parameters: {WHOLE[quantity]}", "leave them out")
    if quantity in READS:
        refuse_idle(quantity, READS[quantity], chosen, names)


def _refuse_unread(
    quantity: str, method: str | None, wrench: bool, frame: str, prescribed: Sequence[str]
) -> None:
    """What is asked for and would change nothing is refused, never passed over."""
    hybrid, known = quantity == "hybrid_dynamics", QUANTITIES.get(quantity)
    if known is None and not hybrid and quantity != "regressor":
        return  # said by the caller
    given = {
        "wrench": wrench and not (hybrid or (known and known.wrench)),
        "frame": frame != "tool" and not (known and known.frame),
        "prescribed": bool(prescribed) and not hybrid,
    }
    for name, passed_over in given.items():
        if passed_over:
            raise RobotError(f"{quantity} does not depend on {name}=", f"leave {name}= out")
    if method not in (None, "auto") and quantity not in (*METHODICAL, "coriolis_matrix"):
        raise RobotError(f"there is no choice of methods for {quantity}", "leave method= out")


def _regressor(robot: Robot) -> Function:
    tree = tree_of(robot)
    make = functools.partial(regressor, robot, tree)
    return Function("regressor", make, "newton_euler", key_of(("regressor", robot, tree)))


def _hybrid(robot: Robot, prescribed: Sequence[str], wrench: bool) -> Function:
    names = [joint.name for joint in robot.independent]
    for name in prescribed:
        if name not in names:
            raise RobotError(f"'{robot.name}' has no joint '{name}'", f"it has {', '.join(names)}")
    tree, places = tree_of(robot), tuple(i for i, x in enumerate(names) if x in prescribed)
    make = functools.partial(hybrid, tree, places, wrench)
    key = key_of(("hybrid_dynamics", tree, places, wrench))
    return Function("hybrid_dynamics", make, "composite_body", key)


def place_of(robot: Robot, tree: Tree, frame: str) -> Place:
    """Where a named frame sits: "tool", any body's name, any named frame."""
    if frame in ("tool", robot.tool.name):
        return tree.tool
    if frame not in tree.places:
        known = ", ".join(["tool", *tree.places])
        raise RobotError(f"'{robot.name}' has no frame '{frame}'", f"it has {known}")
    return tree.places[frame]
