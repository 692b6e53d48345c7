"""The motor side in a C export: functions for `trace.c99_library.export`, with their references."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from erfd.drives.achievable import Cycle, Rules, achievable
from erfd.drives.c99_states import state_of
from erfd.drives.function import DRIVE_QUANTITIES
from erfd.drives.offered import motor_function
from erfd.drives.train import Train, drives_of, train_of
from erfd.robot.robot import Robot
from erfd.trace.c99_library import CFunction
from erfd.trace.c99_values import with_values
from erfd.trace.parameters import Parameters, idle

# the quantity, its name in C, what it is
OFFERED = (
    ("motor_torque", "motor_torque", "Motor torques of a motion, friction and rotors included."),
    (
        "motor_forward_dynamics",
        "motor_forward_dynamics",
        "Joint accelerations under motor torques; NaN where friction has no answer.",
    ),
    (
        "motor_equations_of_motion",
        "motor_inertia_and_bias",
        "tau_motor = H_motor qdd + bias_motor near the motion qdd, whose friction it is; by rows.",
    ),
    (
        "effective_inertia",
        "motor_effective_inertia",
        "What each motor feels at its shaft while the others keep their speed, kg m^2.",
    ),
    ("motor_current", "motor_current", "Motor currents of a motion, A."),
    (
        "achievable_step",
        "achievable_step",
        "What the motors reach of a cycle of dt s from the plan (planned) to q_next.",
    ),
)


def motor_functions(
    robot: Robot, *, wrench: bool = False, parameters: Sequence[str] = ()
) -> list[CFunction]:
    """Of a robot with drives; the arguments are those of `export`."""
    train = train_of(robot, plain=True)
    made = []
    for quantity, name, says in OFFERED:
        if quantity == "motor_current" and not _currents(robot):
            continue
        free = wrench and quantity != "effective_inertia"
        mine = _read(robot, quantity, parameters)
        function = motor_function(robot, quantity, wrench=free, parameters=mine)
        reference = functools.partial(_reference, Parameters.of(robot, mine), quantity)
        state = functools.partial(state_of, robot=robot, train=train, quantity=quantity)
        made.append(CFunction(quantity, name, says, "", function.tape, reference, state))
    return made


def _read(robot: Robot, quantity: str, names: Sequence[str]) -> list[str]:
    """Of the parameters of the export those that this quantity depends on."""
    if quantity not in DRIVE_QUANTITIES:
        return list(names)
    reads = DRIVE_QUANTITIES[quantity].reads
    unread = idle(reads, Parameters.of(robot, names), names)
    return [name for name in names if name not in unread]


def _currents(robot: Robot) -> bool:
    return all(m.torque_constant is not None for m in drives_of(robot).motors)


def _reference(
    inputs: Parameters, quantity: str, given: Mapping[str, Sequence[float]]
) -> list[list[float]]:
    """By the text on plain floats, from the record as it stands."""
    train = train_of(with_values(inputs, given), plain=True)
    if quantity == "achievable_step":
        return _achieved(train, given)
    what = DRIVE_QUANTITIES[quantity]
    arguments: list[Any] = [list(given[name]) for name in what.inputs]
    if what.wrench:
        arguments.append(given.get("wrench"))
    if what.undriven:
        arguments.append(given.get("undriven", ()))
    results = what.text(train, *arguments)
    groups = results if len(what.outputs) > 1 else (results,)
    return [_flat(group) for group in groups]


def _achieved(train: Train, given: Mapping[str, Sequence[float]]) -> list[list[float]]:
    q, qd, now, following = (list(given[x]) for x in ("q", "qd", "planned", "q_next"))
    cycle = Cycle(q, qd, now, following, given["dt"][0], wrench=given.get("wrench"))
    *rows, converged = achievable(train, Rules(), cycle)
    return [*map(_flat, rows), [float(converged)]]


def _flat(x: Any) -> list[float]:
    return [y for part in x for y in _flat(part)] if isinstance(x, (list, tuple)) else [float(x)]
