"""Tree, angles -> Tree, angles: where axes are parallel, one turn by the sum of the angles.

The axes in which a body's vectors are written need not turn with the body. If the next joint's
axis is parallel to the body's own, both turns are made at the body's joint, by q_k + q_i (q_k - q_i
where the axes oppose each other), and joint i does not turn any more: the place of its origin and
the body's constants turn back by q_i instead. Vectors that come from beyond joint i are then
turned once and not twice. Sine and cosine of the sum are those of the two angles, multiplied out: a
sum of large angles would lose the small one. Torques, H and accelerations are the same; whoever
differentiates by a joint's angle must not read such a tree.
Source: Khalil and Dombre 2002, 1.4 (consecutive parallel axes), carried over to inertial terms.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

from erfd.algebra import IDENTITY, Scalar, Vector, sincos
from erfd.dynamics.inertia import turn_tensor
from erfd.dynamics.tree import Tree

OPPOSITE = ((1, 0, 0), (0, -1, 0), (0, 0, -1))


def direction(tree: Tree, i: int) -> int:
    """1 or -1 where joint i's turn can be made at its parent's joint, which must turn too; else 0.

    The parent may carry nothing but this body: no other one, no tool.
    """
    k = tree.parent[i]
    if k < 0 or tree.prismatic[i] or tree.prismatic[k] or tree.tool.index == k:
        return 0
    if len(tree.children(k)) > 1 or not all(
        isinstance(x, (int, float)) for x in sum(tree.R[i], ())
    ):
        return 0
    return 1 if tree.R[i] == IDENTITY else -1 if tree.R[i] == OPPOSITE else 0


def has_sums(tree: Tree) -> bool:
    """Whether there are any such joints, each with a coordinate of its own."""
    return tree.follows is None and any(direction(tree, i) for i in range(tree.n))


class Angle(NamedTuple):
    """An angle of which sine and cosine are known."""

    sine: Scalar
    cosine: Scalar

    def sincos(self) -> tuple[Scalar, Scalar]:
        return self.sine, self.cosine


def summed(tree: Tree, q: Sequence[Scalar], offsets: Sequence[float]) -> tuple[Tree, list[Scalar]]:
    """The tree with its numbers turned, and the angles, offsets added."""
    angles: list[Any] = [x + d for x, d in zip(q, offsets, strict=True)]
    p, h, Io = list(tree.p), list(tree.h), list(tree.Io)
    for i in reversed(range(tree.n)):
        sign, k = direction(tree, i), tree.parent[i]
        if sign:
            s, c = sincos(angles[i])
            s = sign * s
            p[i], h[k], Io[k] = _back(c, s, p[i]), _back(c, s, h[k]), turn_tensor(c, -s, Io[k])
            before, along = sincos(angles[k])
            angles[k] = Angle(before * c + along * s, along * c - before * s)
            angles[i] = Angle(0, 1)
    return dataclasses.replace(tree, p=tuple(p), h=tuple(h), Io=tuple(Io)), angles


def _back(c: Scalar, s: Scalar, v: Vector) -> Vector:
    x, y, z = v
    return c * x + s * y, c * y - s * x, z
