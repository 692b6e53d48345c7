"""Kinetic and potential energy, and the torques that hold the robot still.

Source: sums over the bodies, T = m v.v / 2 + v.(w x h) + w.Io w / 2 with v at the joint origin;
V = -g.(sum of the first moments about the base origin), so it is zero where that sum is level with
the base origin. Cost: O(n). Frames: body axes; the first moments are carried toward the base.
"""

from __future__ import annotations

from erfd.algebra import ZERO, Row, Scalar, Vector, add, apply, cross, dot, scale
from erfd.dynamics.kinematics import Step, steps
from erfd.dynamics.newton_euler import bias
from erfd.dynamics.tree import Tree


def kinetic(tree: Tree, q: Row, qd: Row) -> Scalar:
    """The kinetic energy."""
    twice: Scalar = 0
    for i, (v, w) in enumerate(_velocities(tree, steps(tree, q), qd)):
        moving = tree.m[i] * dot(v, v) + 2 * dot(v, cross(w, tree.h[i]))
        twice = twice + moving + dot(w, apply(tree.Io[i], w))
    return twice / 2


def potential(tree: Tree, q: Row) -> Scalar:
    """The potential energy of gravity, zero at the base origin."""
    m, h, total = list(tree.m), list(tree.h), ZERO
    across = steps(tree, q)
    for i in reversed(range(tree.n)):
        k, step = tree.parent[i], across[i]
        moved = add(step.outward(h[i]), scale(m[i], step.p))
        if k >= 0:
            m[k], h[k] = m[k] + m[i], add(h[k], moved)
        else:
            total = add(total, moved)
    return -dot(tree.gravity, total)


def gravity(tree: Tree, q: Row) -> list[Scalar]:
    """The torques that hold the robot still: the gradient of the potential energy."""
    return bias(tree, q, [0] * tree.n)


def _velocities(tree: Tree, across: list[Step], qd: Row) -> list[tuple[Vector, Vector]]:
    """The velocity of each body's origin and its angular velocity, in body axes."""
    moves: list[tuple[Vector, Vector]] = []
    for i, step in enumerate(across):
        k = tree.parent[i]
        v, w = moves[k] if k >= 0 else (ZERO, ZERO)
        v, w = step.inward(add(v, cross(w, step.p))), step.inward(w)
        along = (0, 0, qd[i])
        moves.append((add(v, along), w) if tree.prismatic[i] else (v, add(w, along)))
    return moves
