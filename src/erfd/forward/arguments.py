"""Single arguments of a run: checked, and in the form that a problem has."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from erfd.curve import Array, State
from erfd.errors import ErfdError, RobotError
from erfd.forward.problem import Given
from erfd.forward.ranges import stops
from erfd.forward.reals import items, real, reals
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

LARGEST = 1e5


def state_of(robot: Robot, given: Any, name: str) -> Array:
    n = len(robot.independent)
    if given is None:
        return np.zeros(n)
    what = f"{name} is not made of numbers: {given!r}"
    values = reals(given, what, "give numbers in SI").copy()
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


def positive(value: Any, name: str) -> float:
    value = real(value, f"{name} is {value!r}, which is no number", "give a time above 0 in s")
    if not (math.isfinite(value) and value > 0.0):
        raise ErfdError(f"{name} is {value} s", "give a time above 0")
    return float(value)


def share(value: Any, name: str) -> float:
    remedy = "give 0 (it stays) to 1 (all speed comes back)"
    found = real(value, f"{name} is {value!r}, which is no number", remedy)
    if not 0.0 <= found <= 1.0:
        raise ErfdError(f"{name} is {found:g}", remedy)
    return found


def tolerance_of(value: Any, default: float, name: str) -> float:
    if value is None:
        return default
    value = real(value, f"{name} is {value!r}, which is no number", "give 1e-13 to 0.1")
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
        what = f"the motion of '{name}' gave no (q, qd, qdd) at t = {t:g} s"
        parts = items(motion(t), what, "let it return (q, qd, qdd)")
        found = [np.atleast_1d(reals(x, what, "let it return three numbers")) for x in parts]
        if len(found) != 3 or any(x.shape != (1,) for x in found):
            what = f"the motion of '{name}' gave {len(found)} values at t = {t:g} s"
            raise ErfdError(what, "let it return (q, qd, qdd)")
        return State(*found)

    return Given(index=names.index(name), motion=at, jumps=np.zeros(0))
