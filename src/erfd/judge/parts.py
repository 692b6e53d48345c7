"""What a torque is made of: gravity, inertia, velocity, payload, process force, friction, rotor.

With plain floats and the textbook's Newton-Euler recursion, at one state. The parts of a joint
torque are differences of inverse dynamics; at the motors they go through the gears, friction and
rotor come on top (`motor_parts.py`). They add up to the torque, which `recheck.py` asks of kernels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.drives.motors import motor_torque
from erfd.drives.train import Train, train_of
from erfd.dynamics.lump import tree_of
from erfd.dynamics.quantities import inverse_dynamics
from erfd.judge.motor_parts import motor_parts
from erfd.robot.robot import Robot

Parts = dict[str, Array]


class Splitter:
    """One robot under one load, taken apart."""

    def __init__(self, robot: Robot, wrench: Sequence[float] | None, mode: Any) -> None:
        self.robot, self.mode = robot, mode
        self.wrench = None if wrench is None else [float(x) for x in wrench]
        self.loaded, self.bare = tree_of(robot), tree_of(robot.with_payload(None))
        self.train: Train | None = None
        if robot.drives is not None:
            self.train = train_of(robot, wrench=True, plain=True)

    def joint(self, q: Array, qd: Array, qdd: Array) -> Parts:
        """Joint torques by cause."""
        still = np.zeros(len(q))
        bare = [self._torque(self.bare, q, *rates) for rates in _steps(qd, qdd, still)]
        loaded = self._torque(self.loaded, q, qd, qdd)
        parts = {
            "gravity": bare[0],
            "velocity terms": bare[1] - bare[0],
            "inertia": bare[2] - bare[1],
            "payload": loaded - bare[2],
        }
        if self.wrench is not None:
            parts["process force"] = self._torque(self.loaded, q, qd, qdd, self.wrench) - loaded
        return parts

    def motor(self, q: Array, qd: Array, qdd: Array) -> Parts:
        """Motor torques by cause, each from its own law."""
        joint = self.joint(q, qd, qdd)
        return motor_parts(self._train(), self.mode, joint, (q, qd, qdd), self.wrench)

    def motor_torque(self, q: Array, qd: Array, qdd: Array) -> Array:
        state = q.tolist(), qd.tolist(), qdd.tolist()
        torque = motor_torque(self._train(), *state, self.wrench, self.mode)
        return np.array(torque, dtype=float)

    def joint_torque(self, q: Array, qd: Array, qdd: Array) -> Array:
        return self._torque(self.loaded, q, qd, qdd, self.wrench)

    def _train(self) -> Train:
        if self.train is None:
            raise ValueError("a robot without drives has no motors")
        return self.train

    def _torque(
        self, tree: Any, q: Array, qd: Array, qdd: Array, wrench: Sequence[float] | None = None
    ) -> Array:
        state = q.tolist(), qd.tolist(), qdd.tolist()
        torque = inverse_dynamics(tree, *state, wrench, method="newton_euler")
        return np.array(torque, dtype=float)


def _steps(qd: Array, qdd: Array, still: Array) -> list[tuple[Array, Array]]:
    return [(still, still), (qd, still), (qd, qdd)]


def of(parts: Mapping[str, Array], k: int) -> dict[str, float]:
    """Of one joint or motor; what is nothing is left out."""
    return {cause: float(values[k]) for cause, values in parts.items() if values[k] != 0.0}
