"""Friction at the joints: viscous, Coulomb, and dry friction on the force that the joint bears.

    f = b qd + F_c sign(qd) + c arm |k x F| sign(qd)

F is the force on the body at its joint, k the joint's axis, arm half of the spindle's diameter on a
revolute joint and 1 on a prismatic one.
Source: Detesan et al. Eqs. (4), (5). Only the force across the axis counts: neither what
presses along the axis of a revolute joint nor the moments that press a slide against its guide.
sign(0) = 0, so nothing here holds a joint at rest.
The force is affine in qdd, F = P qdd + F_0: `Pressing` holds both, for forward dynamics.
Cost: with reactions one Newton-Euler pass for the torque, one for each coordinate for P.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from erfd.algebra import ZERO, Scalar, sqrt
from erfd.drives.friction import known
from erfd.drives.transmission import Row, Rows, is_none, weighed
from erfd.dynamics.kinematics import Step, steps
from erfd.dynamics.newton_euler import reactions
from erfd.dynamics.tree import Tree
from erfd.dynamics.wrench import Wrench
from erfd.robot.records import JointFriction
from erfd.trace.choose import select, sign


class Pressing(NamedTuple):
    """A joint with dry friction on its reaction: c arm sign(qd), and the force P qdd + F_0.

    `along` says by how much the joint turns with each coordinate.
    """

    along: Row
    size: Scalar
    P: Rows
    F: Row


def on_speed(friction: Sequence[JointFriction], rates: Sequence[Scalar]) -> Row:
    """Viscous and Coulomb friction of every joint of the tree."""
    return [_of_speed(f, v) for f, v in zip(friction, rates, strict=True)]


def _of_speed(friction: JointFriction, rate: Scalar) -> Scalar:
    viscous, dry = known(friction.viscous), known(friction.coulomb)
    slow = 0 if is_none(viscous) else viscous * rate
    return slow if is_none(dry) else slow + dry * sign(rate)


def pressed_joints(tree: Tree, friction: Sequence[JointFriction]) -> dict[int, Scalar]:
    """c arm of the joints that have dry friction on their reactions."""
    found = {}
    for i, f in enumerate(friction):
        arm = 1 if tree.prismatic[i] else known(f.diameter) / 2
        if not is_none(known(f.reaction)) and not is_none(arm):
            found[i] = f.reaction * arm
    return found


def on_reactions(
    tree: Tree,
    sizes: dict[int, Scalar],
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    qdd: Sequence[Scalar],
    wrench: Sequence[Scalar] | None,
) -> Row:
    """The dry friction of every joint of the tree in a motion; all coordinates are the tree's."""
    loads = reactions(tree, steps(tree, q), qd, qdd, wrench)
    result: Row = [0] * tree.n
    for i, size in sizes.items():
        x, y = _across(loads[i])
        result[i] = size * sqrt(x * x + y * y) * sign(qd[i])
    return result


def pressing(
    tree: Tree,
    sizes: dict[int, Scalar],
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    drift: Sequence[Scalar],
    wrench: Sequence[Scalar] | None,
    directions: Sequence[Sequence[Scalar]],
) -> list[Pressing]:
    """`directions` are the tree's accelerations for one unit of each qdd, `drift` those of none."""
    across = steps(tree, q)
    start = reactions(tree, across, qd, drift, wrench)
    columns = [_linear(tree, across, x) for x in directions]
    return [
        Pressing(
            [x[i] for x in directions],
            size * sign(qd[i]),
            [list(row) for row in zip(*(_across(c[i]) for c in columns), strict=True)],
            list(_across(start[i])),
        )
        for i, size in sizes.items()
    ]


def _linear(tree: Tree, across: list[Step], qdd: Sequence[Scalar]) -> list[Wrench]:
    """The reactions to accelerations alone."""
    return reactions(dataclasses.replace(tree, gravity=ZERO), across, [0] * tree.n, qdd)


def _across(load: Wrench) -> tuple[Scalar, Scalar]:
    """The force across the joint's axis, which is z."""
    return load.f[0], load.f[1]


def tangent(press: Pressing, qdd: Sequence[Scalar]) -> tuple[Row, Scalar]:
    """The friction near qdd as slopes and a value: f = slopes qdd + value."""
    x, y = (weighed(row, qdd) + f for row, f in zip(press.P, press.F, strict=True))
    square = x * x + y * y
    size = sqrt(select(square > 0, square, 1))
    ratio = press.size / size
    slopes = [ratio * (x * a + y * b) for a, b in zip(*press.P, strict=True)]
    return slopes, ratio * square - weighed(slopes, qdd)
