"""Recursive Newton-Euler: the joint torques, and every joint reaction, of a given motion.

Source: Kvrgic and Vidakovic Eqs. (2)-(11), (B.1); Luh, Walker and Paul 1980.
Cost: O(n). Frames: body axes, moments about the joint origins, so the inertial parameters enter
linearly as mass, first moment h and inertia about the origin Io.
Departures: gravity is an acceleration of the base by -g; the wrench is exerted ON the tool, at the
tool point, in base axes (the seed's f_e, n_e are exerted BY it); (11) gets the lever of link n.
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
    neg,
    scale,
)
from erfd.dynamics.kinematics import Step, steps
from erfd.dynamics.tree import Tree
from erfd.dynamics.wrench import Wrench


class Motion(NamedTuple):
    """Angular velocity, angular acceleration and acceleration of the origin, in body axes."""

    w: Vector
    wd: Vector
    a: Vector


def inverse_dynamics(
    tree: Tree, q: Row, qd: Row, qdd: Row, wrench: Row | None = None
) -> list[Scalar]:
    """The generalised force of every joint: the reaction's component along z."""
    across = steps(tree, q)
    loads = reactions(tree, across, qd, qdd, wrench)
    return [x.along(tree.prismatic[i]) for i, x in enumerate(loads)]


def bias(tree: Tree, q: Row, qd: Row, wrench: Row | None = None) -> list[Scalar]:
    """Velocity terms, gravity and wrench: the torques at zero acceleration."""
    return inverse_dynamics(tree, q, qd, [0] * tree.n, wrench)


def reactions(
    tree: Tree, across: list[Step], qd: Row, qdd: Row, wrench: Row | None = None
) -> list[Wrench]:
    """Force and moment exerted on each body by its parent, at the joint's origin, in body axes."""
    moves = motions(tree, across, qd, qdd)
    loads = [_inertial(tree, i, move) for i, move in enumerate(moves)]
    if wrench is not None and tree.tool.index >= 0:
        k = tree.tool.index
        loads[k] = loads[k].minus(tool_wrench(tree, across, wrench))
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            loads[k] = loads[k].plus(loads[i].outward(across[i]))
    return loads


def motions(tree: Tree, across: list[Step], qd: Row, qdd: Row) -> list[Motion]:
    """The outward pass (B.1), the base accelerated by minus gravity."""
    base = Motion(ZERO, ZERO, neg(tree.gravity))
    moves: list[Motion] = []
    for i, step in enumerate(across):
        k = tree.parent[i]
        before = moves[k] if k >= 0 else base
        moves.append(_next(before, step, tree.prismatic[i], qd[i], qdd[i]))
    return moves


def _next(before: Motion, step: Step, prismatic: bool, qd: Scalar, qdd: Scalar) -> Motion:
    w, wd = step.inward(before.w), step.inward(before.wd)
    a = step.inward(add(before.a, apply(rigid_acceleration(before.w, before.wd), step.p)))
    if prismatic:
        slide = (2 * (w[1] * qd), -2 * (w[0] * qd), qdd)
        return Motion(w, wd, add(a, slide))
    spin = (w[1] * qd, -(w[0] * qd), qdd)
    return Motion((w[0], w[1], w[2] + qd), add(wd, spin), a)


def rigid_acceleration(w: Vector, wd: Vector) -> Matrix:
    """U = wd x + w x w x: the acceleration at r beyond that at the origin is U r."""
    (x, y, z), (xd, yd, zd) = w, wd
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    return (
        (-(yy + zz), xy - zd, xz + yd),
        (xy + zd, -(xx + zz), yz - xd),
        (xz - yd, yz + xd, -(xx + yy)),
    )


def _inertial(tree: Tree, i: int, move: Motion) -> Wrench:
    """What accelerates body i: f = m a + U h, n = Io wd + w x Io w + h x a.

    The first two terms of n are regrouped by the entries of Io, whose factors are entries of U.
    """
    w, wd, a = move
    m, h, Io = tree.m[i], tree.h[i], tree.Io[i]
    U = rigid_acceleration(w, wd)
    f = add(scale(m, a), apply(U, h))
    return Wrench(f, add(_turning(Io, U, w, wd), cross(h, a)))


def _turning(Io: Matrix, U: Matrix, w: Vector, wd: Vector) -> Vector:
    """Io wd + w x Io w."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = Io
    (x, y, z), (xd, yd, zd) = w, wd
    return (
        xx * xd + (zz - yy) * (y * z) + xz * U[1][0] - xy * U[2][0] + yz * (U[1][1] - U[2][2]),
        yy * yd + (xx - zz) * (x * z) + xy * U[2][1] - yz * U[0][1] + xz * (U[2][2] - U[0][0]),
        zz * zd + (yy - xx) * (x * y) + yz * U[0][2] - xz * U[1][2] + xy * (U[0][0] - U[1][1]),
    )


def tool_wrench(tree: Tree, across: list[Step], wrench: Row) -> Wrench:
    """The wrench on the tool, carried to the origin and axes of the body that holds the tool."""
    f: Vector = (wrench[0], wrench[1], wrench[2])
    n: Vector = (wrench[3], wrench[4], wrench[5])
    for i in reversed(tree.path(tree.tool.index)):
        f, n = across[i].inward(f), across[i].inward(n)
    return Wrench(f, add(n, cross(tree.tool.placement.p, f)))
