"""The attitude on a rounded corner: de Casteljau with slerp, and its two derivatives.

R(u) = slerp(slerp(R0, Rc, u), slerp(Rc, R2, u), u). In quaternions slerp(a, b, u) is
w(1 - u) a + w(u) b with w(u) = sin(u O) / sin O, cos O = a . b; as a series in x = |a - b|^2 / 4

    w(u) = u sum_n t_n,    t_0 = 1,    t_(n+1) = t_n x ((n+1)^2 - u^2) / ((n+1) (n+3/2))

(2F1(1+u, 1-u; 3/2; x)), which knows no singular case at a = b. Derivatives by u are carried along
as jets (value, first, second). Over any scalar.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from erfd.algebra import Matrix, Scalar, Vector, cross, scale, sincos, sub
from erfd.trace.loops import iterate

TERMS, ENOUGH = 400, 1e-17
CORNER = 18  # numbers of a corner, as `corner` packs them
Quaternion = tuple[float, float, float, float]
Numbers = tuple[float, ...]
Row = list[Scalar]


class Jet(NamedTuple):
    """A function of u and its two derivatives."""

    f: Scalar
    d: Scalar
    dd: Scalar

    def __mul__(self, other: Jet) -> Jet:  # type: ignore[override]
        second = self.dd * other.f + 2.0 * self.d * other.d + self.f * other.dd
        return Jet(self.f * other.f, self.d * other.f + self.f * other.d, second)

    def plus(self, other: Jet) -> Jet:
        return Jet(self.f + other.f, self.d + other.d, self.dd + other.dd)

    def times(self, c: Scalar) -> Jet:
        return Jet(c * self.f, c * self.d, c * self.dd)


def corner(a: Quaternion, b: Quaternion, c: Quaternion) -> Numbers:
    """q0, p0, beta0, q1, p1, beta1: both arms as q cos(beta u) + p sin(beta u)."""
    return (*_arm(a, _near(b, a)), *_arm(_near(b, a), _near(c, _near(b, a))))


def _near(q: Quaternion, other: Quaternion) -> Quaternion:
    """The one of q and -q (the same rotation) that is nearer to the other."""
    w, x, y, z = q
    same = sum(s * t for s, t in zip(q, other, strict=True)) >= 0.0
    return q if same else (-w, -x, -y, -z)


def _arm(a: Quaternion, b: Quaternion) -> Numbers:
    beta = 2.0 * math.asin(min(0.5 * math.dist(a, b), 1.0))
    if beta < 1e-12:
        return (*a, 0.0, 0.0, 0.0, 0.0, 0.0)
    across = [y - math.cos(beta) * x for x, y in zip(a, b, strict=True)]
    length = math.hypot(*across)
    return (*a, *(x / length for x in across), beta)


def attitudes(numbers: Sequence[Scalar], u: Scalar) -> tuple[Row, Row, Row]:
    """The quaternion and its derivatives by u; `numbers` as `corner` packs them."""
    a, b = _swept(numbers[:9], u), _swept(numbers[9:], u)
    gaps = [p.plus(q.times(-1.0)) for p, q in zip(a, b, strict=True)]
    x = _total(gap * gap for gap in gaps).times(0.25)
    first, second = _weight(Jet(1.0 - u, -1.0, 0.0), x), _weight(Jet(u, 1.0, 0.0), x)
    whole = [(first * p).plus(second * q) for p, q in zip(a, b, strict=True)]
    return [j.f for j in whole], [j.d for j in whole], [j.dd for j in whole]


def _total(jets: Any) -> Jet:
    first, *others = jets
    for jet in others:
        first = first.plus(jet)
    made: Jet = first
    return made


def _swept(arm: Sequence[Scalar], u: Scalar) -> list[Jet]:
    """One arm at u, component by component."""
    beta = arm[8]
    s, c = sincos(beta * u)
    jets = []
    for q, p in zip(arm[:4], arm[4:8], strict=True):
        f = q * c + p * s
        jets.append(Jet(f, beta * (p * c - q * s), -beta * beta * f))
    return jets


def _weight(share: Jet, x: Jet) -> Jet:
    """w at a share u of the way, which has the derivatives that it has."""
    square = share * share

    def once(state: list[Any]) -> tuple[list[Any], Any]:
        n, power, older = state[:3]
        term, total = Jet(*state[3:6]), Jet(*state[6:])
        k = 1.0 / ((n + 1.0) * (n + 1.5))
        factor = Jet(((n + 1.0) * (n + 1.0) - square.f) * k, -k * square.d, -k * square.dd)
        term = term * factor * x
        done = older * (n + 1.0) * (n + 1.0) < ENOUGH
        return [n + 1.0, power * x.f, power, *term, *total.plus(term)], done

    zero = 0.0 * x.f
    one = zero + 1.0
    start = [zero, one, one, one, zero, zero, one, zero, zero]
    last, _ = iterate(TERMS, start, once)
    return share * Jet(*last[6:])


def rotation(q: Sequence[Scalar]) -> Matrix:
    """Of a quaternion of length 1, w first."""
    w, x, y, z = q
    return (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
        (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
    )


def turning(q: Sequence[Scalar], rate: Sequence[Scalar]) -> Vector:
    """2 Im(rate q*): the turning rate in base axes that belongs to a quaternion's rate."""
    v, d = (q[1], q[2], q[3]), (rate[1], rate[2], rate[3])
    whole = sub(sub(scale(q[0], d), scale(rate[0], v)), cross(d, v))
    return scale(2.0, whole)
