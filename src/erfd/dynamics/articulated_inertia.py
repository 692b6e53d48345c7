"""The inertia of a body on which others hang by joints that give way, at one origin.

It relates an acceleration (wd, a) to the wrench (n, f) that this takes: n = A wd + B a and
f = B^T wd + C a, with A and C symmetric. Of a rigid body: A = Io, B = h x, C = m 1.
Only what differs is computed: six entries of A and C each, and the joint axis is always z.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import (
    ZERO,
    Matrix,
    Scalar,
    Vector,
    add_matrices,
    apply,
    apply_transposed,
    cross,
    scale,
    skew,
    transpose,
)
from erfd.dynamics.inertia import outward_symmetric, outward_tensor
from erfd.dynamics.kinematics import Step
from erfd.dynamics.wrench import Wrench


class Freed(NamedTuple):
    """What a joint that gives way takes with it: U = IA S and 1 / D, D = S^T U."""

    f: Vector
    n: Vector
    reciprocal: Scalar


class Articulated(NamedTuple):
    A: Matrix
    B: Matrix
    C: Matrix

    def turning(self, wd: Vector) -> Wrench:
        """The wrench of an angular acceleration."""
        return Wrench(apply_transposed(self.B, wd), apply(self.A, wd))

    def moving(self, a: Vector) -> Wrench:
        """The wrench of an acceleration of the origin."""
        return Wrench(apply(self.C, a), apply(self.B, a))

    def plus(self, other: Articulated) -> Articulated:
        A, B, C = (add_matrices(x, y) for x, y in zip(self, other, strict=True))
        return Articulated(A, B, C)

    def free(self, prismatic: bool) -> tuple[Freed, Articulated]:
        """U and D of the joint, and Ia = IA - U U^T / D; it gives way along or about z."""
        return self._along_z() if prismatic else self._about_z()

    def _about_z(self) -> tuple[Freed, Articulated]:
        A, B, C = self
        n, f = A[2], B[2]
        r = 1 / n[2]
        x, y, _ = _without(B, n, scale(r, f))
        return Freed(f, n, r), Articulated(_plane(A, r), (x, y, ZERO), _less(C, f, r))

    def _along_z(self) -> tuple[Freed, Articulated]:
        A, B, C = self
        n, f = (B[0][2], B[1][2], B[2][2]), C[2]
        r = 1 / f[2]
        x, y, z = _without(B, n, scale(r, f))
        flat = (x[0], x[1], 0), (y[0], y[1], 0), (z[0], z[1], 0)
        return Freed(f, n, r), Articulated(_less(A, n, r), flat, _plane(C, r))

    def turned(self, step: Step, prismatic: bool) -> Articulated:
        """In the parent's axes."""
        return Articulated(
            outward_symmetric(step, prismatic, self.A),
            outward_tensor(step, prismatic, self.B),
            outward_symmetric(step, prismatic, self.C),
        )

    def shifted(self, p: Vector) -> Articulated:
        """At the origin -p: B' = B + p x C, A' = A + p x B'^T - B p x."""
        A, B, C = self
        moved = add_matrices(B, transpose((cross(p, C[0]), cross(p, C[1]), cross(p, C[2]))))
        near = cross(p, B[0]), cross(p, B[1]), cross(p, B[2])
        far = cross(p, moved[0]), cross(p, moved[1]), cross(p, moved[2])
        xx, xy, xz = (A[0][j] + near[0][j] + far[j][0] for j in range(3))
        yy, yz = (A[1][j] + near[1][j] + far[j][1] for j in (1, 2))
        zz = A[2][2] + near[2][2] + far[2][2]
        return Articulated(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)), moved, C)


def rigid(m: Scalar, h: Vector, Io: Matrix) -> Articulated:
    return Articulated(Io, skew(h), ((m, 0, 0), (0, m, 0), (0, 0, m)))


def _less(T: Matrix, u: Vector, reciprocal: Scalar) -> Matrix:
    """T - u u^T / D for a symmetric T."""
    k = scale(reciprocal, u)
    xx, xy, xz = (T[0][j] - u[0] * k[j] for j in range(3))
    yy, yz = (T[1][j] - u[1] * k[j] for j in (1, 2))
    return (xx, xy, xz), (xy, yy, yz), (xz, yz, T[2][2] - u[2] * k[2])


def _plane(T: Matrix, reciprocal: Scalar) -> Matrix:
    """T - u u^T / D with u = T z and D = u_z: nothing is left along z."""
    x, y, _ = T[2]
    k, m = reciprocal * x, reciprocal * y
    xy = T[0][1] - x * m
    return (T[0][0] - x * k, xy, 0), (xy, T[1][1] - y * m, 0), ZERO


def _without(B: Matrix, n: Vector, k: Vector) -> Matrix:
    """B - n k^T."""
    x, y, z = (tuple(B[i][j] - n[i] * k[j] for j in range(3)) for i in range(3))
    return x, y, z
