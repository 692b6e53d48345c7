"""The bodies in base axes, the setting of the methods that are written in one common frame.

Source: Kvrgic and Vidakovic section 4. Cost: O(n).
Frames: base axes throughout. The origin of body i lies on the axis of joint i, as the paper's
O_{i-1} does; a prismatic joint carries it along, so the lever from the body before holds q.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import Matrix, Row, Vector, add, apply, rotate_tensor, transpose
from erfd.dynamics.kinematics import poses
from erfd.dynamics.tree import Tree
from erfd.robot.placement import Placement


class BodyInBase(NamedTuple):
    """Where a body sits and what the paper calls its vectors, all in base axes.

    z the joint's axis (the paper's z_{i-1}), o a point on it, l the lever from o to the mass
    centre (the paper's l_i = p_i* + r_i), I the inertia about the mass centre.
    """

    placement: Placement
    z: Vector
    l: Vector
    I: Matrix

    @property
    def o(self) -> Vector:
        return self.placement.p

    @property
    def c(self) -> Vector:
        """The mass centre."""
        return add(self.o, self.l)


def in_base_axes(tree: Tree, q: Row) -> list[BodyInBase]:
    return [_turned(tree, i, placement) for i, placement in enumerate(poses(tree, q))]


def _turned(tree: Tree, i: int, at: Placement) -> BodyInBase:
    z = transpose(at.R)[2]
    return BodyInBase(at, z, apply(at.R, tree.c[i]), rotate_tensor(at.R, tree.I[i]))
