"""Laws of mechanics that no algorithm can fake, measured on one robot at given states.

Torque times speed is the rate of energy (by dual numbers, so without a step size); the wrench on
the tool does the work of J^T w; H is symmetric, though built column by column, and positive
definite; inverse dynamics undoes forward dynamics. Torques are compared with the largest of those
in balance, each divided by the root of its joint's inertia.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from erfd.dynamics import quantities
from erfd.dynamics.dual import Dual
from erfd.dynamics.tree import Tree
from erfd.rows import Array

TOLERANCE = 1e-10


@dataclass(frozen=True)
class State:
    """A random state; `last` serves as accelerations or as torques. At its q and qd:

    H, and the torques of a motion in which every joint has its share: the lighter what it carries,
    the faster.
    """

    q: list[float]
    qd: list[float]
    last: list[float]
    wrench: list[float]
    H: Array
    torques: list[float]

    @property
    def weights(self) -> Array:
        """The root of each joint's own inertia; 1 where it feels none."""
        d = np.sqrt(np.abs(np.diag(self.H)))
        return np.where(d > 0.0, d, 1.0)

    @property
    def unit_H(self) -> Array:
        """H with a unit diagonal: its condition does not depend on units."""
        return self.H / np.outer(self.weights, self.weights)


@dataclass(frozen=True)
class Law:
    """One law: how far it was from holding, at worst, and how far it may be."""

    name: str
    worst: float
    tolerance: float

    @property
    def passed(self) -> bool:
        return self.worst <= self.tolerance


def laws(
    tree: Tree,
    sample: Sequence[State],
    regular: bool,
    tell: Callable[[str], None] = lambda _: None,
) -> list[Law]:
    tell("laws of mechanics")
    found = [
        Law("power in = rate of energy", _worst(_power, tree, sample), TOLERANCE),
        Law("wrench does the work of J^T w", _worst(_work, tree, sample), TOLERANCE),
        Law("H is symmetric", _worst(_asymmetry, tree, sample), TOLERANCE),
    ]
    if regular:
        smallest = min(float(np.linalg.eigvalsh(x.unit_H).min()) for x in sample)
        found.append(Law("H is positive definite", -smallest, 0.0))
        found.append(Law("ID(FD(tau)) = tau", _worst(_round_trip, tree, sample), TOLERANCE))
    return found


def _worst(law: Callable[[Tree, State], float], tree: Tree, sample: Sequence[State]) -> float:
    values = [float(law(tree, x)) for x in sample]
    return max(values) if np.isfinite(values).all() else math.inf


def _ratio(error: Array, size: Array) -> float:
    largest = float(np.abs(size).max())
    if not (np.isfinite(error).all() and math.isfinite(largest)):
        return math.inf
    worst = float(np.abs(error).max())
    if largest > 0.0:
        return worst / largest
    return math.inf if worst > 0.0 else 0.0


def _power(tree: Tree, x: State) -> float:
    """tau . qd against d(T + V)/dt."""
    tau = np.array(quantities.inverse_dynamics(tree, x.q, x.qd, x.last))
    q = [Dual(a, b) for a, b in zip(x.q, x.qd, strict=True)]
    qd = [Dual(a, b) for a, b in zip(x.qd, x.last, strict=True)]
    kinetic, potential = quantities.energies(tree, q, qd)
    parts = tau * x.qd
    return _ratio(parts.sum() - Dual.of(kinetic + potential).rate, np.abs(parts).sum())


def _work(tree: Tree, x: State) -> float:
    J = np.array(quantities.frame_jacobian(tree, x.q, tree.tool), dtype=float)
    loaded = np.array(quantities.bias(tree, x.q, x.qd, x.wrench))
    free = np.array(quantities.bias(tree, x.q, x.qd))
    error = free - loaded - J.T @ x.wrench
    return _ratio(error / x.weights, np.maximum(np.abs(loaded), np.abs(free)) / x.weights)


def _asymmetry(tree: Tree, x: State) -> float:
    """H from unit accelerations; no gravity is in the way."""
    zero = [0.0] * len(x.q)
    still = replace(tree, gravity=(0.0, 0.0, 0.0))
    units = np.eye(len(x.q)).tolist()
    rows = [quantities.inverse_dynamics(still, x.q, zero, unit) for unit in units]
    H = np.array(rows) / np.outer(x.weights, x.weights)
    return _ratio(H - H.T, H)


def _round_trip(tree: Tree, x: State) -> float:
    bias = np.array(quantities.bias(tree, x.q, x.qd, x.wrench))
    qdd = np.array(quantities.forward_dynamics(tree, x.q, x.qd, x.last, x.wrench))
    back = np.array(quantities.inverse_dynamics(tree, x.q, x.qd, qdd.tolist(), x.wrench))
    inertial = np.abs(x.H) @ np.abs(qdd)
    size = np.maximum(np.abs(x.last), np.maximum(np.abs(bias), inertial))
    return _ratio((back - x.last) / x.weights, size / x.weights)
