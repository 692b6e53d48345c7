"""Tree -> Tree: body frames moved along and about their axes, so that constants become 0 or 1.

A frame may turn about its own z and slide along it without changing the joint coordinate's meaning.
Turned and slid so that x lies along the common normal to the next axis, the constant rotation of a
joint is a turn about x and its translation is (a, 0, 0) or little more (modified Denavit-Hartenberg
frames, Craig 1986, Khalil and Kleinfinger 1986). What is left of a rotation about z becomes an
offset of the coordinate. Numbers within 1e-15 of 0 and +-1 are made exact.
Axes that are almost parallel meet their common normal far away. A frame out there would turn each
inertia into a small difference of huge numbers, so nothing slides farther than FAR times the
largest distance between two joints.
The joint torques and accelerations are the same; reactions and poses of bodies are not.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any, NamedTuple

from erfd.algebra import (
    IDENTITY,
    Matrix,
    Vector,
    add_matrices,
    apply_transposed,
    point_inertia,
    product,
    rotation_z,
    scale,
    transpose,
)
from erfd.dynamics.inertia import inertia_of
from erfd.dynamics.kinematics import Step
from erfd.dynamics.tree import Place, Tree
from erfd.robot.placement import Placement, exact_sincos

SMALL = 1e-15
FAR = 8.0


class Reframed(NamedTuple):
    """The tree in its new frames, and what to add to each coordinate."""

    tree: Tree
    offsets: tuple[float, ...]


def reframed(tree: Tree, base: bool = True, guide: Tree | None = None) -> Reframed:
    """`base`: the base may turn too (not where it is the frame of an input or output).

    A tree whose lengths are letters is guided by the same tree in numbers.
    """
    if not all(isinstance(x, (int, float)) for R in tree.R for x in sum(R, ())):
        return Reframed(tree, (0.0,) * tree.n)
    places = list(zip(tree.R, tree.p, strict=True))
    known = places if guide is None else list(zip(guide.R, guide.p, strict=True))
    farthest = FAR * max((math.hypot(*p) for _, p in known), default=0.0)
    moves: list[tuple[float, Any]] = [(0.0, 0.0)] * tree.n
    slides: list[Any] = [0.0] * tree.n
    for k in reversed(range(tree.n)):
        for child in tree.children(k)[:1]:
            A, far = _slid(places[child], moves[child][1])
            near = _slid(known[child], slides[child])[1]
            turn, slides[k] = _toward(A, near, near, farthest)
            moves[k] = turn, _toward(A, far, near, farthest)[1]
    offsets, R, p = [], [], []
    for i in range(tree.n):
        at = _moved(tree, places[i], moves, i)
        rest, turn = _split(at.R) if not tree.prismatic[i] else (at.R, 0.0)
        offsets.append(turn)
        R.append(rest)
        p.append(at.p)
    new = _with_bodies(tree, R, p, moves)
    return _folded(_with_base(new) if base else new, tuple(offsets))


def _slid(place: tuple[Matrix, Vector], d: Any) -> tuple[Matrix, Vector]:
    R, p = place
    return R, (p[0] + R[0][2] * d, p[1] + R[1][2] * d, p[2] + R[2][2] * d)


def _toward(R: Matrix, p: Vector, near: Vector, farthest: float) -> tuple[float, Any]:
    """Angle and slide that bring a frame onto the common normal to the joint at R, p.

    `near` is p in numbers. A normal that is beyond the `farthest` gives the angle alone.
    """
    z = (R[0][2], R[1][2], R[2][2])
    normal = (-z[1], z[0], 0.0)
    square = normal[0] ** 2 + normal[1] ** 2
    if square < 1e-24:
        aside = math.hypot(near[0], near[1]) > SMALL
        return (math.atan2(near[1], near[0]) if aside else 0.0), p[2]
    a = (near[0] * normal[0] + near[1] * normal[1]) / math.sqrt(square)
    turn = math.atan2(normal[1], normal[0]) + (math.pi if a < -SMALL else 0.0)
    if abs(near[0] * z[0] + near[1] * z[1]) > farthest * square:
        return turn, p[2]
    along = (p[0] * z[0] + p[1] * z[1]) / square
    return turn, p[2] - along * z[2]


def _moved(
    tree: Tree, place: tuple[Matrix, Vector], moves: list[tuple[float, Any]], i: int
) -> Placement:
    """The constant placement of joint i between its new frame and its parent's new frame."""
    R, p = _slid(place, moves[i][1])
    k = tree.parent[i]
    turn, slide = moves[k] if k >= 0 else (0.0, 0.0)
    about = _turn(turn)
    p = apply_transposed(about, (p[0], p[1], p[2] - slide))
    R = product(product(transpose(about), R), _turn(moves[i][0]))
    return Placement(_clean_matrix(R), _clean(p))


def _turn(angle: float) -> Matrix:
    s, c = exact_sincos(angle)
    return rotation_z(c, s)


def _split(R: Matrix) -> tuple[Matrix, float]:
    """R = (a turn about z, then one about x) Rz(angle)."""
    horizontal = math.hypot(R[0][2], R[1][2])
    if horizontal < SMALL:
        up = 1 if R[2][2] > 0 else -1
        angle = up * math.atan2(R[1][0], R[0][0])
        return ((1, 0, 0), (0, up, 0), (0, 0, up)), _exact(angle)
    angle = _exact(math.atan2(R[2][0], R[2][1]))
    rest = product(R, transpose(_turn(angle)))
    if rest[0][0] < 0:
        angle = _exact(math.remainder(angle + math.pi, 2 * math.pi))
        rest = product(R, transpose(_turn(angle)))
    return _clean_matrix(rest), angle


def _exact(angle: float) -> float:
    """Multiples of a right angle to the last bit."""
    quarters = round(angle / (math.pi / 2))
    return quarters * (math.pi / 2) if abs(angle - quarters * math.pi / 2) < 4 * SMALL else angle


def _number(x: float, size: float = 1.0) -> float:
    near = round(x)
    return near if abs(x - near) < SMALL * size and abs(near) <= 1 else x


def _clean_matrix(R: Matrix) -> Matrix:
    return tuple(tuple(_number(x, 2) for x in row) for row in R)  # type: ignore[return-value]


def _clean(p: Vector) -> Vector:
    """Components that are rounding errors beside the largest become 0; letters stay."""
    if not all(isinstance(x, (int, float)) for x in p):
        return p
    size = max(abs(x) for x in p)
    return tuple(0 if abs(x) <= 2 * SMALL * size else x for x in p)  # type: ignore[return-value]


def _with_bodies(
    tree: Tree, R: list[Matrix], p: list[Vector], moves: list[tuple[float, Any]]
) -> Tree:
    """The bodies' numbers and the named places in the new frames."""
    c, I, h, Io = [], [], [], []
    for i, ((turn, slide), m) in enumerate(zip(moves, tree.m, strict=True)):
        about = _turn(turn)
        x, y, z = tree.c[i]
        c.append(apply_transposed(about, (x, y, z - slide)))
        I.append(product(product(transpose(about), tree.I[i]), about))
        h.append(scale(m, c[-1]))
        Io.append(add_matrices(I[-1], point_inertia(m, c[-1])))
        if not isinstance(m, (int, float)):  # letters: h and Io without the quotient in c
            at = apply_transposed(about, (0, 0, -slide))
            moved = inertia_of(tree, i).outward(Step(transpose(about), 1, 0, at), False)
            h[-1], Io[-1] = moved.h, moved.Io
    back = [Placement(_turn(turn), (0.0, 0.0, slide)).inverse() for turn, slide in moves]
    places = {name: _replaced(place, back) for name, place in tree.places.items()}
    return dataclasses.replace(
        tree, R=tuple(R), p=tuple(p), c=tuple(c), I=tuple(I), h=tuple(h), Io=tuple(Io),
        places=places, tool=_replaced(tree.tool, back),
    )  # fmt: skip


def _replaced(place: Place, back: list[Placement]) -> Place:
    if place.index < 0:
        return place
    return dataclasses.replace(place, placement=back[place.index].then(place.placement))


def _with_base(tree: Tree) -> Tree:
    """One joint on the base: the base takes over its constant rotation, gravity turns instead."""
    roots = tree.children(-1)
    if len(roots) != 1:
        return tree
    root = roots[0]
    gravity = _clean(apply_transposed(tree.R[root], tree.gravity))
    R = tuple(IDENTITY if i == root else x for i, x in enumerate(tree.R))
    return dataclasses.replace(tree, R=R, gravity=gravity)


def _folded(tree: Tree, offsets: tuple[float, ...]) -> Reframed:
    """Where joints mimic others the offsets join those of the mimicry."""
    if tree.follows is None:
        return Reframed(tree, offsets)
    follows = tuple(
        x._replace(offset=x.offset + d) for x, d in zip(tree.follows, offsets, strict=True)
    )
    return Reframed(dataclasses.replace(tree, follows=follows), (0.0,) * tree.n)
