"""Walker and Orin's methods 1, 2 and 3: the mass matrix column by column, then qdd by solving.

What: column j of H is the set of joint torques for unit acceleration of joint j alone, at rest and
without gravity. Method 1 asks inverse dynamics for every column. Method 2 moves only the bodies
outward of joint j and computes only the rows of their joints; the rest follows from H being
symmetric. Method 3 sees these bodies as one rigid composite of known mass, centre and inertia.
Source: Walker and Orin 1982, as used by Kvrgic and Vidakovic sections 1.2, 6 and Table 2.
Cost: for a chain of n joints each O(n^2) for H: method 1 sweeps n^2 bodies, method 2 n^2/2;
method 3 composes n bodies and carries n^2/2 forces. Solving for qdd is O(n^3), the bias O(n).
Frames: methods 1 and 2 body axes, moments about the joint origins; method 3 base axes, inertia
about the composite's centre.
Departures: trees and prismatic joints. In methods 2 and 3 H is symmetric to the last bit, in
method 1 its two halves differ by rounding.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from erfd.algebra import ZERO, Row, Rows, Scalar, Vector, add, apply, cross, dot, scale, sub
from erfd.dynamics.base_axes import BodyInBase, in_base_axes
from erfd.dynamics.composites import Composite, composites
from erfd.dynamics.inertia import inertia_of
from erfd.dynamics.kinematics import Step, steps
from erfd.dynamics.linear import solve_symmetric
from erfd.dynamics.newton_euler import bias, reactions
from erfd.dynamics.tree import Tree
from erfd.dynamics.wrench import Wrench


def mass_matrix_1(tree: Tree, q: Row) -> Rows:
    """One inverse dynamics of the whole robot for each column."""
    weightless, across, still = replace(tree, gravity=ZERO), steps(tree, q), [0] * tree.n
    columns = []
    for j in range(tree.n):
        unit = [1 if i == j else 0 for i in range(tree.n)]
        loads = reactions(weightless, across, still, unit)
        columns.append([load.along(tree.prismatic[i]) for i, load in enumerate(loads)])
    return [list(row) for row in zip(*columns, strict=True)]


def mass_matrix_2(tree: Tree, q: Row) -> Rows:
    """For each column only the bodies that joint j moves, and only the rows of their joints."""
    across = steps(tree, q)
    H: Rows = [[0] * tree.n for _ in range(tree.n)]
    for j in range(tree.n):
        moved = [i for i in range(j, tree.n) if j in tree.path(i)]
        loads = _unit_loads(tree, across, moved)
        for i in reversed(moved):
            H[i][j] = H[j][i] = loads[i].along(tree.prismatic[i])
            if i != j:
                k = tree.parent[i]
                loads[k] = loads[k].plus(loads[i].outward(across[i]))
    return H


def _unit_loads(tree: Tree, across: list[Step], moved: list[int]) -> dict[int, Wrench]:
    """What accelerates each body when the first of them accelerates by one along its joint."""
    rates: dict[int, tuple[Vector, Vector]] = {}
    loads = {}
    for i in moved:
        if i == moved[0]:
            wd, a = (ZERO, (0, 0, 1)) if tree.prismatic[i] else ((0, 0, 1), ZERO)
        else:
            wd, a = rates[tree.parent[i]]
            wd, a = across[i].inward(wd), across[i].inward(add(a, cross(wd, across[i].p)))
        rates[i] = wd, a
        loads[i] = inertia_of(tree, i).accelerated(wd, a)
    return loads


def mass_matrix_3(tree: Tree, q: Row) -> Rows:
    """The force and moment on each composite, carried inward to the joints that carry it."""
    bodies = in_base_axes(tree, q)
    H: Rows = [[0] * tree.n for _ in range(tree.n)]
    for j, composite in enumerate(composites(tree, bodies)):
        f, n = _on_composite(tree.prismatic[j], bodies[j], composite)
        o = bodies[j].o
        for i in tree.path(j):
            n, o = add(n, cross(sub(o, bodies[i].o), f)), bodies[i].o
            H[i][j] = H[j][i] = dot(bodies[i].z, f if tree.prismatic[i] else n)
    return H


def _on_composite(prismatic: bool, body: BodyInBase, x: Composite) -> tuple[Vector, Vector]:
    """F_j = M z x c or M z, and the moment N_j + c x F_j about the joint, N_j = E z or 0."""
    c = sub(x.c, body.o)
    if prismatic:
        f = scale(x.M, body.z)
        return f, cross(c, f)
    f = scale(x.M, cross(body.z, c))
    return f, add(apply(x.E, body.z), cross(c, f))


def _solved(mass_matrix: Callable[[Tree, Row], Rows]) -> Callable[..., list[Scalar]]:
    def forward_dynamics(
        tree: Tree,
        q: Row,
        qd: Row,
        tau: Row,
        wrench: Row | None = None,
    ) -> list[Scalar]:
        """qdd of H qdd = tau - bias."""
        rest = bias(tree, q, qd, wrench)
        driving = [t - x for t, x in zip(tau, rest, strict=True)]
        return solve_symmetric(mass_matrix(tree, q), driving, tree.parent)

    return forward_dynamics


forward_dynamics_1 = _solved(mass_matrix_1)
forward_dynamics_2 = _solved(mass_matrix_2)
forward_dynamics_3 = _solved(mass_matrix_3)
