"""Angles over any scalar, each with its cosine and sine: the steps that a closed form is made of.

    a cos q + b sin q = k     q = atan2(b, a) +- acos(k / sqrt(a^2 + b^2))       (`trigonometric`)
    Rot(q) n = g in a plane   q = angle of g less angle of n                     (`between`)
    n . Rot(q)^T v = h        q about z, n not parallel to z: two solutions      (`lifted`)

The last two are subproblems 1 and 3 of Paden (1986) and Kahan, in coordinates. Where an angle is
not defined (what it would turn lies on its axis) it keeps the value `near`.
Differences of squares are formed from what is perpendicular, so that nothing is lost near a
singular pose: what remains of the error there turns nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from erfd.algebra import Scalar, sincos
from erfd.trace.choose import absolute, atan2, clamp, maximum, select, sqrt

LOST = 1e-24  # relative size, squared, of what has no direction any more


class Turn(NamedTuple):
    """An angle, its cosine and its sine."""

    q: Scalar
    c: Scalar
    s: Scalar

    @classmethod
    def of(cls, q: Scalar) -> Turn:
        s, c = sincos(q)
        return cls(q, c, s)

    def forward(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
        return self.c * x - self.s * y, self.s * x + self.c * y

    def back(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
        return self.c * x + self.s * y, self.c * y - self.s * x


Both = tuple[Turn, Turn]


def towards(y: Scalar, x: Scalar, least: Any, near: Turn) -> Turn:
    """The angle of (x, y); where both are below `least` in size the angle is kept."""
    size = sqrt(x * x + y * y)
    lost = size <= least
    inverse = 1.0 / select(lost, 1.0, size)
    q = select(lost, near.q, atan2(y, x))
    return Turn(q, select(lost, near.c, x * inverse), select(lost, near.s, y * inverse))


def trigonometric(a: Scalar, b: Scalar, k: Scalar, near: Turn) -> tuple[Both, Scalar]:
    """Both angles with a cos q + b sin q = k: below, then above atan2(b, a) (`k` is clamped).

    Then the sine of what they are above it.
    """
    r2 = a * a + b * b
    r = sqrt(r2)
    k = clamp(k, -r, r)
    h = sqrt(maximum(r2 - k * k, 0.0))
    below = towards(b * k - a * h, a * k + b * h, 0.0, near)
    above = towards(b * k + a * h, a * k - b * h, 0.0, near)
    return (below, above), h / select(r <= 0.0, 1.0, r)


def between(n: tuple[Scalar, Scalar], g: tuple[Scalar, Scalar], size: float, near: Turn) -> Turn:
    """The angle that turns n into the direction of g."""
    y, x = n[0] * g[1] - n[1] * g[0], n[0] * g[0] + n[1] * g[1]
    return towards(y, x, LOST * size * size, near)


class Lift(NamedTuple):
    """A turn and where it leaves the vector: `forward` of the axis and `sideways`."""

    turn: Turn
    forward: Scalar
    sideways: Scalar


def lifted(
    x: Scalar, y: Scalar, sideways: Scalar, size: float, near: Turn
) -> tuple[Lift, Lift, Scalar]:
    """Both turns that take (x, y) back to (forward, sideways), forward >= 0 first; what is short.

    `sideways` is what the vector must come to; where it is longer than the vector it stays so.
    """
    r2 = x * x + y * y
    w = sqrt(maximum(r2 - sideways * sideways, 0.0))
    least = LOST * size * size
    front = towards(w * y - sideways * x, w * x + sideways * y, least, near)
    behind = towards(-(w * y) - sideways * x, sideways * y - w * x, least, near)
    short = maximum(absolute(sideways) - sqrt(r2), 0.0)
    return Lift(front, w, sideways), Lift(behind, -w, sideways), short
