"""Single arguments of a run: checked, and in the form that a problem has."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from erfd.curve import Array, State
from erfd.errors import ErfdError, RobotError
from erfd.forward.problem import Given
from erfd.forward.ranges import stops
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

LARGEST = 1e5


def state_of(robot: Robot, given: Any, name: str) -> Array:
    n = len(robot.independent)
    if given is None:
        return np.zeros(n)
    try:
        values = np.array(given, dtype=float)
    except (TypeError, ValueError):
        raise RobotError(
            f"{name} is not made of numbers: {given!r}", "give numbers in SI"
        ) from None
    if values.shape != (n,):
        joints = ", ".join(j.name for j in robot.independent)
        raise RobotError(f"{name} has the shape {values.shape}", f"give ({n},): {joints}")
    if not np.isfinite(values).all():
        raise RobotError(f"{name} holds NaN or infinity", "give finite numbers")
    if np.abs(values).max() > LARGEST:
        joint = robot.independent[int(np.abs(values).argmax())].name
        what = f"{name} of {joint} is {values[np.abs(values).argmax()]:g}, beyond any robot"
        raise RobotError(what, f"give at most {LARGEST:g} (rad, m, rad/s, m/s)")
    return values


def refuse_outside(robot: Robot, q: Array) -> None:
    """A run with stops begins between them."""
    for joint, x, *ends in zip(robot.independent, q.tolist(), *stops(robot), strict=True):
        if not ends[0] - 1e-9 <= x <= ends[1] + 1e-9:
            unit, factor = ("mm", 1e3) if joint.kind == "prismatic" else ("deg", 180.0 / math.pi)
            low, high = (factor * float(end) for end in ends)
            what = f"{joint.name} starts at {factor * x:.6g} {unit}, beyond its stops"
            raise RobotError(what, f"start between {low:.6g} and {high:.6g} {unit}")


def positive(value: float, name: str) -> float:
    if not (math.isfinite(value) and value > 0.0):
        raise ErfdError(f"{name} is {value} s", "give a time above 0")
    return float(value)


def tolerance_of(value: float | None, default: float, name: str) -> float:
    if value is None:
        return default
    if not 1e-13 <= value <= 0.1:
        raise ErfdError(f"{name} is {value}", "give 1e-13 to 0.1")
    return float(value)


def given_of(robot: Robot, name: str, motion: Any) -> Given:
    names = [j.name for j in robot.independent]
    if name not in names:
        raise RobotError(f"'{robot.name}' has no joint '{name}'", f"it has {', '.join(names)}")
    if isinstance(motion, Trajectory):
        if motion.n != 1:
            what = f"the motion of '{name}' has {motion.n} coordinates"
            raise ErfdError(what, "give a trajectory of one")
        return Given(index=names.index(name), motion=motion.at, jumps=motion.breakpoints)
    if not callable(motion):
        what = f"the motion of '{name}' is {motion!r}"
        raise ErfdError(what, "give a Trajectory, or f(t) -> (q, qd, qdd)")

    def at(t: float) -> State:
        found: list[Array] = [np.atleast_1d(np.asarray(x, dtype=float)) for x in motion(t)]
        if len(found) != 3 or any(x.shape != (1,) for x in found):
            what = f"the motion of '{name}' gave {len(found)} values at t = {t:g} s"
            raise ErfdError(what, "let it return (q, qd, qdd)")
        return State(*found)

    return Given(index=names.index(name), motion=at, jumps=np.zeros(0))
