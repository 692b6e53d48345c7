"""DeNOC, the generalised inertia matrix (GIM), and N_l, N_d, M themselves to look at.

Source: Saha, ch. 9, Eqs. (9.2b), (9.6b), (9.11)-(9.15). Cost: O(n depth) for the GIM.
Frames: base axes; the composite body i is described at C_i by its mass, its first moment and its
inertia, the three blocks of M~_i (9.12c).
Departures: trees; the sum of (9.11c) holds with the plain M_k, not the composite M~_k (used is the
recursion (9.11d)); the last term of (9.14c) holds with delta~_i, as in (9.13c), not delta~_{i+1}.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import (
    EMPTY,
    IDENTITY,
    ZERO,
    Matrix,
    Row,
    Rows,
    Scalar,
    Vector,
    add,
    add_matrices,
    apply,
    cross,
    dot,
    outer,
    scale,
    scale_matrix,
    skew,
    sub,
    sub_matrices,
)
from erfd.dynamics.denoc_twist import Link, Six, links, outward, power
from erfd.dynamics.tree import Tree


class Composite(NamedTuple):
    """M~ = [I, -delta x 1; delta x 1, m 1] of a link with all that it carries (9.12c)."""

    m: Scalar
    delta: Vector
    I: Matrix

    def times(self, t: Six) -> Six:
        moment = sub(apply(self.I, t.angular), cross(self.delta, t.linear))
        return Six(moment, add(cross(self.delta, t.angular), scale(self.m, t.linear)))


class Matrices(NamedTuple):
    """N_l (6n x 6n), N_d (6n x n) and M (6n x 6n), so that GIM = N_d^T N_l^T M N_l N_d."""

    N_l: Rows
    N_d: Rows
    M: Rows


def mass_matrix(tree: Tree, q: Row) -> Rows:
    """i_ij = p_i^T M~_i B_ij p_j for j on the way from i to the base, else 0 (9.15b)."""
    across = links(tree, q)
    whole = composites(tree, across)
    H: Rows = [[0] * tree.n for _ in range(tree.n)]
    for i, link in enumerate(across):
        psi = whole[i].times(link.p)
        for j in tree.path(i):
            c_ij = sub(across[j].C, link.C)
            H[i][j] = H[j][i] = power(psi, outward(c_ij, across[j].p))
    return H


def composites(tree: Tree, across: list[Link]) -> list[Composite]:
    """From the tips to the base: each body joins the one that carries it (9.14)."""
    whole = [Composite(link.m, ZERO, link.I) for link in across]
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            whole[k] = _join(whole[k], whole[i], across[i].c)
    return whole


def _join(carrier: Composite, child: Composite, c: Vector) -> Composite:
    """(9.14a-c); `delta` is what the child brings to delta~ of its carrier."""
    delta = add(scale(child.m, c), child.delta)
    moved = add_matrices(cross_cross(child.delta, c), cross_cross(c, delta))
    I = add_matrices(carrier.I, sub_matrices(child.I, moved))
    return Composite(carrier.m + child.m, add(carrier.delta, delta), I)


def cross_cross(a: Vector, b: Vector) -> Matrix:
    """The matrix a x (b x 1) = b a^T - (a.b) 1."""
    return sub_matrices(outer(b, a), scale_matrix(dot(a, b), IDENTITY))


def matrices(tree: Tree, q: Row) -> Matrices:
    """The decoupled natural orthogonal complement written out, for small robots."""
    n, across = tree.n, links(tree, q)
    N_l: Rows = [[0] * (6 * n) for _ in range(6 * n)]
    N_d: Rows = [[0] * n for _ in range(6 * n)]
    M: Rows = [[0] * (6 * n) for _ in range(6 * n)]
    for i, link in enumerate(across):
        for j in tree.path(i):
            _put(N_l, 6 * i, 6 * j, propagation(sub(across[j].C, link.C)))
        _put(N_d, 6 * i, i, [[x] for x in (*link.p.angular, *link.p.linear)])
        _put(M, 6 * i, 6 * i, _blocks(link.I, EMPTY, scale_matrix(link.m, IDENTITY)))
    return Matrices(N_l, N_d, M)


def propagation(c: Vector) -> Rows:
    """The twist propagation matrix B_ij for c = c_ij, written out (9.4d)."""
    return _blocks(IDENTITY, skew(c), IDENTITY)


def _blocks(A: Matrix, C: Matrix, D: Matrix) -> Rows:
    """[A, O; C, D] as six rows."""
    return [[*a, *ZERO] for a in A] + [[*c, *d] for c, d in zip(C, D, strict=True)]


def _put(big: Rows, row: int, column: int, small: Rows) -> None:
    for k, entries in enumerate(small):
        big[row + k][column : column + len(entries)] = entries
