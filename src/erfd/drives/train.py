"""The drive train of a robot: what the texts of this room read, made from its record once.

`tree` are the rigid bodies in frames chosen for short programs, their inertial parameters
regrouped; `offsets` are added to q before the tree is asked, the drives read q itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from erfd.algebra import Scalar
from erfd.drives.transmission import Row, Rows
from erfd.dynamics import quantities
from erfd.dynamics.lump import tree_of
from erfd.dynamics.reduced import coordinates
from erfd.dynamics.tree import Tree
from erfd.errors import RobotError
from erfd.robot.drives import Drives
from erfd.robot.robot import Robot
from erfd.trace.base_parameters import base_parameters
from erfd.trace.reframe import reframed


@dataclass(frozen=True)
class Train:
    drives: Drives
    tree: Tree
    offsets: tuple[Scalar, ...]

    @property
    def n(self) -> int:
        """How many coordinates the robot has."""
        return coordinates(self.tree)

    def placed(self, q: Sequence[Scalar]) -> Row:
        """The tree's coordinates."""
        if self.tree.follows is not None:
            return list(q)
        return [x if d == 0 else x + d for x, d in zip(q, self.offsets, strict=True)]

    def torques(
        self,
        q: Sequence[Scalar],
        qd: Sequence[Scalar],
        qdd: Sequence[Scalar],
        wrench: Sequence[Scalar] | None = None,
    ) -> Row:
        """u: what the drives exert on the joints in a motion."""
        return quantities.inverse_dynamics(self.tree, self.placed(q), qd, qdd, wrench)

    def equations(
        self, q: Sequence[Scalar], qd: Sequence[Scalar], wrench: Sequence[Scalar] | None = None
    ) -> tuple[Rows, Row]:
        """H and u' of u = H qdd + u'."""
        at = self.placed(q)
        H = quantities.mass_matrix(self.tree, at, method="composite_body")
        return H, quantities.bias(self.tree, at, qd, wrench)


def train_of(robot: Robot, *, wrench: bool = False, plain: bool = False) -> Train:
    """Of the robot's record; with `plain` every frame and number stays as it is."""
    drives, tree = drives_of(robot), tree_of(robot)
    if plain:
        return Train(drives, tree, (0,) * tree.n)
    tree, offsets = reframed(tree, base=not wrench)
    return Train(drives, base_parameters(tree), offsets)


def drives_of(robot: Robot) -> Drives:
    if robot.drives is None:
        raise RobotError(f"'{robot.name}' has no drives", "describe its motors under [drives]")
    return robot.drives
