"""DeNOC, the matrix of convective inertia terms (MCI): C with h = C qd and H-dot - 2 C skew.

Source: Saha, ch. 9, Eqs. (9.16a-k). Cost: O(n depth). Frames: base axes, mass centres.
In the plane C is the Christoffel matrix; in space it is another one with the same product C qd.

    G_i  = sum over children k of B_ki^T H~_ki        H~_ij = M~_i B-dot_ij + G_i
    c_ij = p_i^T B_ji^T (G_j + M~_j Omega_j + M~'_j) p_j                     i carries j, or i = j
    c_ij = p_i^T (H~_ij + M~_i B_ij Omega_j + M~'_i B_ij) p_j                j carries i

Departures: trees; (9.16d) with the slide of a prismatic joint (see `denoc_twist`); (9.16i) is not
symmetric; the first line of (9.16k) holds with H~_{j+1,j}, not H~_{j+1,i}; Omega p does not vanish
in the plane. H~ and M~' have no right half, which is what `Convection` makes use of.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import (
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
    product,
    scale,
    skew,
    sub,
    sub_matrices,
)
from erfd.dynamics.denoc_inertia import Composite, composites, cross_cross
from erfd.dynamics.denoc_twist import (
    Link,
    Six,
    inward,
    links,
    outward,
    plus,
    power,
    spin,
    twists,
)
from erfd.dynamics.tree import Tree


class Convection(NamedTuple):
    """G + M~' = [A, O; b x 1, O] of a link with all that it carries."""

    A: Matrix
    b: Vector

    def times(self, t: Six) -> Six:
        return Six(apply(self.A, t.angular), cross(self.b, t.angular))


class Body(NamedTuple):
    """What (9.16k) needs of one body."""

    link: Link
    t: Six
    whole: Composite
    convection: Convection


def coriolis_matrix(tree: Tree, q: Row, qd: Row) -> Rows:
    """The MCI by (9.16k); bodies of which neither carries the other have c_ij = 0."""
    bodies = _bodies(tree, q, qd)
    C: Rows = [[0] * tree.n for _ in range(tree.n)]
    for j in range(tree.n):
        for k in tree.path(j):
            C[k][j] = _carrier(bodies[k], bodies[j])
            if k != j:
                C[j][k] = _carried(bodies[j], bodies[k])
    return C


def _carrier(i: Body, j: Body) -> Scalar:
    """c_ij where i carries j, or i = j."""
    x = plus(j.whole.times(spin(j.t.angular, j.link.p)), j.convection.times(j.link.p))
    return power(i.link.p, inward(sub(i.link.C, j.link.C), x))


def _carried(i: Body, j: Body) -> Scalar:
    """c_ij where j carries i; B-dot_ij p_j = (0; c-dot_ij x e_j)."""
    p, c = j.link.p, sub(j.link.C, i.link.C)
    turned = Six(ZERO, cross(sub(j.t.linear, i.t.linear), p.angular))
    x = i.whole.times(plus(turned, outward(c, spin(j.t.angular, p))))
    return power(i.link.p, plus(x, i.convection.times(outward(c, p))))


def _bodies(tree: Tree, q: Row, qd: Row) -> list[Body]:
    across = links(tree, q)
    t, whole = twists(tree, across, qd), composites(tree, across)
    convections = _convections(tree, across, t, whole)
    return [Body(*x) for x in zip(across, t, whole, convections, strict=True)]


def _convections(
    tree: Tree, across: list[Link], t: list[Six], whole: list[Composite]
) -> list[Convection]:
    """From the tips to the base; M'_i = W_i M_i has the one block w_i x I_i."""
    own = [product(skew(t[i].angular), link.I) for i, link in enumerate(across)]
    all_of = [Convection(A, ZERO) for A in own]
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            c_dot = sub(t[k].linear, t[i].linear)
            brought = _move(all_of[i], whole[i], across[i].c, c_dot)
            A = add_matrices(all_of[k].A, brought.A)
            all_of[k] = Convection(A, add(all_of[k].b, brought.b))
    return all_of


def _move(child: Convection, whole: Composite, c: Vector, c_dot: Vector) -> Convection:
    """B^T (M~ B-dot + G + M~' B), from C_i to C_j of the carrier."""
    b = add(child.b, scale(whole.m, c_dot))
    moved = add_matrices(cross_cross(whole.delta, c_dot), cross_cross(c, b))
    return Convection(sub_matrices(child.A, moved), b)
