"""The tool point's path of one move: a line, an arc through a point, a turn on the spot.

Every path is p(s) = start + f1(s) first + f2(s) second, s from 0 to `extent`:

    line      f1 = s                f2 = s^2             second = 0
    arc       f1 = sin(bend s)      f2 = 1 - cos(bend s) second from the start to the centre
    parabola  f1 = s                f2 = s^2             s from 0 to 1

s is the length of way in m; on a turn, which has none, the angle in rad. Nothing is measured from
an arc's centre, so that a very flat arc is as exact as a line.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from erfd.algebra import ZERO, Vector, add, cross, dot, scale, sub
from erfd.errors import ProgramError

NO_WAY = 1e-6  # m: a shorter move only turns the tool
FLAT = 1e-7  # sine of the angle at which three points count as on one line


class Path(NamedTuple):
    """`axis` and `angle` (rad) of an arc; on a line the angle is 0. Tangents are unit vectors."""

    kind: str
    start: Vector
    first: Vector
    second: Vector
    bend: float
    extent: float
    axis: Vector
    angle: float
    enters: Vector
    leaves: Vector

    @property
    def radius(self) -> float:
        return 1.0 / self.bend if self.bend else math.inf


def norm(v: Vector) -> float:
    return math.sqrt(dot(v, v))


def line(start: Vector, end: Vector, turn: float) -> Path:
    """Straight to the end; with next to no way the law runs on the tool's `turn` (rad)."""
    way = sub(end, start)
    length = norm(way)
    if length >= NO_WAY:
        t = scale(1.0 / length, way)
        return Path("lin", start, t, ZERO, 0.0, length, ZERO, 0.0, t, t)
    per = scale(1.0 / turn, way) if turn > 0.0 else ZERO
    return Path("turn", start, per, ZERO, 0.0, turn, ZERO, 0.0, ZERO, ZERO)


def arc(start: Vector, via: Vector, end: Vector) -> Path:
    """From the start through `via` to the end, more than half a circle if it must be."""
    a, b = sub(via, start), sub(end, start)
    n = cross(a, b)
    la, lb, lc, ln = norm(a), norm(b), norm(sub(end, via)), norm(n)
    if min(la, lb, lc) < NO_WAY:
        raise ProgramError(*_coincident(la, lb))
    if ln <= FLAT * la * lb:
        what = "E_COLLINEAR: the start, the via point and the target are on one line"
        raise ProgramError(what, "move the via point aside, or write move lin")
    flat = sub(scale(la * la, b), scale(lb * lb, a))
    inward = scale(0.5 / (ln * ln), cross(flat, n))
    axis, radius = scale(1.0 / ln, n), norm(inward)
    out, last = scale(-1.0, inward), sub(b, inward)
    angle = math.atan2(dot(axis, cross(out, last)), dot(out, last)) % (2.0 * math.pi)
    enters = scale(1.0 / radius, cross(axis, out))
    leaves = scale(1.0 / radius, cross(axis, last))
    first, bend = scale(radius, enters), 1.0 / radius
    return Path("circle", start, first, inward, bend, radius * angle, axis, angle, enters, leaves)


def _coincident(to_via: float, to_end: float) -> tuple[str, str]:
    if to_end < NO_WAY:
        return "E_COLLINEAR: the arc ends where it starts", "write a full circle as two arcs"
    where = "where the arc starts" if to_via < NO_WAY else "on the target"
    return f"E_COLLINEAR: the via point is {where}", "put it between the start and the target"


def parabola(corner: Vector, enters: Vector, leaves: Vector, reach: float) -> Path:
    """The quadratic Bezier curve from corner - reach enters to corner + reach leaves."""
    start = sub(corner, scale(reach, enters))
    first = scale(2.0 * reach, enters)
    second = scale(reach, sub(leaves, enters))
    return Path("c_cp", start, first, second, 0.0, 1.0, ZERO, 0.0, enters, leaves)


def point(path: Path, s: float) -> Vector:
    f1, f2 = s, s * s
    if path.bend:
        f1, f2 = math.sin(path.bend * s), 2.0 * math.sin(0.5 * path.bend * s) ** 2
    return add(path.start, add(scale(f1, path.first), scale(f2, path.second)))


def angle_between(a: Vector, b: Vector) -> float:
    return math.atan2(norm(cross(a, b)), dot(a, b))
