"""Tree -> Tree: body frames moved along and about their axes, so that constants become 0 or 1.

A frame may turn about its own z and slide along it without changing the joint coordinate's meaning.
Turned and slid so that x lies along the common normal to the next axis, the constant rotation of a
joint is a turn about x and its translation is (a, 0, 0) or little more (modified Denavit-Hartenberg
frames, Craig 1986, Khalil and Kleinfinger 1986). What is left of a rotation about z becomes an
offset of the coordinate. Numbers within 1e-15 of 0 and +-1 are made exact.
The joint torques and accelerations are the same; reactions and poses of bodies are not.
"""

from __future__ import annotations

import dataclasses
import math
from typing import NamedTuple

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
from erfd.dynamics.tree import Place, Tree
from erfd.robot.placement import Placement, exact_sincos

SMALL = 1e-15


class Reframed(NamedTuple):
    """The tree in its new frames, and what to add to each coordinate."""

    tree: Tree
    offsets: tuple[float, ...]


def reframed(tree: Tree, base: bool = True) -> Reframed:
    """`base`: the base may turn too (not where it is the frame of an input or output)."""
    if not all(isinstance(x, (int, float)) for R in tree.R for x in sum(R, ())):
        return Reframed(tree, (0.0,) * tree.n)
    places = list(zip(tree.R, tree.p, strict=True))
    moves: list[tuple[float, float]] = [(0.0, 0.0)] * tree.n
    for k in reversed(range(tree.n)):
        children = tree.children(k)
        if children:
            moves[k] = _toward(*_slid(places[children[0]], moves[children[0]][1]))
    offsets, R, p = [], [], []
    for i in range(tree.n):
        at = _moved(tree, places[i], moves, i)
        rest, turn = _split(at.R) if not tree.prismatic[i] else (at.R, 0.0)
        offsets.append(turn)
        R.append(rest)
        p.append(at.p)
    new = _with_bodies(tree, R, p, moves)
    return _folded(_with_base(new) if base else new, tuple(offsets))


def _slid(place: tuple[Matrix, Vector], d: float) -> tuple[Matrix, Vector]:
    R, p = place
    return R, (p[0] + R[0][2] * d, p[1] + R[1][2] * d, p[2] + R[2][2] * d)


def _toward(R: Matrix, p: Vector) -> tuple[float, float]:
    """Angle and slide that bring a frame onto the common normal to the joint at R, p."""
    z = (R[0][2], R[1][2], R[2][2])
    normal = (-z[1], z[0], 0.0)
    square = normal[0] ** 2 + normal[1] ** 2
    if square < 1e-24:
        return (math.atan2(p[1], p[0]) if math.hypot(p[0], p[1]) > SMALL else 0.0), p[2]
    along = (p[0] * z[0] + p[1] * z[1]) / square
    a = (p[0] * normal[0] + p[1] * normal[1]) / math.sqrt(square)
    turn = math.atan2(normal[1], normal[0]) + (math.pi if a < -SMALL else 0.0)
    return turn, p[2] - along * z[2]


def _moved(
    tree: Tree, place: tuple[Matrix, Vector], moves: list[tuple[float, float]], i: int
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
    """Components that are rounding errors beside the largest become 0."""
    size = max(abs(x) for x in p)
    return tuple(0 if abs(x) <= 2 * SMALL * size else x for x in p)  # type: ignore[return-value]


def _with_bodies(
    tree: Tree, R: list[Matrix], p: list[Vector], moves: list[tuple[float, float]]
) -> Tree:
    """The bodies' numbers and the named places in the new frames."""
    c, I, h, Io = [], [], [], []
    for (turn, slide), m, centre, tensor in zip(moves, tree.m, tree.c, tree.I, strict=True):
        about = _turn(turn)
        x, y, z = centre
        c.append(apply_transposed(about, (x, y, z - slide)))
        I.append(product(product(transpose(about), tensor), about))
        h.append(scale(m, c[-1]))
        Io.append(add_matrices(I[-1], point_inertia(m, c[-1])))
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
