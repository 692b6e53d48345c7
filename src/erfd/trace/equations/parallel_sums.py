"""Both turns about parallel axes made at once, by the sum of the angles: c23 is cos(q2 + q3).

As `trace/parallel.py`, which multiplies sine and cosine out for the sake of huge angles; here the
sum of the angles is written, for the sake of the reader.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from erfd.algebra import Scalar, Vector, sincos
from erfd.dynamics.inertia import turn_tensor
from erfd.dynamics.tree import Tree
from erfd.trace.parallel import direction


def summed(tree: Tree, q: Sequence[Scalar], offsets: Sequence[float]) -> tuple[Tree, list[Scalar]]:
    """The tree with its numbers turned, and the sums of angles with their offsets."""
    angles, rest = list(q), list(offsets)
    p, h, Io = list(tree.p), list(tree.h), list(tree.Io)
    for i in reversed(range(tree.n)):
        sign, k = direction(tree, i), tree.parent[i]
        if sign:
            s, c = sincos(angles[i] + rest[i])
            s = sign * s
            p[i], h[k], Io[k] = _back(c, s, p[i]), _back(c, s, h[k]), turn_tensor(c, -s, Io[k])
            angles[k], rest[k] = angles[k] + sign * angles[i], rest[k] + sign * rest[i]
            angles[i], rest[i] = 0, 0.0
    turned = dataclasses.replace(tree, p=tuple(p), h=tuple(h), Io=tuple(Io))
    return turned, [x + d for x, d in zip(angles, rest, strict=True)]


def _back(c: Scalar, s: Scalar, v: Vector) -> Vector:
    x, y, z = v
    return c * x + s * y, c * y - s * x, z
