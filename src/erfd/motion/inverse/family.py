"""Which of the closed forms fits the first three axes, and which way its names point.

The shoulder's front is the side of axis 1 on which the wrist centre stands at q = 0 (if it stands
on the axis: the side of axis 2; if that does too: along the base's x, y or z). Elbow 0 of the
planar family is the elbow above the line from axis 2 to the wrist centre, when in front; above is
along axis 1, in the sense that points up along the base's z.
"""

from __future__ import annotations

import random

from erfd.algebra import Vector, cross, dot, neg, sub
from erfd.dynamics.kinematics import poses
from erfd.dynamics.tree import Tree
from erfd.motion.inverse.geometry import (
    SAME,
    Axis,
    Chain,
    column,
    length,
    meeting,
    parallel,
)
from erfd.motion.inverse.planes import Stage, stage
from erfd.motion.inverse.position import Family

UNITS: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def family_of(chain: Chain, centre: Vector) -> Family | None:
    """None where joint 1 or 2 slides."""
    one, two, three = chain.axes[:3]
    if one.slides or two.slides:
        return None
    name, point = _arrangement(one, two, three, chain.size)
    at = one if point is None else one._replace(o=point)
    n = three.z if name == "upright" else two.z
    first = _facing(at, n, sub(centre, at.o), sub(two.o, at.o), chain.size)
    elbow = _above(first, two) if name == "planar" else -1.0
    return Family(name, (one, two, three), centre, chain.size, first, elbow)


def _arrangement(one: Axis, two: Axis, three: Axis, size: float) -> tuple[str, Vector | None]:
    """The family's name and, where axes 1 and 2 meet, the point that matters of axis 1."""
    if parallel(one.z, two.z):
        return "upright", None
    if parallel(two.z, three.z) and not three.slides:
        return "planar", None
    point = meeting(one, two, size)
    if point is not None:
        return "meeting", point
    if three.slides or meeting(two, three, size) is None:
        return "general", None
    return "rolling", None


def _facing(one: Axis, n: Vector, centre: Vector, second: Vector, size: float) -> Stage:
    """The task of joint 1, forward being the front."""
    there = stage(one, n)
    marks = [centre, second, *UNITS]
    ahead = next((x for v in marks if abs(x := dot(there.at.e, v)) > 1e3 * SAME * size), 1.0)
    return there if ahead > 0.0 else stage(one, neg(n))


def _above(first: Stage, two: Axis) -> float:
    """The sense of the elbow's turn, about axis 2, that is elbow 0."""
    up = first.at.z if first.at.z[2] >= 0.0 else neg(first.at.z)
    return 1.0 if dot(cross(first.at.e, up), two.z) < 0.0 else -1.0


def places(tree: Tree, chain: Chain, centre: Vector) -> bool:
    """Whether the first three joints can move the wrist centre in all directions."""
    rng = random.Random(3)
    third = chain.joints[2]
    own = poses(tree, [0.0] * tree.n)[third].inverse().point(centre)
    for _ in range(5):
        placed = poses(tree, [rng.uniform(-2.0, 2.0) for _ in range(tree.n)])
        w = placed[third].point(own)
        axes = [(placed[i].p, column(placed[i].R, 2), tree.prismatic[i]) for i in chain.joints[:3]]
        a, b, c = (z if slides else cross(z, sub(w, o)) for o, z, slides in axes)
        if abs(dot(cross(a, b), c)) > SAME * length(a) * length(b) * length(c) > 0.0:
            return True
    return False
