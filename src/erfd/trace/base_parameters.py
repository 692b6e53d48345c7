"""Tree -> Tree: inertial parameters regrouped toward the base, so that many of them become 0.

What lies on a revolute joint's axis can as well belong to the body before it: mass m, first moment
h_z and a tensor diag(I_yy, I_yy, 0) turn about the axis without anyone noticing. A prismatic joint
leaves the axes alone, so the whole tensor can move. Source: Gautier and Khalil 1990 (base inertial
parameters); what reaches the base is dropped.
The joint torques, H and the bias are the same; reactions are not, and the bodies are no longer
bodies (masses of 0): only recursions in m, h, Io about the joint origins may read such a tree.
"""

from __future__ import annotations

import dataclasses

from erfd.algebra import EMPTY, ZERO, Matrix
from erfd.dynamics.inertia import Inertia
from erfd.dynamics.kinematics import Step
from erfd.dynamics.tree import Tree

READERS = ("newton_euler", "composite_body", "articulated_body")


def base_parameters(tree: Tree) -> Tree:
    bodies = [Inertia(*x) for x in zip(tree.m, tree.h, tree.Io, strict=True)]
    for i in reversed(range(tree.n)):
        moved, kept = _divide(bodies[i], tree.prismatic[i])
        bodies[i] = kept
        k = tree.parent[i]
        if k >= 0:
            bodies[k] = bodies[k].plus(moved.outward(Step(tree.R[i], 1, 0, tree.p[i]), False))
    return dataclasses.replace(
        tree,
        m=tuple(x.m for x in bodies),
        h=tuple(x.h for x in bodies),
        Io=tuple(x.Io for x in bodies),
    )


def _divide(body: Inertia, prismatic: bool) -> tuple[Inertia, Inertia]:
    """What the parent can carry, and what is left."""
    if prismatic:
        return Inertia(0, ZERO, body.Io), Inertia(body.m, body.h, EMPTY)
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = body.Io
    x, y, z = body.h
    line: Matrix = ((yy, 0, 0), (0, yy, 0), (0, 0, 0))
    rest: Matrix = ((xx - yy, xy, xz), (xy, 0, yz), (xz, yz, zz))
    return Inertia(body.m, (0, 0, z), line), Inertia(0, (x, y, 0), rest)
