"""The compiled functions of the drives by the names that users know, from the texts of this room.

Inputs stand as in the rigid-body functions: the state, then the wrench. The program is named by
all that determines it, so that a process that finds it stored traces nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from erfd.drives import motors, transmission
from erfd.drives.equations import MODES, Mode
from erfd.drives.train import Train, drives_of, train_of
from erfd.dynamics.lump import tree_of
from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.trace.function import Function
from erfd.trace.quantity import key_of
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape

Shapes = Mapping[str, tuple[str, ...]]
N, R = ("n",), ("r",)
STATE: Shapes = {"q": N, "qd": N, "qdd": N}


class DriveQuantity(NamedTuple):
    """Inputs and outputs by name and shape (n coordinates, r motors), and the text."""

    inputs: Shapes
    outputs: Shapes
    text: Callable[..., Any]
    wrench: bool = False
    mode: bool = False


def _angles(train: Train, q: Any) -> Any:
    return transmission.motor_angles(train.drives, q)


def _matrix(train: Train, q: Any) -> Any:
    return transmission.matrix(train.drives, q)


DRIVE_QUANTITIES: dict[str, DriveQuantity] = {
    "motor_angles": DriveQuantity({"q": N}, {"q_motor": R}, _angles),
    "transmission_matrix": DriveQuantity({"q": N}, {"A": ("r", "n")}, _matrix),
    "motor_torque": DriveQuantity(STATE, {"tau_motor": R}, motors.motor_torque, True, True),
    "motor_current": DriveQuantity(STATE, {"current": R}, motors.motor_current, True, True),
    "motor_equations_of_motion": DriveQuantity(
        STATE, {"H_motor": ("r", "n"), "bias_motor": R}, motors.motor_equations, True, True
    ),
}


def drive_function(
    robot: Robot,
    quantity: str,
    *,
    wrench: bool = False,
    mode: Mode = "consistent",
    dt: float = 0.0,
) -> Function:
    """One quantity of the drives of one robot; `dt` takes viscous friction at a cycle's end."""
    if quantity not in DRIVE_QUANTITIES:
        missing = f"there is no function '{quantity}' of the drives"
        raise RobotError(missing, f"use {', '.join(DRIVE_QUANTITIES)}")
    what = DRIVE_QUANTITIES[quantity]
    if wrench and not what.wrench:
        raise RobotError(f"{quantity} does not depend on a wrench", "leave wrench=True out")
    if mode not in MODES:
        raise RobotError(f"there is no mode '{mode}'", f"use {' or '.join(MODES)}")
    options: dict[str, Any] = {"mode": mode, "dt": dt} if what.mode else {}
    make = functools.partial(_traced, robot, what, wrench, options)
    key = key_of(("drives", tree_of(robot), drives_of(robot), quantity, wrench, options))
    return Function(quantity, make, mode if what.mode else "", key)


def _traced(robot: Robot, what: DriveQuantity, wrench: bool, options: dict[str, Any]) -> Tape:
    train = train_of(robot, wrench=wrench)
    sizes = {"n": train.n, "r": len(train.drives.motors)}
    tape = Tape()
    arguments: list[Any] = [
        symbols(tape, name, tuple(sizes[d] for d in shape)) for name, shape in what.inputs.items()
    ]
    if wrench:
        arguments.append(symbols(tape, "wrench", (6,)))
    results = what.text(train, *arguments, **options)
    groups = results if len(what.outputs) > 1 else (results,)
    for (name, shape), group in zip(what.outputs.items(), groups, strict=True):
        output(tape, name, tuple(sizes[d] for d in shape), _flat(group))
    return tape.compact()


def _flat(x: Any) -> list[Any]:
    if isinstance(x, (list, tuple)):
        return [y for part in x for y in _flat(part)]
    return [x]
