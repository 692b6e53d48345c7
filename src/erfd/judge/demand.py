"""What a motion asks of a robot at given instants: joint torques, motor speeds, torques, currents.

Computed with compiled functions, many instants at once; `parts.py` computes some of it again with
plain floats. SI units; a wrench is exerted by the environment on the tool.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from erfd.curve import Array, Curve, State
from erfd.drives.function import drive_function
from erfd.drives.transmission import is_constant, matrix
from erfd.judge.instants import Instants
from erfd.judge.kernels import kernel, once
from erfd.robot.robot import Robot

STANDS, INWARD = 1e-7, 0.02  # rad/s or m/s; of the way to the middle of the piece


@dataclass(frozen=True)
class Demand:
    """Rows are instants: q, qd, qdd, joint torques, and the motors' speeds and torques."""

    q: Array
    qd: Array
    qdd: Array
    tau: Array
    motor_speed: Array
    motor_torque: Array


def states(curve: Curve, instants: Instants) -> State:
    """The motion, with the direction of joints that hardly move."""
    return directed(curve, instants, curve.at(instants.t, instants.piece))


def directed(curve: Curve, instants: Instants, state: State) -> State:
    """What rounding leaves of a speed at a stop has any sign, which friction would take for a
    direction. A joint that stands for an instant has the direction of its motion a little nearer to
    the middle of the piece; none where it stands there too."""
    stands = np.abs(state.qd) <= STANDS
    rows = np.flatnonzero(stands.any(axis=1))
    if not len(rows):
        return state
    at = instants.take(rows)
    middle = 0.5 * (curve.breakpoints[at.piece] + curve.breakpoints[at.piece + 1])
    there = curve.at(at.t + INWARD * (middle - at.t), at.piece).qd
    way = np.where(stands[rows], there, 0.0)
    size = np.abs(way).max(axis=1, keepdims=True)
    way *= np.where(size > STANDS, STANDS / np.maximum(size, STANDS), 0.0)
    qd = state.qd.copy()
    qd[rows] = np.where(stands[rows], way, qd[rows])
    return State(state.q, qd, state.qdd)


class Model:
    """One robot under one load; `wrench` (6,) is constant, or None."""

    def __init__(self, robot: Robot, wrench: Array | None = None, mode: Any = "consistent") -> None:
        self.robot, self.wrench, self.mode = robot, wrench, mode
        loaded = wrench is not None
        self._tau = kernel(robot, "inverse_dynamics", wrench=loaded)
        if robot.drives is not None:
            options: dict[str, Any] = {"wrench": loaded, "mode": mode}
            motor = ("motor_torque", loaded, mode)
            self._motor = once(
                robot, motor, lambda: drive_function(robot, "motor_torque", **options)
            )
            self._A = once(robot, "A", lambda: _transmission(robot))

    @property
    def n(self) -> int:
        return len(self.robot.independent)

    def at(self, curve: Curve, instants: Instants) -> Demand:
        return self.of(states(curve, instants))

    def of(self, state: State) -> Demand:
        motion: tuple[Array, ...] = tuple(state)
        if self.wrench is not None:
            motion = (*motion, self.wrench)
        tau = self._tau(*motion)
        if self.robot.drives is None:
            none = np.empty((len(tau), 0))
            return Demand(*state, tau, none, none)
        return Demand(*state, tau, self._speeds(state), self._motor(*motion))

    def _speeds(self, state: State) -> Array:
        A = self._A if isinstance(self._A, np.ndarray) else self._A(state.q)
        speeds: Array = np.einsum("...ij,...j->...i", A, state.qd)
        return speeds


def _transmission(robot: Robot) -> Any:
    """The matrix A of d q_motor / d q, or where it depends on q the function that gives it."""
    drives = robot.drives
    if drives is None or not is_constant(drives):
        return drive_function(robot, "transmission_matrix")
    return np.array(matrix(drives, [0.0] * len(robot.independent)), dtype=float)
