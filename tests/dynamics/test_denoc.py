"""DeNOC against Pinocchio, against its own definition N^T (...) N, and against the misprints."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pinocchio as pin
import pytest

from erfd.algebra import ZERO, skew
from erfd.dynamics import denoc, lagrange, newton_euler
from erfd.dynamics.denoc_inertia import composites
from erfd.dynamics.denoc_pivots import pivots
from erfd.dynamics.denoc_twist import links, twists
from erfd.dynamics.dual import Dual
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot.placement import Placement, turn
from erfd.robot.records import BASE, Frame
from tests.dynamics.exact import exact_robot, exact_state
from tests.oracle import model_of, tool_forces
from tests.samples import random_robot, random_state

SEEDS = range(25)
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


# ---------------------------------------------------------------- the misprints


def chain(seed: int) -> tuple[Case, Literal]:
    case = Case(seed, n=6, branching=0.0, fixed=0.0)
    return case, Literal(case.tree, case.q, case.qd)


@pytest.mark.parametrize("seed", range(5))
def test_9_11c_sums_plain_masses(seed: int) -> None:
    _, x = chain(seed)
    whole = x.N_l.T @ x.M @ x.N_l
    blocks = [x.block(whole, i, i) for i in range(6)]
    correct = x.M_of(0) + sum(x.B(k, 0).T @ x.M_of(k) @ x.B(k, 0) for k in range(1, 6))
    printed = x.M_of(0) + sum(x.B(k, 0).T @ blocks[k] @ x.B(k, 0) for k in range(1, 6))
    close(correct, blocks[0])
    apart(printed, blocks[0])


@pytest.mark.parametrize("seed", range(5))
def test_9_14c_ends_with_the_new_first_moment(seed: int) -> None:
    case, x = chain(seed)
    whole = x.N_l.T @ x.M @ x.N_l
    made = composites(case.tree, links(case.tree, case.q))
    for i in range(4):
        I, I_next = x.M_of(i)[:3, :3], x.block(whole, i + 1, i + 1)[:3, :3]
        c, delta, delta_next = (
            x.B(i + 1, i)[3:, :3],
            x.block(whole, i, i)[3:, :3],
            x.block(whole, i + 1, i + 1)[3:, :3],
        )
        correct = I + I_next - delta_next @ c - c @ delta
        printed = I + I_next - delta_next @ c - c @ delta_next
        close(correct, x.block(whole, i, i)[:3, :3])
        close(made[i].I, correct)
        close(made[i].delta, [delta[2, 1], delta[0, 2], delta[1, 0]])
        apart(printed, correct)


@pytest.mark.parametrize("seed", range(5))
def test_9_16d_needs_the_slide_of_a_prismatic_joint(seed: int) -> None:
    """The print turns d_{i+1} with its link; seen from where the slide starts it also grows."""
    case = Case(seed, n=6, branching=0.0, fixed=0.0, prismatic=1.0)
    turning = replace(case.robot.joints[0], kind="revolute")
    tree = tree_of(replace(case.robot, joints=(turning, *case.robot.joints[1:])))
    x = Literal(tree, case.q, case.qd)
    for i in range(1, 6):
        rate = x.block(x.N_l_dot, i, i - 1)[3:, :3]
        printed = -np.array(skew(tuple(np.cross(x.t[i, :3], separation(x.B(i, i - 1))))))
        slide = np.array(skew(tuple(x.p(i)[3:] * case.qd[i])))
        close(printed - slide, rate)
        apart(printed, rate)


def separation(B: Array) -> Array:
    """r_{i-1} + d_i = C_i - C_{i-1}, out of B."""
    c = B[3:, :3]
    return -np.array([c[2, 1], c[0, 2], c[1, 0]])


def mci(x: Literal, printed: bool) -> Array:
    """(9.16k) typed out for a chain of n links; H~_{n+1, .} = O."""
    n, C = x.n, np.zeros((x.n, x.n))
    whole, whole_prime = x.N_l.T @ x.M @ x.N_l, x.N_l.T @ x.W @ x.M @ x.N_l
    H = np.zeros((n + 1, n, 6, 6))
    for i in reversed(range(n)):
        for j in reversed(range(i + 1)):
            below = x.B(i + 1, i).T @ H[i + 1, i] if i + 1 < n else 0.0
            H[i, j] = x.block(whole, i, i) @ x.block(x.N_l_dot, i, j) + below
    for i in range(n):
        for j in range(n):
            near, far = max(i, j), min(i, j)
            mass, prime = x.block(whole, near, near), x.block(whole_prime, near, near)
            Omega = x.block(x.Omega, j, j)
            if i <= j:
                below = x.B(j + 1, i).T @ H[j + 1, i if printed else j] if j + 1 < n else 0.0
                C[i, j] = x.p(i) @ (below + x.B(j, i).T @ (mass @ Omega + prime)) @ x.p(j)
            else:
                C[i, j] = (
                    x.p(i)
                    @ (H[i, j] + mass @ x.B(near, far) @ Omega + prime @ x.B(near, far))
                    @ x.p(j)
                )
    return C


@pytest.mark.parametrize("seed", range(5))
def test_9_16k_carries_the_neighbour_of_j(seed: int) -> None:
    case, x = chain(seed)
    ours = denoc.coriolis_matrix(case.tree, case.q, case.qd)
    close(mci(x, printed=False), ours)
    apart(mci(x, printed=True), ours)


def sweep(x: Literal, phi: Array, printed: bool) -> Array:
    """(9.39)-(9.41) typed out with 6 x 6 matrices for a chain of n links."""
    n, phi_hat, qdd = x.n, np.array(phi), np.zeros(x.n)
    M_hat, eta = x.M_of(n - 1), np.zeros(6)
    psi_hat, m_hat = np.zeros((n, 6)), np.zeros(n)
    for i in reversed(range(n)):
        psi_hat[i] = M_hat @ x.p(i)
        m_hat[i] = x.p(i) @ psi_hat[i]
        phi_hat[i] = phi[i] - x.p(i) @ eta
        if i:
            M_bar = M_hat - np.outer(psi_hat[i], psi_hat[i] / m_hat[i])
            M_hat = x.M_of(i - 1) + x.B(i, i - 1).T @ M_bar @ x.B(i, i - 1)
            eta = x.B(i, i - 1).T @ (psi_hat[i] / m_hat[i] * phi_hat[i] + eta)
    mu = np.zeros(6)
    for i in range(n):
        brought = x.B(i, i - 1) @ mu if i else mu
        qdd[i] = (
            phi_hat[i] / m_hat[i] - (psi_hat[i] if printed else psi_hat[i] / m_hat[i]) @ brought
        )
        mu = x.p(i) * qdd[i] + brought
    return qdd


@pytest.mark.parametrize("seed", range(5))
def test_9_41a_divides_by_the_pivot(seed: int) -> None:
    case, x = chain(seed)
    tau = [10.0, -5.0, 3.0, 2.0, -1.0, 0.5]
    ours = denoc.forward_dynamics(case.tree, case.q, case.qd, tau)
    phi = np.array(tau) - denoc.bias(case.tree, case.q, case.qd)
    close(sweep(x, phi, printed=False), ours, 1e-10)
    apart(sweep(x, phi, printed=True), ours)
