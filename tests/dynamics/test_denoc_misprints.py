"""Misprints of Saha, ch. 9: the printed form fails, the correct one holds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from erfd.algebra import skew
from erfd.dynamics import denoc
from erfd.dynamics.denoc_inertia import composites
from erfd.dynamics.denoc_twist import links
from erfd.dynamics.lump import tree_of
from erfd.robot.library import load
from tests.dynamics.literal import Array, Case, Literal, apart, close


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


@pytest.mark.parametrize("seed", range(5))
def test_9_16i_is_not_symmetric(seed: int) -> None:
    """Block (i, j) above the diagonal is B_ji^T M~'_j; the print has (M~'_j B_ji)^T there."""
    _, x = chain(seed)
    M_e = x.N_l.T @ x.W @ x.M @ x.N_l
    for i in range(5):
        M_prime, B = x.block(M_e, 5, 5), x.B(5, i)
        close(B.T @ M_prime, x.block(M_e, i, 5))
        apart((M_prime @ B).T, x.block(M_e, i, 5))


def test_m_omega_does_not_vanish_in_the_plane() -> None:
    """The text after (9.30d) says so, but c_12 of the two-link arm comes from this term alone."""
    th, thd = [0.4, 0.9], [1.5, -0.7]
    x = Literal(tree_of(load("two_link")), th, thd)
    term = x.N_d.T @ x.N_l.T @ x.M @ x.N_l @ x.Omega @ x.N_d
    c_12 = -0.5 * 0.4 * 0.3 * 0.25 * np.sin(th[1]) * (thd[0] + thd[1])
    assert term[0, 1] == pytest.approx(c_12, rel=1e-12)


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
