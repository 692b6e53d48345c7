"""Composite rigid bodies: the mass matrix, and forward dynamics by solving with it.

Source: Walker and Orin 1982, method 3, in the form of Featherstone 2008, Table 6.2. With only joint
j moving, at unit acceleration, the bodies beyond it move as one rigid body; the wrench that this
takes, carried toward the base, meets every joint that carries j and leaves the entry H_ij there.
Cost: O(n d) for the matrix, d the depth of the tree; O(n d^2) for the solution.
Frames: body axes, composite inertias about the joint origins as (m, h, Io).
Departures: no spatial vectors; entries between joints that do not carry one another are never
touched, and the solution uses that pattern too.
"""

from __future__ import annotations

from erfd.algebra import Row, Rows, Scalar
from erfd.dynamics.inertia import Inertia, inertia_of
from erfd.dynamics.kinematics import Step, steps
from erfd.dynamics.linear import solve_symmetric
from erfd.dynamics.newton_euler import bias
from erfd.dynamics.tree import Tree
from erfd.dynamics.wrench import Wrench


def forward_dynamics(
    tree: Tree, q: Row, qd: Row, tau: Row, wrench: Row | None = None
) -> list[Scalar]:
    """The joint accelerations: H qdd = tau - bias."""
    rest = [t - b for t, b in zip(tau, bias(tree, q, qd, wrench), strict=True)]
    return solve_symmetric(mass_matrix(tree, q), rest, tree.parent)


def mass_matrix(tree: Tree, q: Row) -> Rows:
    """H, full and symmetric."""
    across = steps(tree, q)
    H: Rows = [[0] * tree.n for _ in range(tree.n)]
    for j, body in enumerate(composite_inertias(tree, across)):
        load = unit_load(body, tree.prismatic[j])
        for i in tree.path(j):
            H[i][j] = H[j][i] = load.along(tree.prismatic[i])
            if tree.parent[i] >= 0:
                load = load.outward(across[i])
    return H


def composite_inertias(tree: Tree, across: list[Step]) -> list[Inertia]:
    """The inertia of everything beyond each joint, as if frozen, in body axes at the origin."""
    bodies = [inertia_of(tree, i) for i in range(tree.n)]
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            bodies[k] = bodies[k].plus(bodies[i].outward(across[i], tree.prismatic[i]))
    return bodies


def unit_load(body: Inertia, prismatic: bool) -> Wrench:
    """The wrench that a unit acceleration along or about z takes."""
    x, y, _ = body.h
    if prismatic:
        return Wrench((0, 0, body.m), (y, -x, 0))
    return Wrench((-y, x, 0), (body.Io[0][2], body.Io[1][2], body.Io[2][2]))
