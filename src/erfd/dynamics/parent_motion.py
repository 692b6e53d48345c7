"""How a joint's axis is carried along: P' = v x S and P" = a x S + v x P', of every joint.

v and a belong to the body that carries the joint, S is the joint's own motion along or about z.
Source: Singh, Russell and Wensing 2022 (there with dots). Cost: O(n). Frames: the joint's own axes.
Departure: a is the acceleration of the point at the joint's origin, which for a turning joint makes
the sliding part of P" equal to a x z + 2 v x (w x z).
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import ZERO, Row, Vector, add, apply, cross, neg, scale
from erfd.dynamics.kinematics import Step
from erfd.dynamics.momentum import carried, velocities
from erfd.dynamics.newton_euler import Motion, motions, rigid_acceleration
from erfd.dynamics.tree import Tree

Twist = tuple[Vector, Vector]


class Drift(NamedTuple):
    """P', 2 P' and P" of one joint, the turning part first."""

    first: Twist
    twice_first: Twist
    second: Twist


def drifts(tree: Tree, across: list[Step], qd: Row, qdd: Row) -> list[Drift]:
    """Of every joint, gravity as an acceleration of the base by minus g."""
    moves = motions(tree, across, qd, qdd)
    speeds = velocities(tree, across, qd)
    base = Motion(ZERO, ZERO, neg(tree.gravity))
    result = []
    for i, step in enumerate(across):
        k = tree.parent[i]
        v = carried(step, speeds[k] if k >= 0 else (ZERO, ZERO))[1]
        result.append(_drift(step, tree.prismatic[i], moves[k] if k >= 0 else base, v))
    return result


def _drift(step: Step, prismatic: bool, before: Motion, v: Vector) -> Drift:
    w, wd = step.inward(before.w), step.inward(before.wd)
    first = _by_z(w)
    second = add(_by_z(wd), cross(w, first))
    twice = scale(2, first)
    if prismatic:
        return Drift((ZERO, first), (ZERO, twice), (ZERO, second))
    a = step.inward(add(before.a, apply(rigid_acceleration(before.w, before.wd), step.p)))
    slide = _by_z(v)
    sliding = add(_by_z(a), cross(v, twice))
    return Drift((first, slide), (twice, scale(2, slide)), (second, sliding))


def _by_z(w: Vector) -> Vector:
    """w x z."""
    return w[1], -w[0], 0
