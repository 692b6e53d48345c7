"""Compiled functions of the robots simulated last: a second run of the same robot makes none."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from erfd.drives.function import DRIVE_QUANTITIES, drive_function
from erfd.forward.dry import Dry, dry_elements
from erfd.forward.equations import Equations, stored_function
from erfd.forward.free_steps import stages_function
from erfd.robot.robot import Robot
from erfd.trace.function import Function
from erfd.trace.robot_function import robot_function

MOST = 256


def function(robot: Robot, quantity: str, *, wrench: bool = False) -> Function:
    """A quantity of the bodies or of the drives, by its name."""
    make = drive_function if quantity in DRIVE_QUANTITIES else robot_function
    made: Function = _kept(make, robot, quantity, wrench)
    return made


def equations(robot: Robot, *, wrench: bool) -> Equations:
    made: Equations = _kept(Equations, robot, "", wrench)
    return made


def stored(robot: Robot) -> Function:
    made: Function = _kept(stored_function, robot, "", None)
    return made


def stages(robot: Robot) -> Function:
    made: Function = _kept(stages_function, robot, "", None)
    return made


def elements(robot: Robot) -> tuple[Dry, ...]:
    made: tuple[Dry, ...] = _kept(dry_elements, robot, "", None)
    return made


@functools.lru_cache(maxsize=MOST)
def _kept(make: Callable[..., Any], robot: Robot, quantity: str, wrench: bool | None) -> Any:
    names = (quantity,) if quantity else ()
    options = {} if wrench is None else {"wrench": wrench}
    return make(robot, *names, **options)
