"""Dry friction at rest as compiled functions, and what they say of a state as a record."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from erfd.curve import Array
from erfd.drives import stiction
from erfd.drives.achieved import Flags
from erfd.drives.friction import refuse_locking
from erfd.drives.train import drives_of, train_of
from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.trace.function import Function
from erfd.trace.quantity import key_of
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape

Rule = Literal["instant", "cycle", "as_published"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Stiction:
    """Joint accelerations, all friction at the motors (N m), which motors hold, and success."""

    qdd: Array
    friction: Array
    holds: Flags
    converged: Flags


def stiction_function(robot: Robot, rule: Rule, *, wrench: bool = False) -> Function:
    """Inputs q, qd, tau_motor, standstill, then dt (rule "cycle") and the wrench."""
    if rule not in get_args(Rule):
        raise RobotError(f"there is no rule '{rule}'", f"use {' or '.join(get_args(Rule))}")
    refuse_locking(drives_of(robot))
    make = functools.partial(_tape, robot, rule, wrench)
    key = key_of(("stiction", robot, drives_of(robot), rule, wrench))
    return Function("motor_stiction", make, rule, key)


def _tape(robot: Robot, rule: Rule, wrench: bool) -> Tape:
    train = train_of(robot, wrench=wrench)
    tape, n, motors = Tape(), train.n, len(train.drives.motors)
    q, qd = symbols(tape, "q", (n,)), symbols(tape, "qd", (n,))
    torque = symbols(tape, "tau_motor", (motors,))
    (standstill,) = symbols(tape, "standstill", ())
    dt = symbols(tape, "dt", ()) if rule == "cycle" else []
    load = symbols(tape, "wrench", (6,)) if wrench else None
    held = TEXTS[rule](train, q, qd, torque, *dt, load, standstill)
    output(tape, "qdd", (n,), held.qdd)
    output(tape, "friction", (motors,), held.friction)
    output(tape, "holds", (motors,), held.holds)
    output(tape, "converged", (), [held.converged])
    return tape.compact()


TEXTS: dict[str, Callable[..., stiction.Held]] = {
    "instant": stiction.accelerations,
    "cycle": stiction.step,
    "as_published": stiction.published,
}
