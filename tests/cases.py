"""A robot with a random state and a wrench, and what Pinocchio computes of it, in plain arrays."""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np
import pinocchio as pin

from erfd.dynamics.dual import Dual
from erfd.dynamics.lump import tree_of
from erfd.robot.robot import Robot
from tests.oracle import model_of, tool_forces
from tests.samples import random_robot, random_state

Array = Any


class Case:
    """`x` stands for accelerations or torques, whatever the law needs."""

    def __init__(self, robot: Robot, rng: random.Random) -> None:
        self.robot, self.tree = robot, tree_of(robot)
        self.n = self.tree.n
        self.q, self.qd, self.x = random_state(rng, self.n)
        self.wrench = [rng.uniform(-50.0, 50.0) for _ in range(6)]
        self.arrays = np.array(self.q), np.array(self.qd), np.array(self.x)

    @functools.cached_property
    def pin(self) -> tuple[Any, Any]:
        model = model_of(self.robot)
        return model, model.createData()

    @property
    def forces(self) -> Any:
        return tool_forces(*self.pin, self.arrays[0], np.array(self.wrench))

    def inverse_dynamics(self) -> Array:
        return pin.rnea(*self.pin, *self.arrays, self.forces).copy()

    def bias(self) -> Array:
        q, qd, _ = self.arrays
        return pin.rnea(*self.pin, q, qd, np.zeros(self.n), self.forces).copy()

    def forward_dynamics(self) -> Array:
        return pin.aba(*self.pin, *self.arrays, self.forces).copy()

    def mass_matrix(self) -> Array:
        """Only the upper half of Pinocchio's is filled."""
        upper = np.triu(pin.crba(*self.pin, self.arrays[0]).reshape(self.n, self.n))
        return upper + np.triu(upper, 1).T

    def coriolis_matrix(self) -> Array:
        q, qd, _ = self.arrays
        return pin.computeCoriolisMatrix(*self.pin, q, qd).reshape(self.n, self.n).copy()


def cases(count: int, largest: int = 12, **options: float) -> list[Case]:
    """Cases of 1 to `largest` joints, the same at every call."""
    made = []
    for seed in range(count):
        rng = random.Random(seed)
        made.append(Case(random_robot(rng, rng.randint(1, largest), **options), rng))
    return made


def moving(values: list[float], rates: list[float]) -> list[Dual]:
    """Numbers that carry their time derivatives along."""
    return [Dual(x, rate) for x, rate in zip(values, rates, strict=True)]


def rates(values: Any) -> Array:
    """The time derivatives of a nested list of dual numbers."""
    return np.vectorize(lambda x: Dual.of(x).rate, otypes=[float])(np.array(values, dtype=object))


def difference(a: Any, b: Any) -> float:
    """The largest difference, relative to the largest entry."""
    x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        return float("inf")
    size = max(float(np.abs(x).max()), float(np.abs(y).max()))
    return float(np.abs(x - y).max()) / size if size > 0.0 else 0.0
