"""Spinning rotors on moving carriers: the exact terms beside those of their reflected inertia.

A rotor (or a gear wheel) turns about an axis z fixed in its carrier at the rate y relative to it;
its mass, its transverse moments and its moment J about the axis are already part of the carrier,
so only the relative spin adds something: T = J y (z . w) + J y^2 / 2, w the carrier's angular
velocity. The first term gives, by Lagrange or by the moment of momentum J y z that the carrier
carries along,

    on the carrier   J (yd z + w x z y)       a moment, passed inward joint by joint
    on the motor     J (z . wd)               beside its own J yd

Source: Szkodny Eqs. (8)-(9). The paper keeps the terms with two derivatives of T_a,
which are J A^T A, and drops those with one, which are these; the two-derivative velocity terms that
it also keeps vanish identically.
Cost: O(n + depth) a rotor. Frames: body axes; z is given in the carrier's axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from erfd.algebra import ZERO, Row, Rows, Scalar, Vector, add, cross, dot, scale
from erfd.dynamics.kinematics import Step, steps
from erfd.dynamics.newton_euler import Motion, motions
from erfd.dynamics.tree import Tree


class Rotor(NamedTuple):
    """Something that spins on `body` (-1: on the base) about z, with the moment J."""

    body: int
    z: Vector
    J: Scalar


class Loads(NamedTuple):
    """Joint torques from the carriers, and what each rotor feels about its own axis."""

    joint: list[Scalar]
    rotor: list[Scalar]


def spin_loads(
    tree: Tree, rotors: Sequence[Rotor], q: Row, qd: Row, qdd: Row, y: Row, yd: Row
) -> Loads:
    """Of the rates y and accelerations yd of the rotors relative to their carriers."""
    across = steps(tree, q)
    moves = motions(tree, across, qd, qdd)
    moments: list[Vector] = [ZERO] * tree.n
    felt: list[Scalar] = []
    for rotor, rate, change in zip(rotors, y, yd, strict=True):
        if rotor.body < 0:
            felt.append(0)
            continue
        move = moves[rotor.body]
        moments[rotor.body] = add(moments[rotor.body], _on_carrier(rotor, move, rate, change))
        felt.append(rotor.J * dot(rotor.z, move.wd))
    return Loads(_inward(tree, across, moments), felt)


def _on_carrier(rotor: Rotor, move: Motion, y: Scalar, yd: Scalar) -> Vector:
    turning = scale(rotor.J * y, cross(move.w, rotor.z))
    return add(scale(rotor.J * yd, rotor.z), turning)


def _inward(tree: Tree, across: list[Step], moments: list[Vector]) -> list[Scalar]:
    """The torque of every joint under moments on the bodies; a sliding joint feels none."""
    loads = list(moments)
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            loads[k] = add(loads[k], across[i].outward(loads[i]))
    return [0 if tree.prismatic[i] else n[2] for i, n in enumerate(loads)]


def spin_rows(tree: Tree, rotors: Sequence[Rotor], q: Row) -> Rows:
    """g with z . w = g qd, a row for each rotor: with it T = J y (g qd) has no other unknowns."""
    across = steps(tree, q)
    return [_spin_row(tree, across, rotor) for rotor in rotors]


def _spin_row(tree: Tree, across: list[Step], rotor: Rotor) -> list[Scalar]:
    row: list[Scalar] = [0] * tree.n
    z = rotor.z
    for i in tree.path(rotor.body):
        row[i] = 0 if tree.prismatic[i] else z[2]
        z = across[i].outward(z)
    return row
