"""The six-dimensional letters of the DeNOC: twists, wrenches, and how they pass from link to link.

Source: Saha, ch. 9, Eqs. (9.2), (9.4)-(9.6), (9.32). Cost: O(n). Frames: base axes; the
linear part of a twist is the velocity of the mass centre C_i, the moment of a wrench is about C_i.

    t_i = B_ij t_j + p_i qd_i     B_ij = [1, O; c_ij x 1, 1]     c_ij = C_j - C_i

For neighbours c_ij = -d_i - r_j as printed. Written with the mass centres it holds for any two
links, and its rate is the difference of their velocities: that is (9.16d), and it contains the
slide e b-dot of a prismatic joint, which the print leaves out.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import (
    ZERO,
    Matrix,
    Row,
    Scalar,
    Vector,
    add,
    apply,
    cross,
    dot,
    rotate_tensor,
    scale,
    sub,
    transpose,
)
from erfd.dynamics.kinematics import poses
from erfd.dynamics.tree import Tree
from erfd.robot.placement import Placement


class Six(NamedTuple):
    """A twist (angular velocity; velocity of C) or a wrench (moment about C; force)."""

    angular: Vector
    linear: Vector


AT_REST = Six(ZERO, ZERO)


class Link(NamedTuple):
    """One link at the coordinates q: C_i, c_ij towards its parent j, p_i, m_i, I_i about C_i."""

    C: Vector
    c: Vector
    p: Six
    m: Scalar
    I: Matrix


def plus(a: Six, b: Six) -> Six:
    return Six(add(a.angular, b.angular), add(a.linear, b.linear))


def minus(a: Six, b: Six) -> Six:
    return Six(sub(a.angular, b.angular), sub(a.linear, b.linear))


def times(s: Scalar, a: Six) -> Six:
    return Six(scale(s, a.angular), scale(s, a.linear))


def power(a: Six, b: Six) -> Scalar:
    """a^T b: the power of a wrench on a twist."""
    return dot(a.angular, b.angular) + dot(a.linear, b.linear)


def outward(c: Vector, t: Six) -> Six:
    """B t: the twist of j as felt at C_i, for c = c_ij (9.4d)."""
    return Six(t.angular, add(t.linear, cross(c, t.angular)))


def inward(c: Vector, w: Six) -> Six:
    """B^T w: the wrench at C_i carried to C_j, for c = c_ij."""
    return Six(sub(w.angular, cross(c, w.linear)), w.linear)


def spin(w: Vector, p: Six) -> Six:
    """Omega p, Omega = diag(w x 1, w x 1): the rate of a vector fixed to the link (9.10b)."""
    return Six(cross(w, p.angular), cross(w, p.linear))


def links(tree: Tree, q: Row) -> list[Link]:
    """Every link in base axes; c of a link on the base is zero, for the base has no twist."""
    placed = poses(tree, q)
    C = [place.point(c) for place, c in zip(placed, tree.c, strict=True)]
    to_parent = [sub(C[k], C[i]) if k >= 0 else ZERO for i, k in enumerate(tree.parent)]
    return [
        Link(
            C[i],
            to_parent[i],
            _joint_motion(place, sub(C[i], place.p), tree.prismatic[i]),
            tree.m[i],
            rotate_tensor(place.R, tree.I[i]),
        )
        for i, place in enumerate(placed)
    ]


def _joint_motion(place: Placement, d: Vector, prismatic: bool) -> Six:
    """p_i = (e; e x d) of a revolute joint (9.4d), (0; e) of a prismatic one (9.5b)."""
    e = transpose(place.R)[2]
    return Six(ZERO, e) if prismatic else Six(e, cross(e, d))


def twists(tree: Tree, across: list[Link], qd: Row) -> list[Six]:
    """t_i = B_ij t_j + p_i qd_i, the base at rest (9.32)."""
    t: list[Six] = []
    for i, link in enumerate(across):
        k = tree.parent[i]
        before = t[k] if k >= 0 else AT_REST
        t.append(plus(outward(link.c, before), times(qd[i], link.p)))
    return t


def momentum_rate(link: Link, t: Six, t_dot: Six) -> Six:
    """M t-dot + W M t (9.2a): what accelerates the link alone."""
    w = t.angular
    moment = add(apply(link.I, t_dot.angular), cross(w, apply(link.I, w)))
    return Six(moment, scale(link.m, t_dot.linear))
