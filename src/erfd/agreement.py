"""Do all algorithms agree on this robot, and do they obey the laws of mechanics?

Random states; every algorithm against every other; then laws that no algorithm can fake
(`erfd.laws`). Differences are measured joint by joint against what the joint itself carries
(`erfd.differences`): a finger counts as much as a hip, and newtons as much as newton metres; the
figures have no unit. The tolerance is one number for every robot, H ill-conditioned or not: sound
algorithms differ by 1e-15, at most 3e-14 (Lagrange's) on the library and random trees of 40 joints.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from erfd.differences import measure
from erfd.dynamics import quantities
from erfd.dynamics.singular import singular_joint
from erfd.dynamics.sizes import inertia_sizes
from erfd.dynamics.tree import Tree
from erfd.laws import Law, State, laws
from erfd.rows import Array

TOLERANCE = 1e-12
SWIFT = 100.0
LAGRANGE_JOINTS = 7
QUANTITIES = ("inverse_dynamics", "bias", "mass_matrix", "forward_dynamics")


@dataclass(frozen=True)
class Matrix:
    """The worst difference of every pair of algorithms for one quantity."""

    quantity: str
    methods: tuple[str, ...]
    worst: tuple[tuple[float, ...], ...]
    tolerance: float = TOLERANCE

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
        matrices=tuple(_compare(tree, x, sample, tell) for x in asked),
        laws=tuple(laws(tree, sample, regular, tell)),
        states=len(sample),
        condition=condition,
        singular=singular,
    )


def _state(rng: random.Random, tree: Tree, n: int) -> State:
    def row(size: float, length: int) -> list[float]:
        return [rng.uniform(-size, size) for _ in range(length)]

    q, qd, last, wrench = row(3.1, n), row(2.0, n), row(5.0, n), row(50.0, 6)
    H = np.array(quantities.mass_matrix(tree, q), dtype=float)
    even = [SWIFT * x * share for x, share in zip(last, _shares(tree, q, H), strict=True)]
    torques = quantities.inverse_dynamics(tree, q, qd, even, wrench)
    return State(q, qd, last, wrench, H, [float(x) for x in torques])


def _shares(tree: Tree, q: list[float], H: Array) -> list[float]:
    """Accelerations at which errors of one joint count as much as those of another."""
    own, sizes = np.diag(H), np.array(inertia_sizes(tree, q), dtype=float)
    shares = np.sqrt(np.abs(sizes)) / own
    return [float(x) for x in np.where(own > 0.0, shares * np.sqrt(np.abs(sizes).max()), 1.0)]


def _compare(tree: Tree, quantity: str, sample: list[State], tell: Callable[[str], None]) -> Matrix:
    names, results = _methods(tree, quantity), {}
    for name in names:
        tell(f"{quantity.replace('_', ' ')} by {name}")
        results[name] = [_value(tree, quantity, name, x) for x in sample]

    def worst(a: str, b: str) -> float:
        apart = [measure(tree, quantity, x, (a, b)) for x in sample]
        return max(f(*x) for f, *x in zip(apart, results[a], results[b], strict=True))

    return Matrix(quantity, tuple(names), tuple(tuple(worst(a, b) for b in names) for a in names))


def _methods(tree: Tree, quantity: str) -> list[str]:
    names = quantities.methods(quantity)
    if tree.n > LAGRANGE_JOINTS:
        names = [x for x in names if x != "lagrange"]
    if tree.follows is not None and quantity == "forward_dynamics":
        names = [x for x in names if x in quantities.methods("mass_matrix")]
    return names


def _value(tree: Tree, quantity: str, method: str, x: State) -> Array:
    """Accelerations under any torques, then under those of a motion in which all joints count."""
    function: Any = getattr(quantities, quantity)
    states: dict[str, list[Any]] = {"mass_matrix": [x.q], "bias": [x.q, x.qd, x.wrench]}
    given = states.get(quantity, [x.q, x.qd, x.last, x.wrench])
    if quantity != "forward_dynamics":
        return np.array(function(tree, *given, method=method), dtype=float)
    both = [function(tree, x.q, x.qd, tau, x.wrench, method) for tau in (x.last, x.torques)]
    return np.array(both, dtype=float)
