"""Random trees with Pinocchio's model of them, and the DeNOC's matrices to type formulas with."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pinocchio as pin

from erfd.algebra import skew
from erfd.dynamics import denoc
from erfd.dynamics.dual import Dual
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from tests.oracle import model_of, tool_forces
from tests.samples import random_robot, random_state

Array = Any


def close(result: Any, expected: Any, tolerance: float = 1e-11) -> None:
    wanted = np.asarray(expected, dtype=float)
    atol = tolerance * max(1.0, float(np.abs(wanted).max()))
    np.testing.assert_allclose(np.asarray(result, dtype=float), wanted, rtol=0.0, atol=atol)


def apart(printed: Any, correct: Any, at_least: float = 1e-3) -> None:
    """The two differ by a fraction of the correct value that no rounding explains."""
    correct = np.asarray(correct, dtype=float)
    gap = np.abs(np.asarray(printed, dtype=float) - correct).max()
    assert gap > at_least * np.abs(correct).max()


class Case:
    """A random tree with a state and a wrench, and Pinocchio's model of it."""

    def __init__(self, seed: int, n: int | None = None, **options: float) -> None:
        rng = random.Random(seed)
        self.n = n or rng.randint(1, 12)
        self.robot = random_robot(rng, self.n, **options)
        self.tree = tree_of(self.robot)
        self.q, self.qd, self.qdd = random_state(rng, self.n)
        self.wrench = [rng.uniform(-50.0, 50.0) for _ in range(6)]
        self.state = tuple(np.array(x) for x in (self.q, self.qd, self.qdd))
        self.model = model_of(self.robot)
        self.data = self.model.createData()

    def rnea(self, q: Array, qd: Array, qdd: Array, wrench: Array | None = None) -> Array:
        load = np.zeros(6) if wrench is None else np.array(wrench)
        return pin.rnea(
            self.model, self.data, q, qd, qdd, tool_forces(self.model, self.data, q, load)
        )


class Literal:
    """N_l, N_d, M as printed, their rates by duals, and the blocks B_ij and p_i."""

    def __init__(self, tree: Tree, q: list[float], qd: list[float]) -> None:
        self.n, self.carries = tree.n, lambda j, i: j in tree.path(i)
        self.N_l, self.N_d, self.M = (np.array(x, dtype=float) for x in denoc.matrices(tree, q))
        dual = denoc.matrices(tree, [Dual(x, v) for x, v in zip(q, qd, strict=True)])
        self.N_l_dot, self.N_d_dot, _ = (
            np.array([[Dual.of(x).rate for x in row] for row in X]) for X in dual
        )
        self.N = self.N_l @ self.N_d
        self.N_dot = self.N_l_dot @ self.N_d + self.N_l @ self.N_d_dot
        self.t = (self.N @ qd).reshape(-1, 6)
        self.W, self.Omega = np.zeros_like(self.M), np.zeros_like(self.M)
        for i in range(self.n):
            w = np.array(skew(tuple(self.t[i, :3])))
            self.W[6 * i : 6 * i + 3, 6 * i : 6 * i + 3] = w
            self.Omega[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = np.kron(np.eye(2), w)

    @staticmethod
    def block(X: Array, i: int, j: int) -> Array:
        return X[6 * i : 6 * i + 6, 6 * j : 6 * j + 6]

    def B(self, i: int, j: int) -> Array:
        return self.block(self.N_l, i, j)

    def p(self, i: int) -> Array:
        return self.N_d[6 * i : 6 * i + 6, i]

    def M_of(self, i: int) -> Array:
        return self.block(self.M, i, i)


def six(x: Any) -> Array:
    return np.array([*x.angular, *x.linear], dtype=float)
