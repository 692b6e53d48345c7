"""Lagrange's coefficients D_i, D_ij, D_ijk of the equations of motion, as traces of 4x4 matrices.

Source: Szkodny Eqs. (8)-(10) and its appendix, rigid links only (its rotor terms
belong to the drives).

    D_ij  =   sum_p Trace(dT_p/dq_i J_p dT_p^T/dq_j)
    D_ijk =   sum_p Trace(d2T_p/dq_j dq_k J_p dT_p^T/dq_i)
    D_i   = - sum_p m_p g^T dT_p/dq_i r_p

Derivatives by operator matrices: dT_p/dq_j = S_j T_p, and d2T_p/dq_j dq_k = S_j S_k T_p where joint
j carries joint k. A trace is linear in J_p, so the sum over the bodies p is taken first, once for
each joint, over T_p J_p T_p^T. Cost: O(n^3) traces. Frames: base.
Departures: trees, where the sums run over the bodies that all joints of a coefficient move.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import EMPTY, Row, Rows, Scalar, cross, neg, skew, transpose
from erfd.dynamics.homogeneous import (
    Homogeneous,
    doubled_pseudo_inertia,
    operator,
    plus,
    times,
    trace,
    transform,
    transposed,
)
from erfd.dynamics.kinematics import poses
from erfd.dynamics.tree import Tree
from erfd.robot.placement import Placement


class Coefficients(NamedTuple):
    """Gravity D_i, inertia D_ij, Coriolis and centripetal D_ijk."""

    D_i: list[Scalar]
    D_ij: Rows
    D_ijk: list[Rows]


class Parts(NamedTuple):
    """S_i of every joint, and the sum of 2 T_p J_p T_p^T over the bodies p that joint i moves."""

    S: list[Homogeneous]
    J: list[Homogeneous]


def coefficients(tree: Tree, q: Row) -> Coefficients:
    """All coefficients of the equations of motion at q."""
    parts = parts_of(tree, q)
    return Coefficients(gravity(tree, parts), inertia(tree, parts), coriolis(tree, parts))


def parts_of(tree: Tree, q: Row) -> Parts:
    placed = poses(tree, q)
    J: list[Homogeneous] = []
    for place, *body in zip(placed, tree.m, tree.h, tree.Io, strict=True):
        T = transform(place)
        J.append(times(times(T, doubled_pseudo_inertia(*body)), transposed(T)))
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            J[k] = plus(J[k], J[i])
    return Parts([_operator(x, s) for x, s in zip(placed, tree.prismatic, strict=True)], J)


def _operator(place: Placement, prismatic: bool) -> Homogeneous:
    """S = T Delta T^-1: a turn about the axis z through the joint's origin, or a slide along z."""
    z = transpose(place.R)[2]
    return operator(EMPTY, z) if prismatic else operator(skew(z), cross(place.p, z))


def inertia(tree: Tree, parts: Parts) -> Rows:
    """D_ij (8)."""
    D: Rows = [[0] * tree.n for _ in range(tree.n)]
    for i in range(tree.n):
        SJ = times(parts.S[i], parts.J[i])
        for j in tree.path(i):
            D[i][j] = D[j][i] = trace(SJ, parts.S[j]) / 2
    return D


def coriolis(tree: Tree, parts: Parts) -> list[Rows]:
    """D_ijk (9); the joint farthest out of the three says which bodies count."""
    n = tree.n
    D: list[Rows] = [[[0] * n for _ in range(n)] for _ in range(n)]
    for last in range(n):
        for k in tree.path(last):
            for j in tree.path(k):
                SSJ = times(times(parts.S[j], parts.S[k]), parts.J[last])
                for i in tree.path(last) if k == last else [last]:
                    D[i][j][k] = D[i][k][j] = trace(SSJ, parts.S[i]) / 2
    return D


def gravity(tree: Tree, parts: Parts) -> list[Scalar]:
    """D_i (10): the last column of 2 J is twice the first moment."""
    g = operator(EMPTY, neg(tree.gravity))
    return [trace(times(S, J), g) / 2 for S, J in zip(parts.S, parts.J, strict=True)]
