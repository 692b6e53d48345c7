"""The attitude on a rounded corner, in batches: de Casteljau with slerp, and its two derivatives.

R(u) = slerp(slerp(R0, Rc, u), slerp(Rc, R2, u), u). In quaternions slerp(a, b, u) is
w(1 - u) a + w(u) b with w(u) = sin(u O) / sin O, cos O = a . b; as a series in x = |a - b|^2 / 4

    w(u) = u sum_n t_n,    t_0 = 1,    t_(n+1) = t_n x ((n+1)^2 - u^2) / ((n+1) (n+3/2))

(2F1(1+u, 1-u; 3/2; x)), which knows no singular case at a = b. Derivatives by u are carried along
as jets (value, first, second).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array

TERMS, ENOUGH = 400, 1e-17
ROW = 18  # numbers of a corner, as `corner` packs them
Quaternion = tuple[float, float, float, float]
Numbers = tuple[float, ...]


class Jet(NamedTuple):
    """A function of u and its two derivatives."""

    f: Array
    d: Array
    dd: Array

    def __mul__(self, other: Jet) -> Jet:  # type: ignore[override]
        second = self.dd * other.f + 2.0 * self.d * other.d + self.f * other.dd
        return Jet(self.f * other.f, self.d * other.f + self.f * other.d, second)

    def plus(self, other: Jet) -> Jet:
        return Jet(self.f + other.f, self.d + other.d, self.dd + other.dd)

    def times(self, c: float) -> Jet:
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
    gap = np.subtract(b, a)
    beta = 2.0 * float(np.arcsin(min(0.5 * float(np.linalg.norm(gap)), 1.0)))
    if beta < 1e-12:
        return (*a, 0.0, 0.0, 0.0, 0.0, 0.0)
    across = np.asarray(b) - np.cos(beta) * np.asarray(a)
    return (*a, *(across / np.linalg.norm(across)).tolist(), beta)


def attitudes(rows: Array, u: Array) -> Jet:
    """Quaternions (N, 4) and their derivatives by u; `rows` (N, ROW) as `corner` packs them."""
    a, b = _turned(rows[:, :9], u), _turned(rows[:, 9:], u)
    gap = a.plus(b.times(-1.0))
    x = Jet(*(0.25 * part.sum(axis=1, keepdims=True) for part in gap * gap))
    weights = _weights(u, x)
    return (_column(weights, 0) * a).plus(_column(weights, 1) * b)


def _column(jet: Jet, k: int) -> Jet:
    return Jet(*(part[:, k : k + 1] for part in jet))


def _turned(arm: Array, u: Array) -> Jet:
    q, p, beta = arm[:, :4], arm[:, 4:8], arm[:, 8:]
    s, c = np.sin(beta * u[:, None]), np.cos(beta * u[:, None])
    f = q * c + p * s
    return Jet(f, beta * (p * c - q * s), -beta * beta * f)


def _weights(u: Array, x: Jet) -> Jet:
    """w(1 - u) and w(u), a column each."""
    both = np.stack([1.0 - u, u], axis=1)
    one = np.ones_like(both)
    share = Jet(both, one * (-1.0, 1.0), 0.0 * one)
    square = share * share
    term = total = Jet(one, 0.0 * one, 0.0 * one)
    largest = float(x.f.max(initial=0.0))
    for n in range(TERMS):
        k = (n + 1.0) * (n + 1.5)
        factor = Jet(((n + 1.0) ** 2 - square.f) / k, square.d / -k, square.dd / -k)
        term = term * factor * x
        total = total.plus(term)
        if largest ** max(n - 1, 0) * (n + 1.0) ** 2 < ENOUGH:
            break
    return share * total
