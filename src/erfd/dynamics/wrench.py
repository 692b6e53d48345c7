"""A force and a moment about an origin: added, felt by a joint, carried toward the base.

Source: Kvrgic and Vidakovic Eqs. (18), (19). Cost: O(1). Frames: body axes, the joint's origin;
`outward` gives the same load in the axes and about the origin of the body that carries this one.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import Scalar, Vector, add, cross, sub
from erfd.dynamics.kinematics import Step


class Wrench(NamedTuple):
    f: Vector
    n: Vector

    def plus(self, other: Wrench) -> Wrench:
        return Wrench(add(self.f, other.f), add(self.n, other.n))

    def minus(self, other: Wrench) -> Wrench:
        return Wrench(sub(self.f, other.f), sub(self.n, other.n))

    def along(self, prismatic: bool) -> Scalar:
        """The component along z, which the joint's drive feels."""
        return self.f[2] if prismatic else self.n[2]

    def outward(self, step: Step) -> Wrench:
        f = step.outward(self.f)
        return Wrench(f, add(step.outward(self.n), cross(step.p, f)))
