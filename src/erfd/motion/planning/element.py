"""The tool on one element of path at one instant: pose, twist and the twist's rate, exactly.

Over any scalar, of the numbers of an element (`geometry.py`, `attitude.py`) and its time law
s = c0 + c1 x + c2 x^2. The twist is linear, then angular, in base axes, at the tool point.
With w the turn per s of the tool, in base axes: omega = s' w, and
omega' = s'' w + s'^2 (path turn x own turn), both per s. On a rounded corner the attitude is that
of `rounding.py`.
Cost: 165 M 95 A, six sines with cosines; of a corner 44 M 24 A for each term of its series.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from erfd.algebra import Matrix, Scalar, Vector, add, apply, cross, dot, product, scale, sincos
from erfd.motion.planning.rounding import CORNER, attitudes, rotation, turning
from erfd.trace.choose import select, sqrt
from erfd.trace.function import Function
from erfd.trace.quantity import key_of
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape

NUMBERS = 25  # start, first, second, bend, path turn and own turn per s, attitude at the start
SMALL = 1e-9  # rad: a smaller turn is its rotation vector


class Progress(NamedTuple):
    """s and its two derivatives by time."""

    s: Scalar
    sd: Scalar
    sdd: Scalar


class Moved(NamedTuple):
    """Position, attitude; speeds and accelerations, linear and angular."""

    p: Vector
    R: Matrix
    v: Vector
    w: Vector
    a: Vector
    alpha: Vector


def progress(law: Sequence[Scalar], x: Scalar) -> Progress:
    c0, c1, c2 = law
    return Progress(c0 + (c1 + c2 * x) * x, c1 + 2.0 * c2 * x, 2.0 * c2)


def on_path(numbers: Sequence[Scalar], law: Sequence[Scalar], x: Scalar) -> Moved:
    at = progress(law, x)
    p, v, a = _point(numbers, at)
    path, own = _vector(numbers, 10), _vector(numbers, 13)
    with_path = turned(scale(at.s, path))
    swung = apply(with_path, own)
    start = _vector(numbers, 16), _vector(numbers, 19), _vector(numbers, 22)
    R = product(with_path, product(turned(scale(at.s, own)), start))
    per = add(path, swung)
    alpha = add(scale(at.sdd, per), scale(at.sd * at.sd, cross(path, swung)))
    return Moved(p, R, v, scale(at.sd, per), a, alpha)


def on_corner(
    numbers: Sequence[Scalar], corner: Sequence[Scalar], law: Sequence[Scalar], x: Scalar
) -> Moved:
    at = progress(law, x)
    p, v, a = _point(numbers, at)
    q, d, dd = attitudes(corner, at.s)
    per, bent = turning(q, d), turning(q, dd)
    alpha = add(scale(at.sdd, per), scale(at.sd * at.sd, bent))
    return Moved(p, rotation(q), v, scale(at.sd, per), a, alpha)


def _vector(numbers: Sequence[Scalar], k: int) -> Vector:
    return numbers[k], numbers[k + 1], numbers[k + 2]


def _point(numbers: Sequence[Scalar], at: Progress) -> tuple[Vector, Vector, Vector]:
    """f1, f2 and their derivatives by s, then the chain rule."""
    s, sd, sdd = at
    start, first, second = (_vector(numbers, k) for k in (0, 3, 6))
    bend = numbers[9]
    round_, (sine, cosine) = bend > 0.0, sincos(bend * s)
    half = sincos(0.5 * (bend * s))[0]
    f1, f2 = select(round_, sine, s), select(round_, 2.0 * half * half, s * s)
    d1, d2 = select(round_, bend * cosine, 1.0), select(round_, bend * sine, 2.0 * s)
    dd1, dd2 = -bend * bend * sine, select(round_, bend * bend * cosine, 2.0)
    along = add(scale(d1, first), scale(d2, second))
    curved = add(scale(dd1, first), scale(dd2, second))
    p = add(start, add(scale(f1, first), scale(f2, second)))
    return p, scale(sd, along), add(scale(sdd, along), scale(sd * sd, curved))


def turned(v: Vector) -> Matrix:
    """The rotation about v by its length, after Rodrigues."""
    x, y, z = v
    square = dot(v, v)
    angle = sqrt(square)
    tiny = angle <= SMALL
    inverse = 1.0 / select(tiny, 1.0, angle)
    s = select(tiny, 1.0, sincos(angle)[0] * inverse)
    half = select(tiny, 0.5, sincos(0.5 * angle)[0] * inverse)
    c = 2.0 * half * half
    xy, xz, yz, sx, sy, sz = c * x * y, c * x * z, c * y * z, s * x, s * y, s * z
    return (
        (1.0 - c * (y * y + z * z), xy - sz, xz + sy),
        (xy + sz, 1.0 - c * (x * x + z * z), yz - sx),
        (xz - sy, yz + sx, 1.0 - c * (x * x + y * y)),
    )


# Compiled
@functools.cache
def path_kernel() -> Function:
    """Inputs numbers, law, x; outputs T, twist, rate."""
    return _kernel("path_motion", {"numbers": NUMBERS}, on_path)


@functools.cache
def corner_kernel() -> Function:
    """The same of a rounded corner, whose numbers come behind those of the element."""
    return _kernel("corner_motion", {"numbers": NUMBERS, "corner": CORNER}, on_corner)


def _kernel(name: str, sizes: dict[str, int], text: Callable[..., Moved]) -> Function:
    def tape() -> Tape:
        new = Tape()
        numbers = [symbols(new, part, (size,)) for part, size in sizes.items()]
        law, (x,) = symbols(new, "law", (3,)), symbols(new, "x", ())
        p, R, v, w, a, alpha = text(*numbers, law, x)
        rows = [[*row, c] for row, c in zip(R, p, strict=True)]
        output(new, "T", (4, 4), [y for row in (*rows, (0.0, 0.0, 0.0, 1.0)) for y in row])
        output(new, "twist", (6,), [*v, *w])
        output(new, "rate", (6,), [*a, *alpha])
        return new

    return Function(name, tape, "", key_of((name, 1, tuple(sizes.items()))))
