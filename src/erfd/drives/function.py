"""The compiled functions of the drives by the names that users know, from the texts of this room.

Inputs stand as in the rigid-body functions: the state, then the wrench. The program is named by
all that determines it, so that a process that finds it stored traces nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from erfd.drives import motors, transmission
from erfd.drives.equations import MODES, Mode
from erfd.drives.forward import motor_forward_dynamics
from erfd.drives.gears import driven
from erfd.drives.inputs import train_on
from erfd.drives.train import Train, drives_of
from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.trace.function import Function
from erfd.trace.parameters import Parameters, refuse_idle
from erfd.trace.quantity import key_of
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape

Shapes = Mapping[str, tuple[str, ...]]
N, R = ("n",), ("r",)
STATE: Shapes = {"q": N, "qd": N, "qdd": N}


class DriveQuantity(NamedTuple):
    """Inputs and outputs by name and shape (n coordinates, r motors), and the text.

    `reads` are the fields of inertial parameters that it depends on.
    """

    inputs: Shapes
    outputs: Shapes
    text: Callable[..., Any]
    wrench: bool = False
    mode: bool = False
    undriven: bool = False
    reads: frozenset[str] = frozenset({"mass", "com", "inertia", "gravity"})


NOTHING: frozenset[str] = frozenset()
BODIES = frozenset({"mass", "com", "inertia"})


def _angles(train: Train, q: Any) -> Any:
    return transmission.motor_angles(train.drives, q)


def _matrix(train: Train, q: Any) -> Any:
    return transmission.matrix(train.drives, q)


def _speeds(train: Train, q: Any, qd: Any) -> Any:
    return transmission.turning(train.drives, q, qd).y


DRIVE_QUANTITIES: dict[str, DriveQuantity] = {
    "motor_angles": DriveQuantity({"q": N}, {"q_motor": R}, _angles, reads=NOTHING),
    "transmission_matrix": DriveQuantity({"q": N}, {"A": ("r", "n")}, _matrix, reads=NOTHING),
    "motor_speeds": DriveQuantity({"q": N, "qd": N}, {"y": R}, _speeds, reads=NOTHING),
    "motor_torque": DriveQuantity(STATE, {"tau_motor": R}, motors.motor_torque, True, True),
    "motor_current": DriveQuantity(STATE, {"current": R}, motors.motor_current, True, True),
    "motor_equations_of_motion": DriveQuantity(
        STATE, {"H_motor": ("r", "n"), "bias_motor": R}, motors.motor_equations, True, True
    ),
    "motor_forward_dynamics": DriveQuantity(
        {"q": N, "qd": N, "tau_motor": R}, {"qdd": N}, motor_forward_dynamics, True, True, True
    ),
    "effective_inertia": DriveQuantity(
        {"q": N}, {"inertia": R}, motors.effective_inertia, reads=BODIES
    ),
}


def drive_function(
    robot: Robot,
    quantity: str,
    *,
    wrench: bool = False,
    mode: Mode = "consistent",
    dt: float = 0.0,
    parameters: Sequence[str] = (),
) -> Function:
    """One quantity of the drives of one robot; `dt` takes viscous friction at a cycle's end.

    Inputs stand in this order: the state, the wrench, accelerations of coordinates that no motor
    moves (`undriven`, of motor_forward_dynamics), the parameters as named.
    """
    what = _asked(quantity, wrench, mode)
    options: dict[str, Any] = {"mode": mode, "dt": dt} if what.mode else {}
    chosen = Parameters.of(robot, parameters) if parameters else None
    if chosen:
        refuse_idle(quantity, what.reads, chosen, parameters)
    make = functools.partial(_traced, robot, what, wrench, chosen, options)
    facts = robot, drives_of(robot), quantity, wrench, chosen and chosen.inputs, options
    return Function(quantity, make, mode if what.mode else "", key_of(("drives", *facts)))


def _asked(quantity: str, wrench: bool, mode: str) -> DriveQuantity:
    if quantity not in DRIVE_QUANTITIES:
        missing = f"there is no function '{quantity}' of the drives"
        raise RobotError(missing, f"use {', '.join(DRIVE_QUANTITIES)}")
    what = DRIVE_QUANTITIES[quantity]
    if wrench and not what.wrench:
        raise RobotError(f"{quantity} does not depend on a wrench", "leave wrench=True out")
    if mode not in MODES:
        raise RobotError(f"there is no mode '{mode}'", f"use {' or '.join(MODES)}")
    return what


def _traced(
    robot: Robot,
    what: DriveQuantity,
    wrench: bool,
    parameters: Parameters | None,
    options: dict[str, Any],
) -> Tape:
    tape, n, r = Tape(), len(robot.independent), len(drives_of(robot).motors)
    sizes = {"n": n, "r": r}
    arguments: list[Any] = [
        symbols(tape, name, tuple(sizes[d] for d in shape)) for name, shape in what.inputs.items()
    ]
    if what.wrench:
        arguments.append(symbols(tape, "wrench", (6,)) if wrench else None)
    if what.undriven:
        rest = n - len(driven(drives_of(robot)))
        arguments.append(symbols(tape, "undriven", (rest,)) if rest else ())
    results = what.text(train_on(tape, robot, wrench, parameters), *arguments, **options)
    groups = results if len(what.outputs) > 1 else (results,)
    for (name, shape), group in zip(what.outputs.items(), groups, strict=True):
        output(tape, name, tuple(sizes[d] for d in shape), _flat(group))
    return tape.compact()


def _flat(x: Any) -> list[Any]:
    if isinstance(x, (list, tuple)):
        return [y for part in x for y in _flat(part)]
    return [x]
