"""The first three joints in closed form: which q1, q2, q3 take the wrist centre to a point.

Over any scalar. Four families, told apart by the axes in the zero pose (`family_of`); each gives
two choices ("shoulder") times two ("elbow"), four branches in the order shoulder + 2 elbow:

    planar     axes 2 and 3 parallel, axis 1 not: shoulder = wrist centre in front of axis 1 or
               behind; elbow = below or above the line from axis 2 to the wrist centre
    meeting    axes 1 and 2 meet, joint 3 turns or slides: shoulder as above; elbow = which q3
    upright    axes 1 and 2 parallel, joint 3 turns: shoulder = which q3; elbow = which q2
    rolling    axes 2 and 3 meet: shoulder = which q1; elbow = which q2

Source: Paden-Kahan subproblems; Pieper 1968 for the order of elimination. The general arrangement
needs a quartic: `quartic.py`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from erfd.algebra import Scalar, Vector, add, dot, scale, sub
from erfd.motion.inverse.geometry import Axis, length, meeting, parallel
from erfd.motion.inverse.planes import Link, Plane, Stage, plane, stage
from erfd.motion.inverse.turns import Turn, between, trigonometric
from erfd.trace.choose import maximum, sqrt

NEVER = 1e30  # m: what a place lacks that has no solution for any pose


class Reach(NamedTuple):
    """One branch of the first three joints; how much (m) the point is out of its reach.

    The margins say how far shoulder and elbow are from where two branches become one.
    """

    turns: tuple[Turn, Turn, Turn]
    short: Scalar
    margins: tuple[Scalar, Scalar]


class Family(NamedTuple):
    """The three axes, the wrist centre at q = 0, and the constants that the text needs."""

    name: str
    axes: tuple[Axis, Axis, Axis]
    centre: Vector
    size: float
    first: Stage
    elbow: float = -1.0

    def planes(self) -> tuple[Plane, Plane, Plane]:
        """In which each joint turns; the texts below and the wrist's share them."""
        one, two, three = self.axes
        return self.first.at, plane(two, _other(two, one)), plane(three, _other(three, two))

    def branches(self, w: Vector, near: tuple[Turn, Turn, Turn]) -> list[Reach]:
        """Four, in the order shoulder + 2 elbow."""
        return TEXTS[self.name](self, w, near)


def _other(axis: Axis, other: Axis) -> Vector:
    """A direction across the axis: along the other one if that is not parallel."""
    if not parallel(axis.z, other.z):
        return other.z
    x, y, z = (abs(a) for a in axis.z)
    return (1.0, 0.0, 0.0) if x <= min(y, z) else (0.0, 1.0, 0.0) if y <= z else (0.0, 0.0, 1.0)


def _signed(turn: Turn, sign: float) -> Turn:
    """The turn about the axis the other way round."""
    return turn if sign > 0 else Turn(-turn.q, turn.c, -turn.s)


def _about(turns: tuple[Turn, Turn, Turn], k: int, sign: float) -> tuple[Turn, Turn, Turn]:
    """Turn k about its own axis, from the one about an axis that is parallel to it."""
    a, b, c = (_signed(x, sign) if i == k else x for i, x in enumerate(turns))
    return a, b, c


def _planar(family: Family, w: Vector, near: tuple[Turn, Turn, Turn]) -> list[Reach]:
    (one, two, three), P = family.axes, family.planes()[1]
    sign = dot(two.z, three.z)
    link = Link(P.of(sub(three.o, two.o)), P.of(sub(family.centre, three.o)))
    v, height = sub(w, one.o), dot(family.first.n, sub(family.centre, one.o))
    *lifts, missing = family.first.solve(v, height, family.size, near[0])
    found = []
    for lift in lifts:
        g = P.of(sub(add(family.first.left(lift, v), one.o), two.o))
        bends, short, margin = link.solve(g[0] * g[0] + g[1] * g[1], _signed(near[2], sign))
        for bend in bends if family.elbow < 0 else reversed(bends):
            turns = lift.turn, between(link.bent(bend), g, family.size, near[1]), bend
            margins = lift.forward, margin
            found.append(Reach(_about(turns, 2, sign), maximum(missing, short), margins))
    return [found[k] for k in (0, 2, 1, 3)]


def _meeting(family: Family, w: Vector, near: tuple[Turn, Turn, Turn]) -> list[Reach]:
    v, P = sub(w, family.first.at.o), family.planes()[1]
    found = []
    for q3, f, short, margin in _third(family, dot(v, v), near[2]):
        *lifts, missing = family.first.solve(v, dot(family.first.n, f), family.size, near[0])
        for lift in lifts:
            q2 = between(P.of(f), P.of(family.first.left(lift, v)), family.size, near[1])
            margins = lift.forward, margin
            found.append(Reach((lift.turn, q2, q3), maximum(missing, short), margins))
    return found


Third = tuple[Turn, Vector, Scalar, Scalar]


def _third(family: Family, far2: Scalar, near: Turn) -> list[Third]:
    """The third joint brings the wrist centre to this distance from where axes 1 and 2 meet."""
    three, P = family.axes[2], family.planes()[2]
    f0 = sub(family.centre, family.first.at.o)
    if three.slides:
        return _slid(three.z, f0, far2)
    along, arm = dot(three.z, f0), sub(family.centre, three.o)
    link = Link(P.of(sub(three.o, family.first.at.o)), P.of(arm))
    bends, short, margin = link.solve(far2 - along * along, near)
    base = sub(three.o, family.first.at.o)
    return [(q, add(base, P.turned(q, arm)), short, margin) for q in bends]


def _slid(z: Vector, f0: Vector, far2: Scalar) -> list[Third]:
    """Both lengths at which f0 + q z is that far from the origin, the larger first."""
    along = dot(z, f0)
    beside = length(sub(f0, scale(along, z)))
    h = sqrt(maximum(far2 - beside * beside, 0.0))
    short = maximum(beside - sqrt(far2), 0.0)
    slides = [Turn(x - along, 1.0, 0.0) for x in (h, -h)]
    return [(slide, add(f0, scale(slide.q, z)), short, h) for slide in slides]


def _upright(family: Family, w: Vector, near: tuple[Turn, Turn, Turn]) -> list[Reach]:
    (one, two, _), P = family.axes, family.planes()[0]
    sign = dot(one.z, two.z)
    g, l = P.of(sub(w, one.o)), P.of(sub(two.o, one.o))
    found = []
    for q3, f, missing, steep in _lifts(family, dot(one.z, w), near[2]):
        link = Link(l, P.of(sub(f, two.o)))
        bends, short, margin = link.solve(g[0] * g[0] + g[1] * g[1], _signed(near[1], sign))
        for bend in bends:
            turns = between(link.bent(bend), g, family.size, near[0]), bend, q3
            found.append(Reach(_about(turns, 1, sign), maximum(missing, short), (steep, margin)))
    return [found[k] for k in (0, 2, 1, 3)]


def _lifts(family: Family, height: Scalar, near: Turn) -> list[Third]:
    """The third joint brings the wrist centre to this height along axis 1; a slide in one way."""
    (one, _, three), P = family.axes, family.planes()[2]
    up, arm = dot(one.z, three.z), sub(family.centre, three.o)
    if three.slides:
        x = (height - dot(one.z, family.centre)) / up
        f = add(family.centre, scale(x, three.z))
        return [(Turn(x, 1.0, 0.0), f, missing, 1.0) for missing in (0.0, NEVER)]
    (x, y), (a, b) = P.of(arm), P.of(one.z)
    A, B = a * x + b * y, b * x - a * y
    k = height - dot(one.z, three.o) - up * dot(three.z, arm)
    bends, steep = trigonometric(A, B, k, near)
    missing = maximum(maximum(k, -k) - math.hypot(A, B), 0.0)
    return [(q, add(three.o, P.turned(q, arm)), missing, steep) for q in bends]


def _rolling(family: Family, w: Vector, near: tuple[Turn, Turn, Turn]) -> list[Reach]:
    (one, two, three), (P1, _, P3) = family.axes, family.planes()
    o = meeting(two, three, family.size) or two.o
    second = stage(Axis(o, two.z), three.z)
    f, c, v = sub(family.centre, o), sub(one.o, o), sub(w, one.o)
    (x, y), (a, b) = P1.of(v), P1.of(c)
    A, B = a * x + b * y, a * y - b * x
    mean = dot(v, v) + dot(c, c) + 2.0 * (dot(one.z, c) * dot(one.z, v))
    r = 2.0 * sqrt(A * A + B * B)
    beyond = length(f) - sqrt(maximum(mean + r, 0.0))
    missing = maximum(maximum(beyond, sqrt(maximum(mean - r, 0.0)) - length(f)), 0.0)
    firsts, wide = trigonometric(A, B, 0.5 * (dot(f, f) - mean), near[0])
    found = []
    for q1 in firsts:
        g = add(P1.unturned(q1, v), c)
        *lifts, short = second.solve(g, dot(three.z, f), family.size, near[1])
        for lift in lifts:
            q3 = between(P3.of(f), P3.of(second.left(lift, g)), family.size, near[2])
            margins = wide, lift.forward
            found.append(Reach((q1, lift.turn, q3), maximum(missing, short), margins))
    return [found[k] for k in (0, 2, 1, 3)]


TEXTS = {"planar": _planar, "meeting": _meeting, "upright": _upright, "rolling": _rolling}
