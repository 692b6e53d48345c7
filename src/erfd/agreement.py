"""Do all algorithms agree on this robot, and do they obey the laws of mechanics?

Random states; every algorithm against every other; then laws that no algorithm can fake
(`erfd.laws`). Everything is measured with each joint's own inertia: torques divided by, and
accelerations multiplied by, sqrt(H_ii). So a finger counts as much as a hip, and newtons as much as
newton metres; the figures have no unit. What is not a finite number differs infinitely.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from erfd.dynamics import quantities
from erfd.dynamics.singular import singular_joint
from erfd.dynamics.tree import Tree
from erfd.laws import Law, State, laws
from erfd.rows import Array

TOLERANCE, LOOSEST = 1e-10, 1e-3
LAGRANGE_JOINTS = 7
QUANTITIES = ("inverse_dynamics", "bias", "mass_matrix", "forward_dynamics")


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


def agreement(
    tree: Tree,
    prismatic: Sequence[bool],
    states: int = 10,
    seed: int = 0,
    tell: Callable[[str], None] = lambda _: None,
) -> Agreement:
    """Compare everything at `states` random states; `tell` hears what is being worked on."""
    if not prismatic:
        return Agreement((), (), 0, 1.0, None)
    rng = random.Random(seed)
    with np.errstate(all="ignore"):
        tell("random states")
        sample = [_state(rng, tree, len(prismatic)) for _ in range(states)]
        return _measured(tree, sample, tell)


def _measured(tree: Tree, sample: list[State], tell: Callable[[str], None]) -> Agreement:
    countable = all(np.isfinite(1e6 * x.H).all() for x in sample)
    found = [singular_joint(tree, x.q) for x in sample] if countable else []
    singular = next((i for i in found if i is not None), None)
    regular = countable and singular is None
    condition = max(float(np.linalg.cond(x.unit_H)) for x in sample) if countable else math.inf
    asked = [x for x in QUANTITIES if regular or x != "forward_dynamics"]
    return Agreement(
        matrices=tuple(_compare(tree, x, sample, condition, tell) for x in asked),
        laws=tuple(laws(tree, sample, regular, tell)),
        states=len(sample),
        condition=condition,
        singular=singular,
    )


def _state(rng: random.Random, tree: Tree, n: int) -> State:
    def row(size: float, length: int) -> list[float]:
        return [rng.uniform(-size, size) for _ in range(length)]

    q = row(3.1, n)
    H = np.array(quantities.mass_matrix(tree, q), dtype=float)
    return State(q=q, qd=row(2.0, n), last=row(5.0, n), wrench=row(50.0, 6), H=H)


def _compare(
    tree: Tree,
    quantity: str,
    sample: list[State],
    condition: float,
    tell: Callable[[str], None],
) -> Matrix:
    names, results = _methods(tree, quantity), {}
    for name in names:
        tell(f"{quantity.replace('_', ' ')} by {name}")
        results[name] = [_value(tree, quantity, name, x) for x in sample]
    worst = tuple(tuple(max(map(difference, results[a], results[b])) for b in names) for a in names)
    growth = condition if quantity == "forward_dynamics" else 1.0
    return Matrix(quantity, tuple(names), worst, _tolerance(sample, growth))


def _methods(tree: Tree, quantity: str) -> list[str]:
    names = quantities.methods(quantity)
    if tree.n > LAGRANGE_JOINTS:
        names = [x for x in names if x != "lagrange"]
    if tree.follows is not None and quantity == "forward_dynamics":
        names = [x for x in names if x in quantities.methods("mass_matrix")]
    return names


def _tolerance(sample: list[State], growth: float) -> float:
    """Rounding of the heaviest joint's numbers reaches the lightest joint's; then it may grow."""
    spread = max(float(x.weights.max() / x.weights.min()) ** 2 for x in sample)
    rounding = 1e3 * float(np.finfo(float).eps) * spread * growth
    return max(TOLERANCE, min(LOOSEST, rounding)) if math.isfinite(rounding) else TOLERANCE


def _value(tree: Tree, quantity: str, method: str, x: State) -> Array:
    """The quantity in units of each joint's own inertia."""
    d = x.weights
    if quantity == "mass_matrix":
        return np.array(quantities.mass_matrix(tree, x.q, method)) / np.outer(d, d)
    if quantity == "bias":
        return np.array(quantities.bias(tree, x.q, x.qd, x.wrench, method)) / d
    function: Any = getattr(quantities, quantity)
    result = np.array(function(tree, x.q, x.qd, x.last, x.wrench, method))
    return result / d if quantity == "inverse_dynamics" else result * d


def difference(a: Array, b: Array) -> float:
    """The largest difference relative to the largest entry; infinite where a number is not one."""
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        return float("inf")
    size = max(float(np.abs(a).max()), float(np.abs(b).max()))
    return float(np.abs(a - b).max()) / size if size > 0.0 else 0.0
