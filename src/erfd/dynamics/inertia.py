"""Inertias carried outward across a joint, into the parent's axes and to the parent's origin.

A tensor is turned about z first, then by the constant rotation. The turn uses c^2 + s^2 = 1 and so
takes 4 multiplications for the block that a turn about z mixes, instead of 16.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import (
    Matrix,
    Scalar,
    Vector,
    add,
    add_matrices,
    apply,
    cross,
    dot,
    product,
    rotate_tensor,
    scale,
)
from erfd.dynamics.kinematics import Step
from erfd.dynamics.tree import Tree
from erfd.dynamics.wrench import Wrench


class Inertia(NamedTuple):
    """Of one body or of several that move as one: mass, first moment, inertia about the origin."""

    m: Scalar
    h: Vector
    Io: Matrix

    def plus(self, other: Inertia) -> Inertia:
        Io = add_matrices(self.Io, other.Io)
        return Inertia(self.m + other.m, add(self.h, other.h), Io)

    def accelerated(self, wd: Vector, a: Vector) -> Wrench:
        """The wrench at the origin that accelerates the body like this, from rest."""
        f = add(scale(self.m, a), cross(wd, self.h))
        return Wrench(f, add(apply(self.Io, wd), cross(self.h, a)))

    def outward(self, step: Step, prismatic: bool) -> Inertia:
        """The same inertia in the parent's axes, about the parent's origin."""
        m, p, h = self.m, step.p, step.outward(self.h)
        moved = add(h, scale(m, p))
        Io = add_matrices(outward_symmetric(step, prismatic, self.Io), _shift(h, moved, p))
        return Inertia(m, moved, Io)


def inertia_of(tree: Tree, i: int) -> Inertia:
    return Inertia(tree.m[i], tree.h[i], tree.Io[i])


def _shift(h: Vector, moved: Vector, p: Vector) -> Matrix:
    """What the inertia gains when the origin moves by -p: tr(S) 1 - S, S = h p^T + p moved^T."""
    dx, dy, dz = (p[k] * (h[k] + moved[k]) for k in range(3))
    xy = -(h[0] * p[1] + p[0] * moved[1])
    xz = -(h[0] * p[2] + p[0] * moved[2])
    yz = -(h[1] * p[2] + p[1] * moved[2])
    return (dy + dz, xy, xz), (xy, dx + dz, yz), (xz, yz, dx + dy)


def outward_tensor(step: Step, prismatic: bool, T: Matrix) -> Matrix:
    """R Rz T Rz^T R^T, for any T."""
    return rotate_tensor(step.R, T if prismatic else turn_tensor(step.c, step.s, T))


def outward_symmetric(step: Step, prismatic: bool, T: Matrix) -> Matrix:
    """R Rz T Rz^T R^T, for a symmetric T."""
    return rotate_symmetric(step.R, T if prismatic else turn_tensor(step.c, step.s, T))


def turn_tensor(c: Scalar, s: Scalar, T: Matrix) -> Matrix:
    """Rz T Rz^T; symmetric when T is."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = T
    mixed = s * (xx - yy) + c * (xy + yx)
    along, across = s * mixed, c * mixed
    return (
        (xx - along, across - yx, c * xz - s * yz),
        (across - xy, yy + along, s * xz + c * yz),
        (c * zx - s * zy, s * zx + c * zy, zz),
    )


def rotate_symmetric(R: Matrix, T: Matrix) -> Matrix:
    """R T R^T, its six different entries computed once."""
    x, y, z = product(R, T)
    xy, xz, yz = dot(x, R[1]), dot(x, R[2]), dot(y, R[2])
    return (dot(x, R[0]), xy, xz), (xy, dot(y, R[1]), yz), (xz, yz, dot(z, R[2]))
