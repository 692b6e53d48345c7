"""What a motion asks of a robot at given instants: joint torques, motor speeds, torques, currents.

Computed with compiled functions, many instants at once; `parts.py` computes some of it again with
plain floats. SI units; a wrench is exerted by the environment on the tool.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from erfd.curve import Array, Curve, State
from erfd.drives.function import drive_function
from erfd.drives.transmission import is_constant, matrix
from erfd.judge.instants import Instants
from erfd.judge.kernels import kernel, once
from erfd.robot.robot import Robot

STANDS, INSTANT, ROUNDING = 1e-7, 5e-6, 1e-6  # rad/s or m/s; s; of the fastest joint
NEAR = (1e-5, 1e-4, 1e-3, math.inf)  # s towards the middle of the piece, half the way at most


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


def standing(state: State) -> NDArray[np.bool_]:
    """Which joints stand for an instant, or turn round within microseconds."""
    stands: NDArray[np.bool_] = np.abs(state.qd) <= STANDS + INSTANT * np.abs(state.qdd)
    return stands


def directed(curve: Curve, instants: Instants, state: State) -> State:
    """What rounding leaves of a speed at a stop has any sign, which friction would take for a
    direction; so has what samples leave of it for some microseconds. A joint that stands for an
    instant has the direction of its motion a little nearer to the middle of the piece; none where
    it stands there too."""
    stands = standing(state)
    rows = np.flatnonzero(stands.any(axis=1))
    if not len(rows):
        return state
    qd = state.qd.copy()
    least = STANDS + INSTANT * np.abs(state.qdd[rows])
    way = _way(curve, instants.take(rows), stands[rows], least)
    qd[rows] = np.where(stands[rows], way, qd[rows])
    return State(state.q, qd, state.qdd)


def _way(curve: Curve, at: Instants, stands: NDArray[np.bool_], least: Array) -> Array:
    """Speeds of at most `STANDS` as those where the first of the joints is seen to move."""
    way, waiting = np.zeros(stands.shape), np.arange(len(at))
    middle = 0.5 * (curve.breakpoints[at.piece] + curve.breakpoints[at.piece + 1])
    for away in NEAR:
        some = at.take(waiting)
        most = 0.5 * (middle[waiting] - some.t)
        there = curve.at(some.t + np.clip(most, -away, away), some.piece).qd
        there = np.where(stands[waiting], there, 0.0)
        size = np.abs(there).max(axis=1, keepdims=True)
        moves = (np.abs(there) > least[waiting]).any(axis=1)
        there = np.where(np.abs(there) > ROUNDING * size, there, 0.0)
        way[waiting[moves]] = STANDS * there[moves] / size[moves]
        waiting = waiting[~moves]
    return way


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
