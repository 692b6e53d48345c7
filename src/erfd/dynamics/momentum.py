"""The Coriolis matrix B of what lies beyond a joint: its momentum P and a 3x3 matrix D.

What: B takes a motion (w, v) to the force w x P and the moment D w, whatever v is, where
P = sum m v and D = sum m ((r . v) 1 - v r^T) over all points r of the bodies beyond the joint.
That is B = ((v x*) I - I (v x) + (I v) x*) / 2 of Singh, Russell and Wensing 2022, written out.
Cost: O(n). Frames: body axes, about the joint origin; v is the velocity seen from the base.
Departure: everything is kept twofold, since only 2 B is asked for.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import (
    IDENTITY,
    ZERO,
    Matrix,
    Row,
    Vector,
    add,
    add_matrices,
    apply,
    cross,
    dot,
    outer,
    product,
    scale,
    scale_matrix,
    skew,
    sub_matrices,
)
from erfd.dynamics.inertia import outward_tensor
from erfd.dynamics.kinematics import Step
from erfd.dynamics.tree import Tree
from erfd.dynamics.wrench import Wrench


class Momentum(NamedTuple):
    """2 P and 2 D."""

    P: Vector
    D: Matrix

    def of(self, w: Vector) -> Wrench:
        """2 B on a motion that turns at w."""
        return Wrench(cross(w, self.P), apply(self.D, w))

    def along_z(self, prismatic: bool) -> Wrench:
        """2 B S."""
        (x, y, _), D = self.P, self.D
        return Wrench(ZERO, ZERO) if prismatic else Wrench((-y, x, 0), (D[0][2], D[1][2], D[2][2]))

    def felt_along_z(self, prismatic: bool) -> Vector:
        """2 B^T S, a pure moment."""
        return (self.P[1], -self.P[0], 0) if prismatic else self.D[2]

    def outward(self, step: Step, prismatic: bool) -> Momentum:
        """The same in the parent's axes, about the parent's origin."""
        P = step.outward(self.P)
        D = outward_tensor(step, prismatic, self.D)
        return Momentum(P, add_matrices(D, _lever(step.p, P)))

    def plus(self, other: Momentum) -> Momentum:
        return Momentum(add(self.P, other.P), add_matrices(self.D, other.D))


def momenta(tree: Tree, across: list[Step], qd: Row) -> list[Momentum]:
    """Of everything beyond each joint."""
    moving = [_of_body(tree, i, w, v) for i, (w, v) in enumerate(velocities(tree, across, qd))]
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            moving[k] = moving[k].plus(moving[i].outward(across[i], tree.prismatic[i]))
    return moving


def velocities(tree: Tree, across: list[Step], qd: Row) -> list[tuple[Vector, Vector]]:
    """Angular velocity and velocity of the origin of every body, in body axes."""
    moves: list[tuple[Vector, Vector]] = []
    for i, step in enumerate(across):
        w, v = carried(step, moves[tree.parent[i]] if tree.parent[i] >= 0 else (ZERO, ZERO))
        rate = (0, 0, qd[i])
        moves.append((w, add(v, rate)) if tree.prismatic[i] else (add(w, rate), v))
    return moves


def carried(step: Step, before: tuple[Vector, Vector]) -> tuple[Vector, Vector]:
    """The velocities that a frame has by being carried along."""
    w, v = before
    return step.inward(w), step.inward(add(v, cross(w, step.p)))


def _of_body(tree: Tree, i: int, w: Vector, v: Vector) -> Momentum:
    """For points that move at v + w x r: sum m r r^T is tr(Io)/2 1 - Io."""
    m, h, Io = 2 * tree.m[i], scale(2, tree.h[i]), tree.Io[i]
    trace = Io[0][0] + Io[1][1] + Io[2][2]
    spread = sub_matrices(scale_matrix(trace, IDENTITY), scale_matrix(2, Io))
    P = add(scale(m, v), cross(w, h))
    return Momentum(P, sub_matrices(_lever(h, v), product(skew(w), spread)))


def _lever(r: Vector, v: Vector) -> Matrix:
    """(r . v) 1 - v r^T."""
    return sub_matrices(scale_matrix(dot(r, v), IDENTITY), outer(v, r))
