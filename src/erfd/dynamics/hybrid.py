"""Hybrid dynamics: some joints have a given motion, the others given torques.

Given the accelerations of the prescribed joints and the torques of the free ones, the accelerations
of the free joints follow, then the torques that the prescribed motion takes. With H split into
free (f) and prescribed (p) rows and columns:

    H_ff qdd_f = tau_f - b_f - H_fp qdd_p,      tau_p = H_pf qdd_f + H_pp qdd_p + b_p

Source: Szkodny, the moving base: a joint 0 before joint 1 whose q0(t) is known; all
sums start at 0 (after (18)). Featherstone 2008, section 9.1. Cost: H, the bias and one solution.
All joints free: forward dynamics. All prescribed: inverse dynamics.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from erfd.algebra import Row, Scalar
from erfd.dynamics import quantities
from erfd.dynamics.linear import solve_symmetric
from erfd.dynamics.tree import Tree


def hybrid_dynamics(
    tree: Tree, q: Row, qd: Row, given: Row, prescribed: Sequence[int], wrench: Row | None = None
) -> tuple[list[Scalar], list[Scalar]]:
    """qdd and tau of all coordinates; `given` is qdd where prescribed, else tau.

    `prescribed` are places among the coordinates; one that is named twice counts once.
    """
    prescribed = list(dict.fromkeys(prescribed))
    H = quantities.mass_matrix(tree, q, method="composite_body")
    b = quantities.bias(tree, q, qd, wrench)
    free = [i for i in range(len(b)) if i not in prescribed]
    rest = [given[i] - b[i] - _sum(H[i][j] * given[j] for j in prescribed) for i in free]
    qdd, tau = list(given), list(given)
    solved = solve_symmetric([[H[i][j] for j in free] for i in free], rest)
    for i, x in zip(free, solved, strict=True):
        qdd[i] = x
    for i in prescribed:
        tau[i] = b[i] + _sum(h * x for h, x in zip(H[i], qdd, strict=True))
    return qdd, tau


def _sum(terms: Iterable[Scalar]) -> Scalar:
    total: Scalar = 0
    for term in terms:
        total = total + term
    return total
