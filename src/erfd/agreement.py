"""Do all algorithms agree on this robot, and do they obey the laws of mechanics?

Random states; every algorithm against every other; then laws that no algorithm can fake: torque
times speed is the rate of energy, the wrench does virtual work J^T w, H is symmetric and positive
definite, and inverse dynamics undoes forward dynamics. Everything is relative to the largest
number of its kind, so the figures have no unit.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from erfd.dynamics import quantities
from erfd.dynamics.dual import Dual
from erfd.dynamics.singular import singular_joint
from erfd.dynamics.tree import Tree

TOLERANCE = 1e-10
LAGRANGE_JOINTS = 7
QUANTITIES = ("inverse_dynamics", "bias", "mass_matrix", "forward_dynamics")
Wrench = list[float]


@dataclass(frozen=True)
class Matrix:
    """The worst relative difference of every pair of algorithms for one quantity."""

    quantity: str
    methods: tuple[str, ...]
    worst: tuple[tuple[float, ...], ...]
    tolerance: float

    @property
    def passed(self) -> bool:
        return all(x <= self.tolerance for row in self.worst for x in row)


@dataclass(frozen=True)
class Law:
    """One law: how far it was from holding, at worst, and how far it may be."""

    name: str
    worst: float
    tolerance: float

    @property
    def passed(self) -> bool:
        return self.worst <= self.tolerance


@dataclass(frozen=True)
class Agreement:
    """`singular` is the coordinate that feels no inertia; forward dynamics is then left out."""

    matrices: tuple[Matrix, ...]
    laws: tuple[Law, ...]
    states: int
    condition: float
    singular: int | None

    @property
    def passed(self) -> bool:
        agreed = all(x.passed for x in self.matrices) and all(x.passed for x in self.laws)
        return agreed and self.singular is None


@dataclass(frozen=True)
class State:
    q: list[float]
    qd: list[float]
    qdd: list[float]
    wrench: Wrench


def agreement(tree: Tree, prismatic: Sequence[bool], states: int = 10, seed: int = 0) -> Agreement:
    """Compare everything at `states` random states."""
    rng = random.Random(seed)
    sample = [_state(rng, len(prismatic)) for _ in range(states)]
    masses: list[Any] = [np.array(quantities.mass_matrix(tree, x.q)) for x in sample]
    found = [singular_joint(H.tolist(), prismatic) for H in masses]
    singular = next((i for i in found if i is not None), None)
    condition = max(float(np.linalg.cond(_scaled(H))) for H in masses)
    loose = max(TOLERANCE, 1e3 * float(np.finfo(float).eps) * _loss(tree, sample, masses))
    asked = [x for x in QUANTITIES if singular is None or x != "forward_dynamics"]
    return Agreement(
        matrices=tuple(_compare(tree, x, sample, loose) for x in asked),
        laws=tuple(_laws(tree, sample, masses, singular is None)),
        states=states,
        condition=condition,
        singular=singular,
    )


def _state(rng: random.Random, n: int) -> State:
    def row(size: float, length: int = n) -> list[float]:
        return [rng.uniform(-size, size) for _ in range(length)]

    return State(q=row(3.1), qd=row(2.0), qdd=row(5.0), wrench=row(50.0, 6))


def _scaled(H: Any) -> Any:
    """H with a unit diagonal: its condition does not depend on units."""
    d = np.sqrt(np.abs(np.diag(H)))
    d[d == 0.0] = 1.0
    return H / np.outer(d, d)


def _loss(tree: Tree, sample: list[State], masses: list[Any]) -> float:
    """How much rounding of torques and of H may grow on its way to accelerations.

    The condition of H itself, joint units and all, since algorithms that cancel large terms lose
    digits with it; times how far bias and torque cancel.
    """
    worst = 1.0
    for x, H in zip(sample, masses, strict=True):
        bias = np.array(quantities.bias(tree, x.q, x.qd, x.wrench))
        size = max(np.abs(x.qdd).max(), np.abs(bias).max())
        left = np.abs(np.array(x.qdd) - bias).max()
        worst = max(worst, float(np.linalg.cond(H)) * float(size / left))
    return worst


def _methods(tree: Tree, quantity: str) -> list[str]:
    names = quantities.methods(quantity)
    if tree.n > LAGRANGE_JOINTS:
        names = [x for x in names if x != "lagrange"]
    if tree.follows is not None and quantity == "forward_dynamics":
        names = [x for x in names if x in quantities.methods("mass_matrix")]
    return names


def _compare(tree: Tree, quantity: str, sample: list[State], loose: float) -> Matrix:
    names = _methods(tree, quantity)
    results = {name: [_value(tree, quantity, name, x) for x in sample] for name in names}
    worst = tuple(tuple(max(map(difference, results[a], results[b])) for b in names) for a in names)
    tolerance = loose if quantity == "forward_dynamics" else TOLERANCE
    return Matrix(quantity, tuple(names), worst, tolerance)


def _value(tree: Tree, quantity: str, method: str, x: State) -> Any:
    if quantity == "mass_matrix":
        return quantities.mass_matrix(tree, x.q, method)
    if quantity == "bias":
        return quantities.bias(tree, x.q, x.qd, x.wrench, method)
    if quantity == "inverse_dynamics":
        return quantities.inverse_dynamics(tree, x.q, x.qd, x.qdd, x.wrench, method)
    return quantities.forward_dynamics(tree, x.q, x.qd, x.qdd, x.wrench, method)


def difference(a: Any, b: Any) -> float:
    """The largest difference relative to the largest entry."""
    x, y = np.array(a, dtype=float), np.array(b, dtype=float)
    size = max(float(np.abs(x).max()), float(np.abs(y).max()))
    return float(np.abs(x - y).max()) / size if size > 0.0 else 0.0


def _laws(tree: Tree, sample: list[State], masses: list[Any], regular: bool) -> list[Law]:
    laws = [
        Law("power in = rate of energy", max(_power(tree, x) for x in sample), TOLERANCE),
        Law("wrench does the work of J^T w", max(_work(tree, x) for x in sample), TOLERANCE),
        Law("H is symmetric", max(_asymmetry(tree, x) for x in sample), TOLERANCE),
    ]
    if regular:
        smallest = min(float(np.linalg.eigvalsh(_scaled(H)).min()) for H in masses)
        laws.append(Law("H is positive definite", max(-smallest, 0.0), 0.0))
        laws.append(Law("ID(FD(tau)) = tau", max(_round_trip(tree, x) for x in sample), TOLERANCE))
    return laws


def _power(tree: Tree, x: State) -> float:
    """tau . qd against d(T + V)/dt, the latter by dual numbers."""
    tau = quantities.inverse_dynamics(tree, x.q, x.qd, x.qdd)
    q = [Dual(a, b) for a, b in zip(x.q, x.qd, strict=True)]
    qd = [Dual(a, b) for a, b in zip(x.qd, x.qdd, strict=True)]
    kinetic, potential = quantities.energies(tree, q, qd)
    rate = Dual.of(kinetic + potential).rate
    parts = [a * b for a, b in zip(tau, x.qd, strict=True)]
    size = sum(map(abs, parts))
    return abs(sum(parts) - rate) / size if size > 0.0 else 0.0


def _work(tree: Tree, x: State) -> float:
    J = np.array(quantities.frame_jacobian(tree, x.q, tree.tool), dtype=float)
    loaded = np.array(quantities.bias(tree, x.q, x.qd, x.wrench))
    free = np.array(quantities.bias(tree, x.q, x.qd))
    return float(np.abs(free - loaded - J.T @ x.wrench).max() / max(np.abs(loaded).max(), 1e-300))


def _asymmetry(tree: Tree, x: State) -> float:
    """H from unit accelerations, which nothing forces to be symmetric; no gravity is in the way."""
    zero = [0.0] * len(x.q)
    still = replace(tree, gravity=(0.0, 0.0, 0.0))
    units = np.eye(len(x.q)).tolist()
    H = [quantities.inverse_dynamics(still, x.q, zero, unit) for unit in units]
    return difference(_scaled(np.array(H)), _scaled(np.array(H)).T) if units else 0.0


def _round_trip(tree: Tree, x: State) -> float:
    """Relative to the largest of the torques in balance: tau, bias and |H| |qdd|."""
    H = np.abs(np.array(quantities.mass_matrix(tree, x.q)))
    bias = np.array(quantities.bias(tree, x.q, x.qd, x.wrench))
    qdd = np.array(quantities.forward_dynamics(tree, x.q, x.qd, x.qdd, x.wrench))
    back = quantities.inverse_dynamics(tree, x.q, x.qd, qdd.tolist(), x.wrench)
    size = max(np.abs(x.qdd).max(), np.abs(bias).max(), (H @ np.abs(qdd)).max())
    return float(np.abs(np.array(back) - x.qdd).max() / size)
