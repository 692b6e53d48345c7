"""The Jacobian of a frame and its time derivative: twist = J qd, its rate = J qdd + Jdot qd.

Six rows: the velocity of the frame's origin, then the angular velocity, both in base axes.
Source: Whitney 1972 (z x (x - o) above z for a revolute joint, z above 0 for a prismatic one); the
derivative by the product rule.
Cost: O(n). Columns of joints that do not carry the frame are zero.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import ZERO, Row, Rows, Vector, add, cross, scale, sub
from erfd.dynamics.kinematics import poses
from erfd.dynamics.tree import Place, Tree
from erfd.robot.placement import Placement

Column = tuple[Vector, Vector]


class Moving(NamedTuple):
    """A body's origin and joint axis, the origin's velocity and the angular velocity."""

    o: Vector
    z: Vector
    v: Vector
    w: Vector

    def velocity(self, x: Vector) -> Vector:
        """Of a point that is fixed to the body."""
        return add(self.v, cross(self.w, sub(x, self.o)))


def jacobian(tree: Tree, q: Row, place: Place) -> Rows:
    """The Jacobian of a frame such as `tree.tool` or `tree.places[name]`, 6 x n."""
    placed = poses(tree, q)
    columns: dict[int, Column] = {}
    for i in tree.path(place.index):
        z, lever = _axis(placed[i]), sub(_origin(placed, place), placed[i].p)
        columns[i] = (z, ZERO) if tree.prismatic[i] else (cross(z, lever), z)
    return _rows(tree.n, columns)


def jacobian_rate(tree: Tree, q: Row, qd: Row, place: Place) -> Rows:
    """The time derivative of the Jacobian at the speeds qd, 6 x n."""
    placed = poses(tree, q)
    moves = _moves(tree, placed, qd, place.index)
    columns: dict[int, Column] = {}
    for i, (o, z, v, w) in moves.items():
        x, turning = _origin(placed, place), cross(w, z)
        leap = sub(moves[place.index].velocity(x), v)
        swing = add(cross(turning, sub(x, o)), cross(z, leap))
        columns[i] = (turning, ZERO) if tree.prismatic[i] else (swing, turning)
    return _rows(tree.n, columns)


def _moves(tree: Tree, placed: list[Placement], qd: Row, index: int) -> dict[int, Moving]:
    """The bodies between the base and body `index`, outward."""
    moves: dict[int, Moving] = {}
    for i in reversed(tree.path(index)):
        o, z, k = placed[i].p, _axis(placed[i]), tree.parent[i]
        v, w = (moves[k].velocity(o), moves[k].w) if k >= 0 else (ZERO, ZERO)
        along = scale(qd[i], z)
        moves[i] = (
            Moving(o, z, add(v, along), w) if tree.prismatic[i] else Moving(o, z, v, add(w, along))
        )
    return moves


def _origin(placed: list[Placement], place: Place) -> Vector:
    return placed[place.index].point(place.placement.p)


def _axis(placed: Placement) -> Vector:
    return placed.R[0][2], placed.R[1][2], placed.R[2][2]


def _rows(n: int, columns: dict[int, Column]) -> Rows:
    """Columns (linear, angular) as six rows; those that are missing are zero."""
    full = [columns.get(i, (ZERO, ZERO)) for i in range(n)]
    return [[linear[k] for linear, _ in full] for k in range(3)] + [
        [angular[k] for _, angular in full] for k in range(3)
    ]
