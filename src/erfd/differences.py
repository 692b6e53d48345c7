"""How far two results of one quantity are apart, each joint measured by what it carries itself.

Rounding goes with the sizes of `erfd.dynamics.sizes`; nothing else may come between two algorithms.
So the measures hold for a finger on a heavy arm and for any units, and none grows with the
condition of H: accelerations are compared by the torques H (a - b) that would account for their
difference, joint by joint against the torques in balance. That is small wherever equations are
solved well, however ill they are conditioned. An algorithm that works about the base's origin has
the sizes about that origin.

    inverse dynamics, bias   |a - b|_i   / load_i
    mass matrix              |a - b|_ij  / sqrt(inertia_i inertia_j)
    forward dynamics         |H (a - b)|_i / (|tau_i| + load_i of the bias
                                              + sum_j sqrt(inertia_i inertia_j) |a_j|)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np

from erfd.dynamics.sizes import inertia_sizes, load_sizes
from erfd.dynamics.tree import Tree
from erfd.laws import State
from erfd.rows import Array

Measure = Callable[[Array, Array], float]
ABOUT_BASE = frozenset({"lagrange"})


def measure(tree: Tree, quantity: str, x: State, methods: Iterable[str] = ()) -> Measure:
    """The difference of two results, by these methods, at this state.

    Infinite where a number is not one.
    """
    base = not ABOUT_BASE.isdisjoint(methods)
    if quantity == "inverse_dynamics":
        return _against(_loads(tree, x, x.last, base))
    given = _loads(tree, x, [0.0] * len(x.q), base)
    if quantity == "bias":
        return _against(given)
    roots = np.sqrt(np.abs(np.array(inertia_sizes(tree, x.q, about_base=base), dtype=float)))
    inertia = np.outer(roots, roots)
    if quantity == "mass_matrix":
        return _against(inertia)
    return _by_torques(x.H, inertia, np.abs([x.last, x.torques]) + given)


def _loads(tree: Tree, x: State, qdd: list[float], base: bool) -> Array:
    sizes = load_sizes(tree, x.q, x.qd, qdd, x.wrench, about_base=base)
    return np.array(sizes, dtype=float)


def _against(size: Array) -> Measure:
    return lambda a, b: _ratio(a - b, size)


def _by_torques(H: Array, inertia: Array, given: Array) -> Measure:
    """Rows are torques that are given, and accelerations under them."""

    def apart(a: Array, b: Array) -> float:
        return _ratio((a - b) @ H, given + np.maximum(np.abs(a), np.abs(b)) @ inertia)

    return apart


def _ratio(error: Array, size: Array) -> float:
    """The largest; what has no size must be exact."""
    if not (np.isfinite(error).all() and np.isfinite(size).all()):
        return math.inf
    wrong = np.abs(error)
    parts = np.divide(wrong, size, out=np.where(wrong > 0.0, np.inf, 0.0), where=size > 0.0)
    return float(parts.max())
