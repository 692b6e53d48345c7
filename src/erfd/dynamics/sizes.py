"""How large what a joint feels could be: what its rounding errors are measured by.

An algorithm may go through numbers as large as these, and rounds them, however small the result:
the inertia of all that a joint carries about its origin, though its axis goes through the mass
centre; the moment of all that it holds, though its bearings take most. Sizes are of lengths, not
of components, so nothing cancels in them. They know nothing of what other joints carry: a finger is
measured as a finger, on however heavy an arm. `about_base` gives the sizes about the base's origin,
which are larger, for algorithms that work there.
"""

from __future__ import annotations

import math

from erfd.algebra import Row, Scalar, dot
from erfd.dynamics import newton_euler, reduced
from erfd.dynamics.inertia import Inertia, inertia_of
from erfd.dynamics.kinematics import Step, poses, steps
from erfd.dynamics.tree import Tree


def inertia_sizes(tree: Tree, q: Row, *, about_base: bool = False) -> list[Scalar]:
    """For each coordinate the mass, or the trace of the inertia, of all that it carries."""
    full = reduced.positions(tree, q)
    across = steps(tree, full)
    carried: list[Inertia] = [inertia_of(tree, i) for i in range(tree.n)]
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            carried[k] = carried[k].plus(carried[i].outward(across[i], tree.prismatic[i]))
    turned = [_trace(x) for x in carried]
    if about_base:
        turned = [
            t + 4 * r * _length(x.h) + 3 * r * r * x.m
            for t, x, r in zip(turned, carried, _reaches(tree, full), strict=True)
        ]
    own = [x.m if s else t for x, t, s in zip(carried, turned, tree.prismatic, strict=True)]
    return _together(tree, own, squared=True)


def load_sizes(
    tree: Tree,
    q: Row,
    qd: Row,
    qdd: Row,
    wrench: Row | None = None,
    *,
    about_base: bool = False,
) -> list[Scalar]:
    """For each coordinate the sum of all forces, or all moments, that it holds in this motion."""
    full = reduced.positions(tree, q)
    across = steps(tree, full)
    f, n = _own(tree, across, reduced.rates(tree, qd), reduced.rates(tree, qdd))
    if wrench is not None and (at := tree.tool.index) >= 0:
        force, moment = _length(wrench[:3]), _length(wrench[3:])
        f[at] = f[at] + force
        n[at] = n[at] + moment + _length(tree.tool.placement.p) * force
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            f[k] = f[k] + f[i]
            n[k] = n[k] + n[i] + _length(across[i].p) * f[i]
    if about_base:
        n = [x + r * y for x, r, y in zip(n, _reaches(tree, full), f, strict=True)]
    return _together(tree, [y if s else x for x, y, s in zip(n, f, tree.prismatic, strict=True)])


def _reaches(tree: Tree, q: Row) -> list[Scalar]:
    """How far every joint is from the base's origin."""
    return [_length(place.p) for place in poses(tree, q)]


def _own(tree: Tree, across: list[Step], qd: Row, qdd: Row) -> tuple[list[Scalar], list[Scalar]]:
    """Forces and moments of each body by itself: m a, U h; h x a, Io wd, w x Io w."""
    f, n = list[Scalar](), list[Scalar]()
    for i, (w, wd, a) in enumerate(newton_euler.motions(tree, across, qd, qdd)):
        turning, pulled, h = _length(wd) + dot(w, w), _length(a), _length(tree.h[i])
        f.append(abs(tree.m[i]) * pulled + turning * h)
        n.append(h * pulled + turning * abs(_trace(inertia_of(tree, i))))
    return f, n


def _together(tree: Tree, own: list[Scalar], squared: bool = False) -> list[Scalar]:
    """Of the independent coordinates, from those of all joints."""
    if tree.follows is None:
        return own
    sizes: list[Scalar] = [0] * reduced.coordinates(tree)
    for x, size in zip(tree.follows, own, strict=True):
        share = x.ratio * x.ratio if squared else abs(x.ratio)
        sizes[x.of] = sizes[x.of] + share * size
    return sizes


def _trace(inertia: Inertia) -> Scalar:
    return inertia.Io[0][0] + inertia.Io[1][1] + inertia.Io[2][2]


def _length(v: Row) -> float:
    return math.hypot(float(v[0]), float(v[1]), float(v[2]))
