"""Lagrange's equations of motion with homogeneous transforms and traces of 4x4 matrices.

Source: Szkodny Eqs. (5)-(10), rigid links only.

    tau_i = sum_j D_ij qdd_j + sum_jk D_ijk qd_j qd_k + D_i - Q_i

The coefficients: see `lagrange_coefficients`; D_ijk is the Christoffel symbol. Cost: O(n^3) traces,
reasonable up to seven joints. Frames: base. Departures: Q_i, the wrench on the tool, enters by its
virtual work, with the derivative dT/dq_i of the tool's transform; the source has none.
"""

from __future__ import annotations

from erfd.algebra import Row, Rows, Scalar, Vector, dot
from erfd.dynamics.homogeneous import Homogeneous, times, transform, transposed
from erfd.dynamics.kinematics import pose
from erfd.dynamics.lagrange_coefficients import (
    Coefficients,
    Parts,
    coefficients,
    coriolis,
    gravity,
    inertia,
    parts_of,
)
from erfd.dynamics.linear import solve_symmetric
from erfd.dynamics.tree import Tree

__all__ = [
    "Coefficients",
    "bias",
    "coefficients",
    "forward_dynamics",
    "inverse_dynamics",
    "mass_matrix",
]


def mass_matrix(tree: Tree, q: Row) -> Rows:
    """D_ij."""
    return inertia(tree, parts_of(tree, q))


def bias(tree: Tree, q: Row, qd: Row, wrench: Row | None = None) -> list[Scalar]:
    """Velocity terms, gravity and wrench: the torques at zero acceleration."""
    return _bias(tree, q, qd, wrench, parts_of(tree, q))


def inverse_dynamics(
    tree: Tree, q: Row, qd: Row, qdd: Row, wrench: Row | None = None
) -> list[Scalar]:
    """The generalised force of every joint (7)."""
    parts = parts_of(tree, q)
    rest = _bias(tree, q, qd, wrench, parts)
    return [_inner(row, qdd) + x for row, x in zip(inertia(tree, parts), rest, strict=True)]


def forward_dynamics(
    tree: Tree, q: Row, qd: Row, tau: Row, wrench: Row | None = None
) -> list[Scalar]:
    """The accelerations: (7) solved for them."""
    parts = parts_of(tree, q)
    free = [x - b for x, b in zip(tau, _bias(tree, q, qd, wrench, parts), strict=True)]
    return solve_symmetric(inertia(tree, parts), free, tree.parent)


def _bias(tree: Tree, q: Row, qd: Row, wrench: Row | None, parts: Parts) -> list[Scalar]:
    rates = [[_inner(row, qd) for row in D_i] for D_i in coriolis(tree, parts)]
    rest = [_inner(row, qd) + d for row, d in zip(rates, gravity(tree, parts), strict=True)]
    if wrench is not None:
        T = transform(pose(tree, q, tree.tool))
        for i in tree.path(tree.tool.index):
            rest[i] = rest[i] - _work(parts.S[i], T, wrench)
    return rest


def _work(S: Homogeneous, T: Homogeneous, wrench: Row) -> Scalar:
    """The work of the wrench on dT = S T: the force on the tool point, the moment on the turn."""
    f: Vector = (wrench[0], wrench[1], wrench[2])
    n: Vector = (wrench[3], wrench[4], wrench[5])
    x, y, z, _ = transposed(times(S, T))[3]
    turn: Vector = (S[2][1], S[0][2], S[1][0])
    return dot((x, y, z), f) + dot(turn, n)


def _inner(a: Row, b: Row) -> Scalar:
    return sum(x * y for x, y in zip(a, b, strict=True))
