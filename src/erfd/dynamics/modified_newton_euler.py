"""Modified recursive Newton-Euler (mRNEA): the mass matrix H and the bias u', in one pass.

What: tau = H qdd + u'. The forces and moments of Newton and Euler are carried inward not as sums
but sorted by their cause: one column for each joint's acceleration, one for all the rest.
Source: Kvrgic and Vidakovic Eqs. (4)-(36) and (B.1).
Cost: the columns O(n^2) for a chain, the bias O(n), solving for qdd O(n^3). The print claims
O(n); H alone has n^2 entries.
Frames: base axes, forces through the joint's origin and moments about it.
Departures: trees and prismatic joints. (28)-(31) are one recursion, N_i = N of body i + sum over
the bodies it carries of (N_c + p* x E_c), with p* from origin to origin. Only j <= i is computed
and (31), which is the other half of H, follows by symmetry. The velocity terms of (13), (17) come
from one outward pass with qdd = 0 (`general_vectors` has them one by one). Gravity is a vector,
(0, 0, -9.81) with z up; f_e enters once, in E; the wrench is exerted ON the tool, at the tool
point, in base axes (the paper's f_e, n_e are exerted BY it).
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import Row, Rows, Scalar, Vector, add, apply, cross, dot, scale, sub
from erfd.dynamics.base_axes import BodyInBase, in_base_axes
from erfd.dynamics.general_vectors import b_ik, d_ik, speed_sums
from erfd.dynamics.linear import solve_symmetric
from erfd.dynamics.tree import Tree

BIAS = -1


class Load(NamedTuple):
    """The paper's E and n: a force through a joint's origin, and the moment about it."""

    E: Vector
    n: Vector


Columns = list[dict[int, Load]]


def equations_of_motion(
    tree: Tree, q: Row, qd: Row, wrench: Row | None = None
) -> tuple[Rows, list[Scalar]]:
    """H and the bias u'; Eqs. (33)-(36)."""
    bodies = in_base_axes(tree, q)
    found = _columns(tree, bodies, qd, wrench)
    return _matrix(tree, bodies, found), _torques(tree, bodies, found)


def columns(tree: Tree, q: Row, qd: Row, wrench: Row | None = None) -> Columns:
    """Body by body E_ij and n'_ij of the joints j that carry it, and under BIAS the rest, n'_ic."""
    return _columns(tree, in_base_axes(tree, q), qd, wrench)


def _columns(tree: Tree, bodies: list[BodyInBase], qd: Row, wrench: Row | None) -> Columns:
    rest = _bias_loads(tree, bodies, qd, wrench)
    found = [{BIAS: x, **_unit_loads(tree, bodies, i)} for i, x in enumerate(rest)]
    _gather(tree, bodies, found)
    return found


def mass_matrix(tree: Tree, q: Row) -> Rows:
    bodies = in_base_axes(tree, q)
    columns = [_unit_loads(tree, bodies, i) for i in range(tree.n)]
    _gather(tree, bodies, columns)
    return _matrix(tree, bodies, columns)


def bias(tree: Tree, q: Row, qd: Row, wrench: Row | None = None) -> list[Scalar]:
    bodies = in_base_axes(tree, q)
    columns = [{BIAS: x} for x in _bias_loads(tree, bodies, qd, wrench)]
    _gather(tree, bodies, columns)
    return _torques(tree, bodies, columns)


def inverse_dynamics(
    tree: Tree, q: Row, qd: Row, qdd: Row, wrench: Row | None = None
) -> list[Scalar]:
    """H qdd + u'."""
    H, u = equations_of_motion(tree, q, qd, wrench)
    return [sum((h * x for h, x in zip(H[i], qdd, strict=True)), u[i]) for i in range(tree.n)]


def forward_dynamics(
    tree: Tree, q: Row, qd: Row, tau: Row, wrench: Row | None = None
) -> list[Scalar]:
    """qdd of H qdd = tau - u', Eq. (2)."""
    H, u = equations_of_motion(tree, q, qd, wrench)
    return solve_symmetric(H, [t - x for t, x in zip(tau, u, strict=True)], tree.parent)


def _unit_loads(tree: Tree, bodies: list[BodyInBase], i: int) -> dict[int, Load]:
    """e_ik = m_i b_ik and d_ik + l_i x e_ik for the joints k that carry body i, (15), (24)."""
    loads = {}
    for k in tree.path(i):
        e = scale(tree.m[i], b_ik(tree, bodies, i, k))
        loads[k] = Load(e, add(d_ik(tree, bodies, i, k), cross(bodies[i].l, e)))
    return loads


def _bias_loads(tree: Tree, bodies: list[BodyInBase], qd: Row, wrench: Row | None) -> list[Load]:
    """e_i and d_i + l_i x e_i, (13), (17), (22), (23): what the bodies need at qdd = 0."""
    loads = []
    for i, (acceleration, d) in enumerate(speed_sums(tree, bodies, qd)):
        e = scale(tree.m[i], sub(acceleration, tree.gravity))
        loads.append(Load(e, add(d, cross(bodies[i].l, e))))
    k = tree.tool.index
    if wrench is not None and k >= 0:
        loads[k] = _less_wrench(loads[k], bodies[k], tree.tool.placement.p, wrench)
    return loads


def _less_wrench(load: Load, body: BodyInBase, tool: Vector, wrench: Row) -> Load:
    """The tool's own load without what its surroundings already exert on it."""
    f: Vector = (wrench[0], wrench[1], wrench[2])
    n: Vector = (wrench[3], wrench[4], wrench[5])
    moment = add(n, cross(apply(body.placement.R, tool), f))
    return Load(sub(load.E, f), sub(load.n, moment))


def _gather(tree: Tree, bodies: list[BodyInBase], columns: Columns) -> None:
    """(20), (25), (28)-(30): every body's columns added to those of the body that carries it."""
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            p = sub(bodies[i].o, bodies[k].o)
            for j, (E, n) in columns[k].items():
                outer = columns[i][j]
                moment = add(outer.n, cross(p, outer.E))
                columns[k][j] = Load(add(E, outer.E), add(n, moment))


def _matrix(tree: Tree, bodies: list[BodyInBase], columns: Columns) -> Rows:
    """h_ij for j that carries i, (35), and h_ji = h_ij; 0 for joints on different branches."""
    H: Rows = [[0] * tree.n for _ in range(tree.n)]
    for i in range(tree.n):
        for j in tree.path(i):
            H[i][j] = H[j][i] = _along(tree, bodies, i, columns[i][j])
    return H


def _torques(tree: Tree, bodies: list[BodyInBase], columns: Columns) -> list[Scalar]:
    return [_along(tree, bodies, i, columns[i][BIAS]) for i in range(tree.n)]


def _along(tree: Tree, bodies: list[BodyInBase], i: int, load: Load) -> Scalar:
    """The share of a load that joint i itself must bring up."""
    return dot(bodies[i].z, load.E if tree.prismatic[i] else load.n)
