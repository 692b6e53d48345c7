"""DeNOC against Pinocchio, its own definition N^T (...) N, and the other recursions."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from erfd.algebra import ZERO
from erfd.dynamics import denoc, lagrange, newton_euler
from erfd.dynamics.denoc_pivots import pivots
from erfd.dynamics.denoc_twist import links, twists
from erfd.dynamics.dual import Dual
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot.placement import Placement, turn
from erfd.robot.records import BASE, Frame
from tests.dynamics.exact import exact_robot, exact_state
from tests.dynamics.literal import Array, Case, Literal, apart, close, six

SEEDS = range(25)


# ---------------------------------------------------------------- against Pinocchio


@pytest.mark.oracle
@pytest.mark.parametrize("seed", SEEDS)
def test_torques_of_a_motion(seed: int) -> None:
    case = Case(seed)
    expected = case.rnea(*case.state, case.wrench)
    close(denoc.inverse_dynamics(case.tree, case.q, case.qd, case.qdd, case.wrench), expected)
    close(
        newton_euler.inverse_dynamics(case.tree, case.q, case.qd, case.qdd, case.wrench), expected
    )


@pytest.mark.oracle
@pytest.mark.parametrize("seed", SEEDS)
def test_bias_is_velocity_terms_gravity_and_wrench(seed: int) -> None:
    case = Case(seed)
    q, qd, none = case.state[0], case.state[1], np.zeros(case.n)
    close(denoc.bias(case.tree, case.q, case.qd, case.wrench), case.rnea(q, qd, none, case.wrench))
    close(denoc.bias(case.tree, case.q, case.qd), case.rnea(q, qd, none))
    close(
        denoc.convective(case.tree, case.q, case.qd),
        case.rnea(q, qd, none) - case.rnea(q, none, none),
    )


@pytest.mark.oracle
@pytest.mark.parametrize("seed", SEEDS)
def test_inertia_matrix(seed: int) -> None:
    case = Case(seed)
    H = np.triu(pin.crba(case.model, case.data, case.state[0]))
    close(denoc.mass_matrix(case.tree, case.q), H + np.triu(H, 1).T)


@pytest.mark.oracle
@pytest.mark.parametrize("seed", SEEDS)
def test_accelerations_by_the_sweep(seed: int) -> None:
    case = Case(seed)
    q, qd, qdd = case.state
    tau = case.rnea(q, qd, qdd, case.wrench)
    close(denoc.forward_dynamics(case.tree, case.q, case.qd, list(tau), case.wrench), qdd, 1e-10)
    close(
        denoc.forward_dynamics(case.tree, case.q, case.qd, list(tau)),
        pin.aba(case.model, case.data, q, qd, tau),
        1e-10,
    )


def test_a_wrench_on_a_tool_of_the_base_moves_nothing() -> None:
    case = Case(1)
    tree = tree_of(case.robot.with_tool(Frame(name="tool", body=BASE)))
    assert denoc.bias(tree, case.q, case.qd, case.wrench) == denoc.bias(tree, case.q, case.qd)


# ---------------------------------------------------------------- the definition


@pytest.mark.parametrize("seed", SEEDS)
def test_matrices_are_the_definition(seed: int) -> None:
    """GIM = N^T M N, MCI = N^T (M N-dot + W M N), VCI = C qd, all from the printed matrices."""
    case = Case(seed)
    x = Literal(case.tree, case.q, case.qd)
    close(denoc.mass_matrix(case.tree, case.q), x.N_d.T @ x.N_l.T @ x.M @ x.N_l @ x.N_d)
    C = x.N.T @ (x.M @ x.N_dot + x.W @ x.M @ x.N)
    close(denoc.coriolis_matrix(case.tree, case.q, case.qd), C)
    close(denoc.convective(case.tree, case.q, case.qd), C @ case.qd)


@pytest.mark.parametrize("seed", SEEDS)
def test_twists_propagate(seed: int) -> None:
    """t = N qd; B_ij B_jk = B_ik, B_ii = 1, B_ij^-1 = B_ji (9.5a)."""
    case = Case(seed)
    x, across = Literal(case.tree, case.q, case.qd), links(case.tree, case.q)
    close([six(t) for t in twists(case.tree, across, case.qd)], x.t)
    for i in range(case.n):
        assert (x.B(i, i) == np.eye(6)).all()
        for j in case.tree.path(i):
            reverse = np.eye(6)
            reverse[3:, :3] = -x.B(i, j)[3:, :3]
            close(np.linalg.inv(x.B(i, j)), reverse)
            for k in case.tree.path(j):
                close(x.B(i, j) @ x.B(j, k), x.B(i, k))


@pytest.mark.oracle
@pytest.mark.parametrize("seed", SEEDS)
def test_twists_are_those_of_the_mass_centres(seed: int) -> None:
    case = Case(seed)
    pin.forwardKinematics(case.model, case.data, *case.state[:2])
    for i, t in enumerate(twists(case.tree, links(case.tree, case.q), case.qd)):
        place, v = case.data.oMi[i + 1], case.data.v[i + 1]
        lever = case.model.inertias[i + 1].lever
        velocity = place.rotation @ (v.linear + np.cross(v.angular, lever))
        close(six(t), [*(place.rotation @ v.angular), *velocity])


# ---------------------------------------------------------------- the MCI


@pytest.mark.parametrize("seed", SEEDS)
def test_rate_of_inertia_minus_twice_the_mci_is_skew(seed: int) -> None:
    case = Case(seed)
    moving = [Dual(x, v) for x, v in zip(case.q, case.qd, strict=True)]
    H_dot = np.array(
        [[Dual.of(x).rate for x in row] for row in denoc.mass_matrix(case.tree, moving)]
    )
    S = H_dot - 2.0 * np.array(denoc.coriolis_matrix(case.tree, case.q, case.qd), dtype=float)
    close(S + S.T, np.zeros_like(S))


def christoffel(tree: Tree, q: list[float], qd: list[float]) -> Array:
    return np.einsum(
        "ijk,k->ij", np.array(lagrange.coefficients(tree, q).D_ijk, dtype=float), np.array(qd)
    )


def planar(case: Case) -> Tree:
    """The same tree with all joint axes along z, and mass centres and inertias as they are."""
    rng = random.Random(case.n)
    turned = [
        replace(
            joint,
            axis=(0, 0, 1),
            kind="revolute",
            placement=Placement(turn("z", rng.uniform(-3, 3)), joint.placement.p),
        )
        for joint in case.robot.joints
    ]
    return tree_of(replace(case.robot, joints=tuple(turned)))


@pytest.mark.parametrize("seed", range(5))
def test_mci_is_the_christoffel_matrix_in_the_plane_only(seed: int) -> None:
    case = Case(seed, n=5, prismatic=0.0, fixed=0.0)
    flat = planar(case)
    close(denoc.coriolis_matrix(flat, case.q, case.qd), christoffel(flat, case.q, case.qd))
    ours, theirs = (
        denoc.coriolis_matrix(case.tree, case.q, case.qd),
        christoffel(case.tree, case.q, case.qd),
    )
    apart(ours, theirs, 0.01)
    close(np.array(ours) @ case.qd, theirs @ case.qd)


# ---------------------------------------------------------------- U D U^T


@pytest.mark.parametrize("seed", SEEDS)
def test_pivots_decompose_the_inertia_matrix(seed: int) -> None:
    """H = U D U^T with U_ji = p_j^T B_ij^T Psi_i, D > 0, and det H is the product of the pivots."""
    case = Case(seed)
    across = links(case.tree, case.q)
    found = pivots(case.tree, across)
    x = Literal(case.tree, case.q, case.qd)
    U = np.eye(case.n)
    for i, pivot in enumerate(found):
        for j in case.tree.path(i)[1:]:
            U[j, i] = x.p(j) @ x.B(i, j).T @ six(pivot.psi)
    D = np.array([pivot.m for pivot in found])
    H = np.array(denoc.mass_matrix(case.tree, case.q), dtype=float)
    assert (D > 0.0).all()
    close(U @ np.diag(D) @ U.T, H)
    assert np.prod(D) == pytest.approx(np.linalg.det(H), rel=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_fractions_are_exact(seed: int) -> None:
    rng = random.Random(seed)
    tree = tree_of(exact_robot(rng))
    q, qd, qdd = exact_state(rng)
    wrench = [3, -1, 2, 5, 0, -4]
    tau = denoc.inverse_dynamics(tree, q, qd, qdd, wrench)
    assert denoc.forward_dynamics(tree, q, qd, tau, wrench) == qdd
    assert tau == newton_euler.inverse_dynamics(tree, q, qd, qdd, wrench)
    C = denoc.coriolis_matrix(tree, q, qd)
    assert [sum(c * v for c, v in zip(row, qd, strict=True)) for row in C] == denoc.convective(
        tree, q, qd
    )
    falling, still = replace(tree, gravity=ZERO), [0] * tree.n
    units = [[int(i == j) for i in range(tree.n)] for j in range(tree.n)]
    columns = [denoc.inverse_dynamics(falling, q, still, unit) for unit in units]
    assert columns == denoc.mass_matrix(tree, q)
