"""Lagrange's equations against Pinocchio, the other recursions, and the traces typed out."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pinocchio as pin
import pytest

from erfd.dynamics import denoc, lagrange, newton_euler
from erfd.dynamics.dual import Dual
from erfd.dynamics.homogeneous import doubled_pseudo_inertia
from erfd.dynamics.kinematics import poses
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot.records import BASE, Frame
from tests.dynamics.exact import exact_robot, exact_state
from tests.dynamics.literal import Array, Case, close

SEEDS = range(20)


def case_of(seed: int) -> Case:
    """A tree of at most seven joints."""
    return Case(seed, n=1 + seed % 7)


@pytest.mark.oracle
@pytest.mark.parametrize("seed", SEEDS)
def test_inverse_and_forward_dynamics(seed: int) -> None:
    case = case_of(seed)
    tau = case.rnea(*case.state, case.wrench)
    close(lagrange.inverse_dynamics(case.tree, case.q, case.qd, case.qdd, case.wrench), tau)
    close(
        lagrange.bias(case.tree, case.q, case.qd, case.wrench),
        case.rnea(*case.state[:2], 0 * case.state[2], case.wrench),
    )
    close(
        lagrange.forward_dynamics(case.tree, case.q, case.qd, list(tau), case.wrench),
        case.qdd,
        1e-10,
    )
    without = lagrange.inverse_dynamics(case.tree, case.q, case.qd, case.qdd)
    close(without, case.rnea(*case.state, [0.0] * 6))
    close(without, newton_euler.inverse_dynamics(case.tree, case.q, case.qd, case.qdd))


@pytest.mark.oracle
@pytest.mark.parametrize("seed", SEEDS)
def test_coefficients_are_gravity_inertia_and_christoffel(seed: int) -> None:
    case = case_of(seed)
    q, qd, _ = case.state
    D_i, D_ij, D_ijk = lagrange.coefficients(case.tree, case.q)
    H = np.triu(pin.crba(case.model, case.data, q))
    close(D_i, case.rnea(q, 0 * q, 0 * q, [0.0] * 6))
    close(D_ij, H + np.triu(H, 1).T)
    close(lagrange.mass_matrix(case.tree, case.q), D_ij, 0.0)
    close(np.array(D_ijk) @ qd, pin.computeCoriolisMatrix(case.model, case.data, q, qd))


@pytest.mark.parametrize("seed", SEEDS)
def test_coriolis_coefficients_are_christoffel_symbols_of_the_inertia(seed: int) -> None:
    """D_ijk = (dD_ij/dq_k + dD_ik/dq_j - dD_jk/dq_i) / 2, the derivatives by duals."""
    case = case_of(seed)
    n = case.n
    slope = np.zeros((n, n, n))
    for k in range(n):
        moving = [Dual(x, int(i == k)) for i, x in enumerate(case.q)]
        slope[:, :, k] = [
            [Dual.of(x).rate for x in row] for row in lagrange.mass_matrix(case.tree, moving)
        ]
    D = np.array(lagrange.coefficients(case.tree, case.q).D_ijk)
    close(D, 0.5 * (slope + slope.transpose(0, 2, 1) - slope.transpose(2, 0, 1)))
    np.testing.assert_array_equal(D, D.transpose(0, 2, 1))


def transforms(tree: Tree, q: list[Any]) -> list[list[list[Any]]]:
    return [
        [*([*row, x] for row, x in zip(at.R, at.p, strict=True)), [0, 0, 0, 1]]
        for at in poses(tree, q)
    ]


def derivative(tree: Tree, q: list[float], j: int) -> Array:
    """dT_p/dq_j of every body, by duals."""
    moving = transforms(tree, [Dual(x, int(i == j)) for i, x in enumerate(q)])
    return np.array([[[Dual.of(x).rate for x in row] for row in T] for T in moving], dtype=float)


def second(tree: Tree, q: list[float], j: int, k: int, step: float = 1e-5) -> Array:
    """d2T_p/dq_j dq_k of every body: central differences of the exact first derivative."""
    after, before = ([x + s * step * (i == k) for i, x in enumerate(q)] for s in (1, -1))
    return (derivative(tree, after, j) - derivative(tree, before, j)) / (2 * step)


@pytest.mark.parametrize("seed", range(8))
def test_coefficients_are_the_traces(seed: int) -> None:
    """(8)-(10) typed out with the sums over all bodies, the operator matrices left aside."""
    case = case_of(seed)
    tree, n = case.tree, case.n
    J = [
        np.array(doubled_pseudo_inertia(*body), dtype=float) / 2
        for body in zip(tree.m, tree.h, tree.Io, strict=True)
    ]
    dT = [derivative(tree, case.q, j) for j in range(n)]
    D_i, D_ij, D_ijk = lagrange.coefficients(tree, case.q)
    g = np.array([*tree.gravity, 0.0])
    close(D_i, [-sum(g @ dT[i][p] @ J[p][:, 3] for p in range(n)) for i in range(n)])
    close(
        D_ij,
        [
            [sum(np.trace(dT[i][p] @ J[p] @ dT[j][p].T) for p in range(n)) for j in range(n)]
            for i in range(n)
        ],
    )
    for j in range(n):
        for k in range(n):
            ddT = second(tree, case.q, j, k)
            expected = [
                sum(np.trace(ddT[p] @ J[p] @ dT[i][p].T) for p in range(n)) for i in range(n)
            ]
            close([D_ijk[i][j][k] for i in range(n)], expected, 1e-8)


def test_pseudo_inertia_holds_the_second_moments() -> None:
    """(5) for three particles: J = sum of m r r^T."""
    rng = random.Random(5)
    cloud = [
        (rng.uniform(1, 2), np.array([rng.uniform(-1, 1) for _ in range(3)])) for _ in range(3)
    ]
    m, h = sum(w for w, _ in cloud), sum(w * r for w, r in cloud)
    Io = sum(w * (r @ r * np.eye(3) - np.outer(r, r)) for w, r in cloud)
    whole = sum(w * np.outer([*r, 1.0], [*r, 1.0]) for w, r in cloud)
    close(np.array(doubled_pseudo_inertia(m, tuple(h), tuple(map(tuple, Io)))) / 2, whole)


@pytest.mark.parametrize("seed", range(4))
def test_fractions_are_exact(seed: int) -> None:
    rng = random.Random(seed)
    tree = tree_of(exact_robot(rng))
    q, qd, qdd = exact_state(rng)
    wrench = [Fraction(1, 3), -1, 2, 5, 0, -4]
    tau = lagrange.inverse_dynamics(tree, q, qd, qdd, wrench)
    assert tau == denoc.inverse_dynamics(tree, q, qd, qdd, wrench)
    assert lagrange.forward_dynamics(tree, q, qd, tau, wrench) == qdd
    assert lagrange.mass_matrix(tree, q) == denoc.mass_matrix(tree, q)


def test_a_wrench_on_a_tool_of_the_base_moves_nothing() -> None:
    case = case_of(1)
    tree = tree_of(case.robot.with_tool(Frame(name="tool", body=BASE)))
    assert lagrange.bias(tree, case.q, case.qd, case.wrench) == lagrange.bias(tree, case.q, case.qd)
