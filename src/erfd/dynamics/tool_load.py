"""The wrench on the tool as every joint on the way to the tool sees it, and how it changes with q.

It acts at the tool point in base axes. When a joint moves, the point goes along but the force and
moment keep their direction, so a joint that turns feels less change than under a load that is
fixed to the tool; `lacking` is that difference.
Cost: O(d), d the depth of the tool. Frames: body axes; r runs from the joint's origin to the tool.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import Row, Vector, add, cross
from erfd.dynamics.kinematics import Step
from erfd.dynamics.tree import Tree


class ToolLoad(NamedTuple):
    """The tool point, the force on it and the moment on it."""

    r: Vector
    f: Vector
    n: Vector

    def moved(self, prismatic: bool) -> Vector:
        """How the moment changes when joint i moves the tool point by one."""
        return cross(self._step(prismatic), self.f)

    def lacking(self, prismatic: bool) -> Vector:
        """Dotted with the axis of a turning joint: the change of joint i's share."""
        x, y, _ = self.n
        force = cross(self.f, self._step(prismatic))
        return force if prismatic else add(force, (y, -x, 0))

    def _step(self, prismatic: bool) -> Vector:
        return (0, 0, 1) if prismatic else (-self.r[1], self.r[0], 0)


def tool_loads(tree: Tree, across: list[Step], wrench: Row | None) -> dict[int, ToolLoad]:
    """By joint, for those that move the tool; none without a wrench."""
    if wrench is None or tree.tool.index < 0:
        return {}
    path = tree.path(tree.tool.index)
    f: Vector = (wrench[0], wrench[1], wrench[2])
    n: Vector = (wrench[3], wrench[4], wrench[5])
    forces = {}
    for i in reversed(path):
        f, n = across[i].inward(f), across[i].inward(n)
        forces[i] = f, n
    r, loads = tree.tool.placement.p, {}
    for i in path:
        loads[i] = ToolLoad(r, *forces[i])
        r = add(across[i].p, across[i].outward(r))
    return loads
