"""The Coriolis matrix of Christoffel's symbols: C qd + gravity = bias, and Hdot - 2C is skew.

Source: Echeandia and Wensing 2021 (the matrix that Pinocchio computes), written with the mass
moments of the bodies instead of spatial vectors. Particle x moves with the velocity
sum of J_j(x) qd_j, and C_ij = integral of J_i . dJ_j/dt dm is Christoffel's matrix, since particles
live in a flat space. All bodies beyond joint j enter by their moments about its origin:

    m    h = int r dm    Io    u = int r' dm    L = int r r'^T dm     (r' the rate of r, in space)

The field J_j of joint j, moving alone at unit speed, is a column of H once its load is carried
toward the base; the load of its rate leaves C_ij at every joint i that it meets. C_ji is the work
of J_j on the rate of J_i, for which the moment int r' x J_j dm is carried along.
Cost: O(n d), d the depth of the tree. Frames: body axes at the joint origins.
Departure: none in the result; the source's B is the map s -> tr(L) s - L^T s.
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
    outer,
    scale,
)
from erfd.dynamics.composite_body import unit_load
from erfd.dynamics.inertia import Inertia, inertia_of, outward_tensor
from erfd.dynamics.kinematics import Step, steps
from erfd.dynamics.tree import Tree
from erfd.dynamics.wrench import Wrench


class Moments(NamedTuple):
    """The inertia of everything beyond a joint, and u and L as above."""

    inertia: Inertia
    u: Vector
    L: Matrix


class Loads(NamedTuple):
    """Of the rate of J_j, of J_j itself (a column of H), and n = int r' x J_j dm."""

    rate: Wrench
    unit: Wrench
    n: Vector


def coriolis_matrix(tree: Tree, q: Row, qd: Row) -> Rows:
    """C; joints that do not carry one another have no entry."""
    across = steps(tree, q)
    spins = _spins(tree, across, qd)
    leaps = [_leap(tree, i, across[i], spins, qd[i]) for i in range(tree.n)]
    C: Rows = [[0] * tree.n for _ in range(tree.n)]
    for j, moments in enumerate(_moments(tree, across, spins, leaps)):
        loads = _loads(moments, spins[j], tree.prismatic[j])
        for i in tree.path(j):
            C[i][j] = loads.rate.along(tree.prismatic[i])
            if i != j:
                C[j][i] = _work(loads, spins[i], tree.prismatic[i])
            if tree.parent[i] >= 0:
                loads = _outward(across[i], loads, leaps[i])
    return C


def _spins(tree: Tree, across: list[Step], qd: Row) -> list[Vector]:
    """The angular velocity of every body, in its own axes."""
    spins: list[Vector] = []
    for i, step in enumerate(across):
        k = tree.parent[i]
        x, y, z = step.inward(spins[k] if k >= 0 else ZERO)
        spins.append((x, y, z) if tree.prismatic[i] else (x, y, z + qd[i]))
    return spins


def _leap(tree: Tree, i: int, step: Step, spins: list[Vector], qd: Scalar) -> Vector:
    """The rate of p, from the parent's origin to the body's, in the parent's axes."""
    k = tree.parent[i]
    turned = cross(spins[k], step.p) if k >= 0 else ZERO
    return add(turned, apply(step.R, (0, 0, qd))) if tree.prismatic[i] else turned


def _moments(
    tree: Tree, across: list[Step], spins: list[Vector], leaps: list[Vector]
) -> list[Moments]:
    """The inward pass: the moments of everything beyond each joint."""
    moments = [_own(inertia_of(tree, i), w) for i, w in enumerate(spins)]
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            moved = _moved(moments[i], across[i], tree.prismatic[i], leaps[i])
            inertia = moments[k].inertia.plus(moved.inertia)
            u, L = add(moments[k].u, moved.u), add_matrices(moments[k].L, moved.L)
            moments[k] = Moments(inertia, u, L)
    return moments


def _own(body: Inertia, w: Vector) -> Moments:
    """u = w x h; row a of L is w x (row a of int r r^T dm), which is half of tr(Io) 1 - 2 Io."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = body.Io
    a, b, c = -2 * xy, -2 * xz, -2 * yz
    twice = (yy + zz - xx, a, b), (a, zz + xx - yy, c), (b, c, xx + yy - zz)
    half = (w[0] / 2, w[1] / 2, w[2] / 2)
    L = cross(half, twice[0]), cross(half, twice[1]), cross(half, twice[2])
    return Moments(body, cross(w, body.h), L)


def _moved(moments: Moments, step: Step, prismatic: bool, leap: Vector) -> Moments:
    """In the parent's axes about the parent's origin: r + p for r, r' + leap for r'."""
    inertia = moments.inertia.outward(step, prismatic)
    u = step.outward(moments.u)
    L = outward_tensor(step, prismatic, moments.L)
    L = add_matrices(L, add_matrices(outer(inertia.h, leap), outer(step.p, u)))
    return Moments(inertia, add(u, scale(inertia.m, leap)), L)


def _loads(moments: Moments, w: Vector, prismatic: bool) -> Loads:
    """Those of joint j at unit speed; its axis z changes at the rate w x z."""
    (m, h, Io), u, L = moments
    z: Vector = (0, 0, 1)
    turning = (w[1], -w[0], 0)
    if prismatic:
        rate = Wrench(scale(m, turning), cross(h, turning))
        return Loads(rate, unit_load(moments.inertia, prismatic), (u[1], -u[0], 0))
    swirl = L[0][0] + L[1][1]
    f = add(cross(turning, h), cross(z, u))
    n = add(apply(Io, turning), (-L[2][0], -L[2][1], swirl))
    unit = unit_load(moments.inertia, prismatic)
    return Loads(Wrench(f, n), unit, (-L[0][2], -L[1][2], swirl))


def _work(loads: Loads, w: Vector, prismatic: bool) -> Scalar:
    """Of the field of joint j on the rate of the field of joint i: C_ji."""
    if prismatic:
        return w[1] * loads.unit.f[0] - w[0] * loads.unit.f[1]
    return w[1] * loads.unit.n[0] - w[0] * loads.unit.n[1] + loads.n[2]


def _outward(step: Step, loads: Loads, leap: Vector) -> Loads:
    """The same loads in the parent's axes, their moments about the parent's origin."""
    unit = loads.unit.outward(step)
    n = add(step.outward(loads.n), cross(leap, unit.f))
    return Loads(loads.rate.outward(step), unit, n)
