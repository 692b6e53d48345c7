"""The compiled functions of the motor side by the names that users know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, get_args

from erfd.drives.achievable import Rules
from erfd.drives.achievable_function import EXTRAS, achievable_function
from erfd.drives.equations import MODES, Mode
from erfd.drives.function import DRIVE_QUANTITIES, drive_function
from erfd.drives.stiction_function import Rule, stiction_function
from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.trace.function import Function

ACHIEVABLE = ("achievable_step", "achievable_motion")
STICTION = "motor_stiction"
NAMES = (*DRIVE_QUANTITIES, *ACHIEVABLE, STICTION)


def is_motor_side(quantity: str, method: str, mode: str, dt: float, rules: dict[str, Any]) -> bool:
    """Whether the drives offer this quantity; options that do not belong to it are refused."""
    here = quantity in NAMES or quantity.startswith("motor_")
    if here and method != "auto":
        raise RobotError(f"there is no choice of methods for '{quantity}'", "leave method= out")
    if not here and (mode != MODES[0] or dt or rules):
        options = " and no ".join([*rules] or ["modes", "dt"])
        raise RobotError(f"{quantity} has no {options}", "they belong to the motor side")
    return here


def motor_function(
    robot: Robot,
    quantity: str,
    *,
    wrench: bool = False,
    mode: Mode = "consistent",
    dt: float = 0.0,
    parameters: Sequence[str] = (),
    **rules: Any,
) -> Function:
    """`rules` are solve, track, speed_limit and implicit_viscous of Algorithm 1, rule of stiction.

    Of Algorithm 1 peak_torque and top_speed may be parameters too.
    """
    if quantity in ACHIEVABLE:
        return _achievable(robot, quantity, wrench, parameters, {"mode": mode, **rules}, dt)
    if quantity == STICTION:
        return _stiction(robot, wrench, parameters, {**rules}, mode != MODES[0] or bool(dt))
    _refuse(quantity, rules, ())
    return drive_function(robot, quantity, wrench=wrench, mode=mode, dt=dt, parameters=parameters)


def _achievable(
    robot: Robot,
    quantity: str,
    wrench: bool,
    parameters: Sequence[str],
    rules: dict[str, Any],
    dt: float,
) -> Function:
    _refuse(quantity, rules, [x.name for x in fields(Rules)])
    if dt:
        raise RobotError(f"dt is an input of {quantity}", "leave dt= out")
    extras = [x for x in parameters if x in EXTRAS] + ["wrench"] * wrench
    others = [x for x in parameters if x not in EXTRAS]
    along = quantity == "achievable_motion"
    return achievable_function(robot, Rules(**rules), extras, others, along=along)


def _stiction(
    robot: Robot, wrench: bool, parameters: Sequence[str], rules: dict[str, Any], more: bool
) -> Function:
    _refuse(STICTION, rules, ("rule",))
    if parameters or more:
        what = f"{STICTION} has no mode, no dt= and no parameters"
        raise RobotError(what, f"give rule= {' or '.join(get_args(Rule))}")
    return stiction_function(robot, rules.get("rule", "instant"), wrench=wrench)


def _refuse(quantity: str, rules: dict[str, Any], known: Sequence[str]) -> None:
    for name in rules:
        if name not in known:
            remedy = f"there are {', '.join(known)}" if known else "leave it out"
            raise RobotError(f"{quantity} has no option '{name}'", remedy)
