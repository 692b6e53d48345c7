"""The robot of a rollout, over any scalar: accelerations, and what a controller computes of it.

    H qdd + bias = tau + J^T wrench - b qd - c clamp(qd / s, -1, 1)

b is viscous friction, c Coulomb's with a slip speed s: below it the torque rises in proportion, so
that a step of fixed length does not chatter. It creeps where dry friction would hold.
Bodies are in the frames, and with the base parameters, in which programs are shortest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from erfd.algebra import Scalar
from erfd.dynamics import quantities
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot.robot import Robot
from erfd.trace.base_parameters import READERS, base_parameters
from erfd.trace.choose import clamp
from erfd.trace.reframe import reframed
from erfd.trace.trace import chosen

Row = list[Scalar]


@dataclass(frozen=True)
class Rubbing:
    """Joint friction, a value for every joint; `rate` is one over the slip speed."""

    viscous: Sequence[Scalar] | None = None
    coulomb: Sequence[Scalar] | None = None
    rate: Scalar = 0

    def losses(self, qd: Sequence[Scalar]) -> Row:
        """The torques that friction takes."""
        found: Row = [0] * len(qd)
        if self.viscous is not None:
            found = [b * v for b, v in zip(self.viscous, qd, strict=True)]
        if self.coulomb is not None:
            slip = [clamp(self.rate * v, -1.0, 1.0) for v in qd]
            found = [f + c * s for f, c, s in zip(found, self.coulomb, slip, strict=True)]
        return found


@dataclass(frozen=True)
class Plant:
    """The bodies; `offsets` are added to the coordinates."""

    tree: Tree
    offsets: tuple[Scalar, ...]
    method: str

    def accelerations(self, q: Row, qd: Row, tau: Row, wrench: Any = None) -> Row:
        at = self._placed(q)
        return quantities.forward_dynamics(self.tree, at, qd, tau, wrench, self.method)

    def gravity(self, q: Row) -> Row:
        """The torques that hold the robot still."""
        return list(quantities.gravity(self.tree, self._placed(q)))

    def torques(self, q: Row, qd: Row, qdd: Row) -> Row:
        """Inverse dynamics."""
        return quantities.inverse_dynamics(self.tree, self._placed(q), qd, qdd)

    def _placed(self, q: Row) -> Row:
        if self.tree.follows is not None:
            return q
        return [x + d for x, d in zip(q, self.offsets, strict=True)]


def plant_of(
    robot: Robot,
    method: str | None = None,
    *,
    fixed: bool = False,
    change: Callable[[Tree], Tree] | None = None,
) -> Plant:
    """`fixed`: the base keeps its axes, for a wrench or gravity as inputs; `change` puts symbols
    into the tree once its frames are chosen.
    """
    tree = tree_of(robot)
    name = chosen(tree, "forward_dynamics", method)
    offsets: tuple[Scalar, ...] = (0.0,) * tree.n
    if name in READERS:
        tree, offsets = reframed(tree, base=not fixed)
        tree = base_parameters(tree)
    return Plant(change(tree) if change else tree, offsets, name)
