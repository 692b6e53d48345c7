"""The first three joints where no axes meet or are parallel: a quartic in the third joint.

With x the common perpendicular from axis 1 to axis 2 (length a, angle alpha), f = (E3 w0) - o2 and
g = R2 f in the axes (x, z2 x x, z2), both things that joint 1 leaves alone give g from q3:

    height along axis 1      sin alpha g_y + cos alpha f_z = z1 . v       v = w - o1
    distance from o1         a^2 + 2 a g_x + f.f = v.v
    joint 2 leaves           g_x^2 + g_y^2 = f.f - f_z^2

f.f and f_z are linear in cos q3 and sin q3 (quadratic and linear in q3 for a slide), so the third
line is a quartic. Source: Pieper 1968. Over any scalar but for the roots (`quartic.py`).
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import Scalar, Vector, add, cross, dot, scale, sub
from erfd.motion.inverse.geometry import foot, unit
from erfd.motion.inverse.planes import Plane
from erfd.motion.inverse.position import Family
from erfd.motion.inverse.turns import Turn, between


class General(NamedTuple):
    """The three joints, the feet of the common perpendicular, and axis 2 with x along it."""

    family: Family
    o1: Vector
    two: Plane

    @property
    def a(self) -> float:
        return float(dot(self.two.e, sub(self.two.o, self.o1)))

    def reach(self, q3: Turn) -> Vector:
        """f, from the foot on axis 2."""
        axis, at = self.family.axes[2], self.family.planes()[2]
        if axis.slides:
            return sub(add(self.family.centre, scale(q3.q, axis.z)), self.two.o)
        arm = at.turned(q3, sub(self.family.centre, axis.o))
        return sub(add(axis.o, arm), self.two.o)


def general_of(family: Family) -> General:
    one, two = family.axes[:2]
    o1, o2 = foot(one, two), foot(two, one)
    x = unit(sub(o2, o1))
    return General(family, o1, Plane(x, cross(two.z, x), two.z, o2))


def wanted(form: General, v: Vector, f: Vector) -> tuple[Scalar, Scalar]:
    """g_x and g_y."""
    z1 = form.family.axes[0].z
    x = (dot(v, v) - form.a * form.a - dot(f, f)) / (2.0 * form.a)
    y = (dot(z1, v) - dot(z1, form.two.z) * dot(form.two.z, f)) / dot(z1, form.two.f)
    return x, y


def condition(form: General, v: Vector, q3: Turn) -> Scalar:
    """Zero for the q3 that are wanted, of the order of 1: in squares of the arm's size."""
    f = form.reach(q3)
    (x, y), (a, b) = wanted(form, v, f), form.two.of(f)
    return (x * x + y * y - a * a - b * b) / form.family.size**2


def before(form: General, v: Vector, q3: Turn, near: tuple[Turn, Turn]) -> tuple[Turn, Turn]:
    """q1 and q2 for a root q3; v is the wrist centre from o1."""
    f, first, size = form.reach(q3), form.family.first.at, form.family.size
    q2 = between(form.two.of(f), wanted(form, v, f), size, near[1])
    lift = add(sub(form.two.o, form.o1), form.two.turned(q2, f))
    return between(first.of(lift), first.of(v), size, near[0]), q2
