"""Articulated bodies: forward dynamics in three sweeps, without a mass matrix.

Source: Featherstone 1983; Featherstone 2008, Table 7.1. What hangs beyond a joint is a rigid body
with joints that give way; its inertia, the articulated one, relates the wrench at the joint's
origin to the acceleration there. Seen through joint i it gives one equation for qdd_i.

    outward   w_i, the velocity terms e_i (across the joint) and g_i = w x (w x p) (along the body)
    inward    U = IA S    D = S^T U    u = tau - S^T pA    Ia = IA - U U^T / D
    outward   qdd_i = (u - U^T a') / D, a' the acceleration that the joint brings if it stands still

Cost: O(n), one reciprocal per joint. Frames: body axes at the joint origins. Since the joint axis
is z, U is a column of IA, D a single entry, and Ia has an empty row and column.
Departures: accelerations are those of the origins, not spatial ones, so no linear velocity is
needed; e_i and g_i enter where most of their factors are zero, e_i in body axes, g_i in the
parent's; the moment (or force) about z that the joint passes on is tau itself.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import ZERO, Row, Scalar, Vector, add, apply, cross, dot, neg, scale
from erfd.dynamics.articulated_inertia import Freed, rigid
from erfd.dynamics.kinematics import Step, steps
from erfd.dynamics.newton_euler import tool_wrench
from erfd.dynamics.tree import Tree
from erfd.dynamics.wrench import Wrench


class Velocity(NamedTuple):
    """Angular velocity w and the acceleration terms that the speeds alone bring."""

    w: Vector
    e: Vector
    g: Vector


class Joint(NamedTuple):
    """One joint seen from beyond: (u - U^T a') / D is its acceleration."""

    freed: Freed
    u: Scalar


def forward_dynamics(
    tree: Tree, q: Row, qd: Row, tau: Row, wrench: Row | None = None
) -> list[Scalar]:
    """The joint accelerations."""
    across = steps(tree, q)
    speeds = _velocities(tree, across, qd)
    loads = [_velocity_load(tree, i, speed.w) for i, speed in enumerate(speeds)]
    if wrench is not None and tree.tool.index >= 0:
        f, n = tool_wrench(tree, across, wrench)
        k = tree.tool.index
        loads[k] = loads[k].plus(Wrench(neg(f), neg(n)))
    joints = _joints(tree, across, speeds, loads, tau)
    return _accelerations(tree, across, speeds, joints)


def _velocities(tree: Tree, across: list[Step], qd: Row) -> list[Velocity]:
    """The first outward sweep."""
    speeds: list[Velocity] = []
    for i, step in enumerate(across):
        k = tree.parent[i]
        outer = speeds[k].w if k >= 0 else ZERO
        g = cross(outer, cross(outer, step.p)) if k >= 0 else ZERO
        x, y, z = step.inward(outer)
        spin = (y * qd[i], -(x * qd[i]), 0)
        if tree.prismatic[i]:
            speeds.append(Velocity((x, y, z), (2 * spin[0], 2 * spin[1], 0), g))
        else:
            speeds.append(Velocity((x, y, z + qd[i]), spin, g))
    return speeds


def _velocity_load(tree: Tree, i: int, w: Vector) -> Wrench:
    """pA of body i alone: f = w x (w x h), n = w x Io w."""
    return Wrench(cross(w, cross(w, tree.h[i])), cross(w, apply(tree.Io[i], w)))


def _joints(
    tree: Tree, across: list[Step], speeds: list[Velocity], loads: list[Wrench], tau: Row
) -> list[Joint]:
    """The inward sweep: frees each joint and hands what is left to the body that carries it."""
    bodies = [rigid(tree.m[i], tree.h[i], tree.Io[i]) for i in range(tree.n)]
    joints: list[Joint] = []
    for i in reversed(range(tree.n)):
        k, prismatic = tree.parent[i], tree.prismatic[i]
        freed, rest = bodies[i].free(prismatic)
        joint = Joint(freed, tau[i] - loads[i].along(prismatic))
        joints.append(joint)
        if k >= 0:
            brought = rest.moving(speeds[i].e) if prismatic else rest.turning(speeds[i].e)
            load = _passed_on(joint, loads[i].plus(brought), prismatic, tau[i])
            turned = rest.turned(across[i], prismatic)
            loads[k] = loads[k].plus(_outward(across[i], load, turned.moving(speeds[i].g)))
            bodies[k] = bodies[k].plus(turned.shifted(across[i].p))
    return joints[::-1]


def _passed_on(joint: Joint, load: Wrench, prismatic: bool, tau: Scalar) -> Wrench:
    """load + U u / D, whose component along the joint is the drive's own."""
    x = joint.u * joint.freed.reciprocal
    f, n = add(load.f, scale(x, joint.freed.f)), add(load.n, scale(x, joint.freed.n))
    return Wrench((f[0], f[1], tau), n) if prismatic else Wrench(f, (n[0], n[1], tau))


def _outward(step: Step, load: Wrench, more: Wrench) -> Wrench:
    """A load in body axes and one in the parent's axes, both at the origin of the parent."""
    f, n = add(step.outward(load.f), more.f), add(step.outward(load.n), more.n)
    return Wrench(f, add(n, cross(step.p, f)))


def _accelerations(
    tree: Tree, across: list[Step], speeds: list[Velocity], joints: list[Joint]
) -> list[Scalar]:
    """The second outward sweep, the base accelerated by minus gravity."""
    moves: list[tuple[Vector, Vector]] = []
    qdd: list[Scalar] = []
    for i, step in enumerate(across):
        k, e = tree.parent[i], speeds[i].e
        wd, a = moves[k] if k >= 0 else (ZERO, neg(tree.gravity))
        a = add(a, add(cross(wd, step.p), speeds[i].g)) if k >= 0 else a
        wd, a = step.inward(wd), step.inward(a)
        wd, a = (wd, add(a, e)) if tree.prismatic[i] else (add(wd, e), a)
        U, reciprocal = joints[i].freed, joints[i].freed.reciprocal
        x = (joints[i].u - (dot(U.n, wd) + dot(U.f, a))) * reciprocal
        qdd.append(x)
        along = (0, 0, x)
        moves.append((wd, add(a, along)) if tree.prismatic[i] else (add(wd, along), a))
    return qdd
