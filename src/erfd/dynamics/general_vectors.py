"""The general vectors of the modified Newton-Euler method: accelerations, sorted by joints.

What: the mass centre of body i accelerates by sum_k b_ik qdd_k + sum_{k<=j} b_ikj qd_k qd_j, and
its moment is sum_k d_ik qdd_k + sum_{k<=j} d_ikj qd_k qd_j, with k and j on the way from the base
to body i.
Source: Kvrgic and Vidakovic Eqs. (5), (9), (B.2)-(B.13), in the closed form that holds for any
robot; there the vectors are written out for one robot, with misprints.
Cost: O(n^2) vectors b_ik, d_ik and O(n^3) vectors b_ikj, d_ikj for a chain of n joints; their
sums over the speeds cost only O(n), `speed_sums`.
Frames: base axes. Bodies are counted from 0, the paper's links from 1.
Departures: trees, where k <= j <= i reads "k carries j carries i", and prismatic joints.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from erfd.algebra import ZERO, Row, Scalar, Vector, add, apply, cross, scale, sub
from erfd.dynamics.base_axes import BodyInBase, in_base_axes
from erfd.dynamics.tree import Tree


class GeneralVectors(NamedTuple):
    """Keys are (i, k) and (i, k, j): the body, then joints from the base outward."""

    b_ik: dict[tuple[int, int], Vector]
    b_ikj: dict[tuple[int, int, int], Vector]
    d_ik: dict[tuple[int, int], Vector]
    d_ikj: dict[tuple[int, int, int], Vector]


def general_vectors(tree: Tree, q: Row) -> GeneralVectors:
    bodies = in_base_axes(tree, q)
    two = [(i, k) for i in range(tree.n) for k in tree.path(i)]
    three = [(i, k, j) for i in range(tree.n) for j in tree.path(i) for k in tree.path(j)]
    return GeneralVectors(
        b_ik={(i, k): b_ik(tree, bodies, i, k) for i, k in two},
        b_ikj={(i, k, j): b_ikj(tree, bodies, i, k, j) for i, k, j in three},
        d_ik={(i, k): d_ik(tree, bodies, i, k) for i, k in two},
        d_ikj={(i, k, j): d_ikj(tree, bodies, i, k, j) for i, k, j in three},
    )


def b_ik(tree: Tree, bodies: Sequence[BodyInBase], i: int, k: int) -> Vector:
    """The mass centre of i when joint k alone accelerates by one."""
    if tree.prismatic[k]:
        return bodies[k].z
    return cross(bodies[k].z, sub(bodies[i].c, bodies[k].o))


def b_ikj(tree: Tree, bodies: Sequence[BodyInBase], i: int, k: int, j: int) -> Vector:
    """The mass centre of i for speeds one at k and j: centripetal when k is j, else Coriolis."""
    if tree.prismatic[k]:
        return ZERO
    turned = cross(bodies[k].z, b_ik(tree, bodies, i, j))
    return turned if k == j else scale(2, turned)


def d_ik(tree: Tree, bodies: Sequence[BodyInBase], i: int, k: int) -> Vector:
    """The moment about the mass centre of i when joint k alone accelerates by one."""
    return ZERO if tree.prismatic[k] else apply(bodies[i].I, bodies[k].z)


def d_ikj(tree: Tree, bodies: Sequence[BodyInBase], i: int, k: int, j: int) -> Vector:
    """The gyroscopic moment of i for speeds one at k and j."""
    if tree.prismatic[k] or tree.prismatic[j]:
        return ZERO
    I, z_k, z_j = bodies[i].I, bodies[k].z, bodies[j].z
    if k == j:
        return cross(z_k, apply(I, z_k))
    carried = apply(I, cross(z_k, z_j))
    return add(carried, add(cross(z_k, apply(I, z_j)), cross(z_j, apply(I, z_k))))


class Motion(NamedTuple):
    """Angular velocity, angular acceleration and acceleration of a body's origin at qdd = 0."""

    w: Vector = ZERO
    wd: Vector = ZERO
    a: Vector = ZERO


def speed_sums(tree: Tree, bodies: Sequence[BodyInBase], qd: Row) -> list[tuple[Vector, Vector]]:
    """Every body's sum of b_ikj qd_k qd_j and of d_ikj qd_k qd_j, from one outward pass (B.1)."""
    moves: list[Motion] = []
    sums = []
    for i, (_, _, l, I) in enumerate(bodies):
        w, wd, a = _next(tree, bodies, moves, i, qd[i])
        moves.append(Motion(w, wd, a))
        b = add(a, add(cross(wd, l), cross(w, cross(w, l))))
        sums.append((b, add(apply(I, wd), cross(w, apply(I, w)))))
    return sums


def _next(
    tree: Tree, bodies: Sequence[BodyInBase], moves: list[Motion], i: int, qd: Scalar
) -> Motion:
    k = tree.parent[i]
    w, wd, a = moves[k] if k >= 0 else Motion()
    p = sub(bodies[i].o, bodies[k].o) if k >= 0 else bodies[i].o
    a = add(a, add(cross(wd, p), cross(w, cross(w, p))))
    rate = scale(qd, bodies[i].z)
    turn = cross(w, rate)
    if tree.prismatic[i]:
        return Motion(w, wd, add(a, scale(2, turn)))
    return Motion(add(w, rate), add(wd, turn), a)
