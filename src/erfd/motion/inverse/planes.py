"""The plane in which a joint turns, and two elementary tasks in it, over any scalar.

`Stage` turns a vector until it has a wanted height along a direction; `Link` bends a two-link chain
until its end is as far away as wanted.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import Scalar, Vector, add, cross, dot, scale
from erfd.motion.inverse.geometry import Axis, across, unit
from erfd.motion.inverse.turns import Lift, Turn, lifted, trigonometric
from erfd.trace.choose import maximum, sqrt


class Plane(NamedTuple):
    """Two unit vectors perpendicular to an axis, right-handed with it, and a point of the axis."""

    e: Vector
    f: Vector
    z: Vector
    o: Vector

    def of(self, v: Vector) -> tuple[Scalar, Scalar]:
        return dot(self.e, v), dot(self.f, v)

    def turned(self, turn: Turn, v: Vector) -> Vector:
        return self._composed(turn.forward(*self.of(v)), v)

    def unturned(self, turn: Turn, v: Vector) -> Vector:
        return self._composed(turn.back(*self.of(v)), v)

    def _composed(self, xy: tuple[Scalar, Scalar], v: Vector) -> Vector:
        return add(add(scale(xy[0], self.e), scale(xy[1], self.f)), scale(dot(self.z, v), self.z))


def plane(axis: Axis, f: Vector) -> Plane:
    """The second vector is the part of f across the axis."""
    f = unit(across(f, axis.z))
    return Plane(cross(f, axis.z), f, axis.z, axis.o)


class Stage(NamedTuple):
    """Solves n . Rot(q)^T v = height about an axis, and what is then left of v."""

    at: Plane
    n: Vector

    def solve(
        self, v: Vector, height: Scalar, size: float, near: Turn
    ) -> tuple[Lift, Lift, Scalar]:
        sideways = (height - dot(self.n, self.at.z) * dot(self.at.z, v)) / dot(self.n, self.at.f)
        return lifted(*self.at.of(v), sideways, size, near)

    def left(self, lift: Lift, v: Vector) -> Vector:
        return add(
            add(scale(lift.forward, self.at.e), scale(lift.sideways, self.at.f)),
            scale(dot(self.at.z, v), self.at.z),
        )


def stage(axis: Axis, n: Vector) -> Stage:
    return Stage(plane(axis, n), n)


class Link(NamedTuple):
    """l + Rot(q) m in a plane, as far from the origin as is asked for."""

    l: tuple[Scalar, Scalar]
    m: tuple[Scalar, Scalar]

    def bent(self, turn: Turn) -> tuple[Scalar, Scalar]:
        x, y = turn.forward(*self.m)
        return self.l[0] + x, self.l[1] + y

    def solve(self, far2: Scalar, near: Turn) -> tuple[tuple[Turn, Turn], Scalar, Scalar]:
        """The turns below and above the stretched one at the squared distance.

        Then what is short, and the sine of the bend.
        """
        (a, b), (x, y) = self.l, self.m
        l2, m2 = a * a + b * b, x * x + y * y
        k = 0.5 * (far2 - l2 - m2)
        bends, sine = trigonometric(a * x + b * y, b * x - a * y, k, near)
        l, m, far = sqrt(l2), sqrt(m2), sqrt(maximum(far2, 0.0))
        short = maximum(far - (l + m), maximum(l - m, m - l) - far)
        return bends, maximum(short, 0.0), sine
