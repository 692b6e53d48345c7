"""The last three joints in closed form, for any two angles between axes that meet in a point.

Over any scalar. With M = R4 R5 R6, psi the fifth angle from where the tool's axis is nearest to
axis 4, theta the angle between them:

    cos theta = cos a4 cos a5 + sin a4 sin a5 cos psi       two solutions +-psi
    R4 takes R5 z6 to M z6                                  q4
    z5 . R4^T M is what R6 leaves of z5                     q6, without q5

Source: spherical trigonometry; for right angles these are the Euler angles Z-Y-Z of
Kvrgic and Vidakovic Eq. (A.2). q6 comes from what q4 leaves, so that their sum is exact where
each of them is not (theta = 0).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from erfd.algebra import Matrix, Scalar, Vector, apply, cross, dot
from erfd.motion.inverse.geometry import SAME, Axis, across, unit
from erfd.motion.inverse.turns import LOST, Turn, towards
from erfd.robot.placement import exact_sincos
from erfd.trace.choose import absolute, atan2, maximum, select, sqrt


class Wrist(NamedTuple):
    """Angles between the axes, a basis with axis 4 as z, where psi = 0, what axis 6 carries.

    `sign` is the sense of psi for which the wrist's flag is 0.
    """

    a4: float
    a5: float
    basis: Matrix
    zero: float
    sign: float
    carried: Matrix


def wrist_of(axes: tuple[Axis, ...]) -> Wrist:
    z4, z5, z6 = (axis.z for axis in axes)
    a4, a5 = _angle(z4, z5), _angle(z5, z6)
    x, p = unit(cross(z5, z4)), unit(across(z4, z5))
    zero = math.atan2(-dot(z6, x), dot(z6, p))
    y6 = unit(across(z5, z6))
    sign = -1.0 if abs(zero) <= math.pi / 2 + SAME else 1.0
    return Wrist(a4, a5, (x, cross(z4, x), z4), zero, sign, (y6, cross(z6, y6), z6))


def _angle(a: Vector, b: Vector) -> float:
    n = cross(a, b)
    return math.atan2(math.sqrt(dot(n, n)), dot(a, b))


class Hand(NamedTuple):
    """One branch of the last three joints; how much (rad) the tool's axis is out of reach.

    The margin, |sin psi|, says how far the wrist is from where both branches become one.
    """

    turns: tuple[Turn, Turn, Turn]
    tilt: Scalar
    margin: Scalar


def hands(wrist: Wrist, M: tuple[Vector, Vector, Vector], near: tuple[Turn, ...]) -> list[Hand]:
    """Both, flag 0 first; M holds where y6, z6 x y6 and z6 are to be, at q1 = q2 = q3 = 0."""
    y, n, v = (apply(wrist.basis, column) for column in M)
    (s4, c4), (s5, c5) = exact_sincos(wrist.a4), exact_sincos(wrist.a5)
    sine2 = v[0] * v[0] + v[1] * v[1]
    height, tilt = _opening(wrist, v[2], sine2), _tilt(wrist, sqrt(sine2), v[2])
    found, margin = [], height / (s4 * s5)
    for sign in (wrist.sign, -wrist.sign):
        psi = towards(sign * height, v[2] - c4 * c5, 0.0, Turn(0.0, 1.0, 0.0))
        a, b = s5 * psi.s, c5 * s4 - s5 * c4 * psi.c
        q4 = towards(a * v[1] - b * v[0], a * v[0] + b * v[1], LOST, near[0])
        five = (-s4 * q4.s, s4 * q4.c, c4)
        q6 = towards(-dot(five, n), dot(five, y), LOST, near[2])
        found.append(Hand((q4, _from_zero(psi, wrist.zero), q6), tilt, margin))
    return found


def _opening(wrist: Wrist, cosine: Scalar, sine2: Scalar) -> Scalar:
    """sin a4 sin a5 |sin psi|: a product of differences, each formed without loss."""
    most, least = wrist.a4 + wrist.a5, wrist.a4 - wrist.a5
    if abs(least) < SAME and abs(most - math.pi) < SAME:
        return sqrt(sine2)
    below, above = math.cos(least) - cosine, cosine - math.cos(most)
    if abs(least) < SAME:
        below = select(cosine > 0.0, sine2 / (1.0 + absolute(cosine)), below)
    if abs(most - math.pi) < SAME:
        above = select(cosine < 0.0, sine2 / (1.0 + absolute(cosine)), above)
    return sqrt(maximum(below * above, 0.0))


def _tilt(wrist: Wrist, sine: Scalar, cosine: Scalar) -> Scalar:
    """How far the tool's axis is outside the cone between the least and the greatest angle."""
    most = math.pi - abs(math.pi - wrist.a4 - wrist.a5)
    least = abs(wrist.a4 - wrist.a5)
    if most > math.pi - SAME and least < SAME:
        return 0.0
    theta = atan2(sine, cosine)
    return maximum(maximum(theta - most, least - theta), 0.0)


def _from_zero(psi: Turn, zero: float) -> Turn:
    """The joint's own angle, in (-pi, pi]."""
    if zero == 0.0:
        return psi
    q = psi.q + zero
    q = select(q > math.pi, q - 2.0 * math.pi, select(q <= -math.pi, q + 2.0 * math.pi, q))
    return Turn(q, psi.c, psi.s)
