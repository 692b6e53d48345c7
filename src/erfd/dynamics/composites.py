"""Composite bodies: each joint's body and all that it carries, seen as one rigid body.

What: mass, centre of mass and inertia about that centre, swept from the tips inward.
Source: Walker and Orin 1982, method 3.
Cost: O(n), one reciprocal for every body that carries another. Frames: base axes.
Departure: trees, where several composites join one body.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import Matrix, Scalar, Vector, add, add_matrices, point_inertia, scale, sub
from erfd.dynamics.base_axes import BodyInBase
from erfd.dynamics.tree import Tree


class Composite(NamedTuple):
    """Mass M, centre c (a point in the base), inertia E about it."""

    M: Scalar
    c: Vector
    E: Matrix


def composites(tree: Tree, bodies: list[BodyInBase]) -> list[Composite]:
    """The composite that each joint moves."""
    parts = [[Composite(tree.m[i], body.c, body.I)] for i, body in enumerate(bodies)]
    for i in reversed(range(tree.n)):
        if len(parts[i]) > 1:
            parts[i] = [_joined(parts[i])]
        if tree.parent[i] >= 0:
            parts[tree.parent[i]].append(parts[i][0])
    return [whole for (whole,) in parts]


def _joined(parts: list[Composite]) -> Composite:
    M, h = parts[0].M, scale(parts[0].M, parts[0].c)
    for part in parts[1:]:
        M, h = M + part.M, add(h, scale(part.M, part.c))
    c = _centre(parts, M, h)
    moved = [add_matrices(x.E, point_inertia(x.M, sub(x.c, c))) for x in parts]
    E = moved[0]
    for tensor in moved[1:]:
        E = add_matrices(E, tensor)
    return Composite(M, c, E)


def _centre(parts: list[Composite], M: Scalar, h: Vector) -> Vector:
    """h / M. Without any mass there is no centre, and any point serves: M weighs all its uses."""
    try:
        return scale(1 / M, h)
    except ZeroDivisionError:
        return parts[0].c
