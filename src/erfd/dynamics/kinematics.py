"""Forward kinematics: where every body is, and how coordinates change across a joint.

Source: T_i = T_{i-1} A_i, Kvrgic and Vidakovic Eq. (A.1), (A.2), for a tree and any placement.
Cost: O(n). Frames: a `Joint` step maps between body axes and the axes of the body's parent, the
constant part and the turn about z applied one after the other (8 multiplications each at most when
the constant part is a turn about x); `poses` gives base axes.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import (
    Matrix,
    Row,
    Scalar,
    Vector,
    add,
    apply,
    apply_transposed,
    product,
    rotation_z,
    scale,
    sincos,
)
from erfd.dynamics.tree import Place, Tree
from erfd.robot.placement import Placement


class Step(NamedTuple):
    """Across joint i: from the parent's axes inward to the body's, and outward again."""

    R: Matrix
    c: Scalar
    s: Scalar
    p: Vector

    def inward(self, v: Vector) -> Vector:
        """Components of a vector in body axes, from those in the parent's axes."""
        x, y, z = apply_transposed(self.R, v)
        return self.c * x + self.s * y, self.c * y - self.s * x, z

    def outward(self, v: Vector) -> Vector:
        """Components of a vector in the parent's axes, from those in body axes."""
        x, y, z = v
        return apply(self.R, (self.c * x - self.s * y, self.s * x + self.c * y, z))

    @property
    def placement(self) -> Placement:
        return Placement(product(self.R, rotation_z(self.c, self.s)), self.p)


def steps(tree: Tree, q: Row) -> list[Step]:
    """The step across every joint at the coordinates q."""
    return [_step(tree, i, q[i]) for i in range(tree.n)]


def _step(tree: Tree, i: int, q: Scalar) -> Step:
    if tree.prismatic[i]:
        z = (tree.R[i][0][2], tree.R[i][1][2], tree.R[i][2][2])
        return Step(tree.R[i], 1, 0, add(tree.p[i], scale(q, z)))
    s, c = sincos(q)
    return Step(tree.R[i], c, s, tree.p[i])


def poses(tree: Tree, q: Row) -> list[Placement]:
    """The placement of every body frame in the base."""
    placed: list[Placement] = []
    for i, step in enumerate(steps(tree, q)):
        k = tree.parent[i]
        placed.append(placed[k].then(step.placement) if k >= 0 else step.placement)
    return placed


def pose(tree: Tree, q: Row, place: Place) -> Placement:
    """The placement of one frame in the base."""
    path = list(reversed(tree.path(place.index)))
    result = Placement()
    for i in path:
        result = result.then(_step(tree, i, q[i]).placement)
    return result.then(place.placement) if path else place.placement
