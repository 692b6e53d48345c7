"""What users give to the functions of the drives: extras by name, plans, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from erfd.curve import Array
from erfd.drives.train import drives_of
from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.rows import Argument, complaint

PAYLOAD = ("payload_mass", "payload_com", "payload_inertia")
JOINTS = ("plan", "q", "qd", "planned", "q_next")
MOTORS = ("peak_torque", "top_speed", "tau_motor")
OTHERS: dict[str, tuple[tuple[int, ...], str]] = {
    "wrench": ((6,), "force, then moment, on the tool, in base axes"),
    "payload_com": ((3,), "its centre of mass, in the tool frame"),
    "payload_inertia": ((3, 3), "its inertia about that, in the tool frame"),
}
SIZES = {  # what is never below zero, and its unit
    "peak_torque": "N m",
    "top_speed": "rad/s",
    "payload_mass": "kg",
    "gain": "1/s",
    "standstill": "rad/s",
}
ABOVE = "give a finite time above 0"
Values = Mapping[str, ArrayLike]
Flags = NDArray[np.bool_]


def extras_of(
    wrench: ArrayLike | None,
    payload: Sequence[ArrayLike] | None,
    peak_torque: ArrayLike | None,
    top_speed: ArrayLike | None,
) -> dict[str, ArrayLike]:
    """What is given beside the state; a payload is (mass, com) or (mass, com, inertia)."""
    found = {"wrench": wrench, "peak_torque": peak_torque, "top_speed": top_speed}
    extras = {name: value for name, value in found.items() if value is not None}
    if payload is None:
        return extras
    if not isinstance(payload, (tuple, list)) or len(payload) not in (2, 3):
        raise RobotError(
            "this payload is not understood", "give (mass, com) or (mass, com, inertia)"
        )
    parts = (*payload, np.zeros((3, 3)))
    return {**extras, **dict(zip(PAYLOAD, parts, strict=False))}


def check(robot: Robot, values: Values) -> None:
    """Shapes, kinds of numbers, and the length of a cycle."""
    wrong = complaint([_argument(robot, name, value) for name, value in values.items()])
    if wrong is not None:
        raise wrong
    for name, value in values.items():
        _refuse_below_zero(name, np.asarray(value))
    dt = np.asarray(values.get("dt", 1.0))
    if not np.all((dt > 0.0) & (dt < np.inf)):
        raise RobotError(f"a cycle of {_first_of(dt, ~((dt > 0.0) & (dt < np.inf)))} s", ABOVE)


def _refuse_below_zero(name: str, value: Array) -> None:
    """What cannot be negative; NaN in a limit spoils its own row, elsewhere it means nothing."""
    if name not in SIZES:
        return
    wrong = value < 0.0 if name in MOTORS else ~(value >= 0.0)
    if wrong.any():
        what = f"{name} is {_first_of(value, wrong)} {SIZES[name]}".rstrip()
        raise RobotError(what, "give 0 or a number above it")


def _first_of(value: Array, wrong: Flags) -> str:
    return f"{float(value[wrong][0] if value.ndim else value):g}"


def _argument(robot: Robot, name: str, value: ArrayLike) -> Argument:
    if name in JOINTS:
        joints = [joint.name for joint in robot.independent]
        rows = np.shape(value)[-2:-1] if name == "plan" else ()
        meaning = f"{len(joints)} joints of '{robot.name}': {', '.join(joints)}"
        return Argument(name, value, (*rows, len(joints)), meaning)
    if name in MOTORS:
        motors = [motor.name for motor in drives_of(robot).motors]
        meaning = f"{len(motors)} motors of '{robot.name}': {', '.join(motors)}"
        return Argument(name, value, (len(motors),), meaning)
    core, meaning = OTHERS.get(name, ((), "one number for each row"))
    return Argument(name, value, core, meaning)
