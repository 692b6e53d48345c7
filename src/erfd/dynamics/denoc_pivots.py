"""DeNOC, the decomposition GIM = U D U^T from the articulated bodies, without forming the GIM.

Source: Saha, ch. 9, Eqs. (9.38), (9.39c-d). Cost: O(n), one reciprocal per joint.
Frames: base axes, mass centres.

    Psi^_i = M^_i p_i     m^_i = p_i^T Psi^_i     Psi_i = Psi^_i / m^_i
    M^_i = M_i + sum over children k of B_ki^T (M^_k - Psi^_k Psi_k^T) B_ki

D holds the m^_i, and U_ji = p_j^T B_ij^T Psi_i where j carries i. Departures: trees; Psi_i is a
vector of six, not a matrix. m^_i is what joint i feels with the joints farther out set free.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import (
    EMPTY,
    IDENTITY,
    Matrix,
    Scalar,
    Vector,
    add,
    add_matrices,
    apply,
    apply_transposed,
    outer,
    product,
    scale_matrix,
    skew,
    sub_matrices,
    transpose,
)
from erfd.dynamics.denoc_twist import Link, Six, power, times
from erfd.dynamics.tree import Tree


class Articulated(NamedTuple):
    """M^ = [I, X^T; X, m]: symmetric, all three blocks full."""

    I: Matrix
    X: Matrix
    m: Matrix

    def times(self, t: Six) -> Six:
        moment = add(apply(self.I, t.angular), apply_transposed(self.X, t.linear))
        return Six(moment, add(apply(self.X, t.angular), apply(self.m, t.linear)))

    def plus(self, other: Articulated) -> Articulated:
        I, X, m = (add_matrices(a, b) for a, b in zip(self, other, strict=True))
        return Articulated(I, X, m)


class Pivot(NamedTuple):
    """Joint i: m^_i, 1 / m^_i and Psi_i."""

    m: Scalar
    reciprocal: Scalar
    psi: Six


def pivots(tree: Tree, across: list[Link]) -> list[Pivot]:
    """D and U of every joint, from the tips to the base."""
    M_hat = [Articulated(x.I, EMPTY, scale_matrix(x.m, IDENTITY)) for x in across]
    found: list[Pivot] = []
    for i in reversed(range(tree.n)):
        psi_hat = M_hat[i].times(across[i].p)
        m_hat = power(across[i].p, psi_hat)
        reciprocal = 1 / m_hat
        psi = times(reciprocal, psi_hat)
        found.append(Pivot(m_hat, reciprocal, psi))
        k = tree.parent[i]
        if k >= 0:
            M_hat[k] = M_hat[k].plus(_carry(_release(M_hat[i], psi_hat, psi), across[i].c))
    return found[::-1]


def _release(M: Articulated, psi_hat: Six, psi: Six) -> Articulated:
    """M^ - Psi^ Psi^T: what is felt through a joint that gives way."""
    return Articulated(
        sub_matrices(M.I, outer(psi_hat.angular, psi.angular)),
        sub_matrices(M.X, outer(psi_hat.linear, psi.angular)),
        sub_matrices(M.m, outer(psi_hat.linear, psi.linear)),
    )


def _carry(M: Articulated, c: Vector) -> Articulated:
    """B^T M B, from C_i to C_j of the carrier."""
    cx = skew(c)
    X = add_matrices(M.X, product(M.m, cx))
    turned = sub_matrices(product(transpose(M.X), cx), product(cx, X))
    return Articulated(add_matrices(M.I, turned), X, M.m)
