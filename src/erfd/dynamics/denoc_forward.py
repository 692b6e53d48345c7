"""DeNOC, forward dynamics: the joint accelerations from U D U^T qdd = phi, by recursion.

Source: Saha, ch. 9, Eqs. (9.38)-(9.41). Cost: O(n); the inertia matrix is never formed.
Frames: base axes, mass centres. U and D: see `denoc_pivots`.

    inward    phi^_i = phi_i - p_i^T eta_i
              eta_i  = sum over children k of B_ki^T (Psi_k phi^_k + eta_k)
    across    phi~_i = phi^_i / m^_i
    outward   qdd_i  = phi~_i - Psi_i^T mu_ij     mu_ij = B_ij mu_j     mu_i = p_i qdd_i + mu_ij

Departures: trees; (9.41a) holds with Psi_i, not Psi^_i; phi = tau - bias, and the bias holds
gravity and the wrench on the tool.
"""

from __future__ import annotations

from erfd.algebra import Row, Scalar
from erfd.dynamics.denoc_inverse import torques
from erfd.dynamics.denoc_pivots import Pivot, pivots
from erfd.dynamics.denoc_twist import (
    AT_REST,
    Link,
    Six,
    inward,
    links,
    outward,
    plus,
    power,
    times,
)
from erfd.dynamics.tree import Tree


def forward_dynamics(
    tree: Tree, q: Row, qd: Row, tau: Row, wrench: Row | None = None
) -> list[Scalar]:
    """The accelerations that the joint torques cause, in three sweeps."""
    across = links(tree, q)
    pivot = pivots(tree, across)
    bias = torques(tree, across, q, qd, [0] * tree.n, wrench)
    phi = [x - y for x, y in zip(tau, bias, strict=True)]
    phi_hat = _solve_upper(tree, across, pivot, phi)
    phi_tilde = [x.reciprocal * y for x, y in zip(pivot, phi_hat, strict=True)]
    return _solve_lower(tree, across, pivot, phi_tilde)


def _solve_upper(tree: Tree, across: list[Link], pivot: list[Pivot], phi: Row) -> list[Scalar]:
    """phi^ = U^-1 phi: eta gathers what the joints farther out already carry (9.39a-b)."""
    phi_hat = list(phi)
    eta = [AT_REST] * tree.n
    for i in reversed(range(tree.n)):
        phi_hat[i] = phi[i] - power(across[i].p, eta[i])
        k = tree.parent[i]
        if k >= 0:
            carried = plus(times(phi_hat[i], pivot[i].psi), eta[i])
            eta[k] = plus(eta[k], inward(across[i].c, carried))
    return phi_hat


def _solve_lower(
    tree: Tree, across: list[Link], pivot: list[Pivot], phi_tilde: Row
) -> list[Scalar]:
    """qdd = U^-T phi~: mu is the acceleration that the joints nearer to the base bring (9.41)."""
    qdd: list[Scalar] = []
    mu: list[Six] = []
    for i, link in enumerate(across):
        k = tree.parent[i]
        brought = outward(link.c, mu[k]) if k >= 0 else AT_REST
        qdd.append(phi_tilde[i] - power(pivot[i].psi, brought))
        mu.append(plus(times(qdd[i], link.p), brought))
    return qdd
