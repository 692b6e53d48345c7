"""The tree that every recursion reads: the moving bodies alone, each joint along its own z axis.

Made from a Robot by lumping what is fixed together (bodies on fixed joints, the payload) and by
turning each body's frame so that its joint turns about, or slides along, z. Fields are tuples over
the moving bodies in chain order, letters as in the papers:

    parent  index of the body that carries this one, -1 for the base
    R, p    constant placement of joint frame i in body frame parent[i]; the body frame is the joint
            frame after the motion: x_parent = R Rz(q) x + p, or R (x + z q) + p when prismatic
    m c I   mass, centre of mass, inertia about the centre of mass, in body axes
    h Io    first moment m c and inertia about the body frame's origin (linear in the parameters)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from erfd.algebra import Matrix, Scalar, Vector
from erfd.robot.frozen import Frozen
from erfd.robot.placement import Placement


@dataclass(frozen=True, slots=True)
class Place:
    """A named frame: fixed to moving body `index` (-1: to the base) at `placement`."""

    index: int
    placement: Placement


class Follow(NamedTuple):
    """How a joint's coordinate follows from the independent ones: q_i = ratio q_of + offset."""

    of: int
    ratio: Scalar
    offset: Scalar


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    names: tuple[str, ...]
    parent: tuple[int, ...]
    prismatic: tuple[bool, ...]
    R: tuple[Matrix, ...]
    p: tuple[Vector, ...]
    m: tuple[Scalar, ...]
    c: tuple[Vector, ...]
    I: tuple[Matrix, ...]
    h: tuple[Vector, ...]
    Io: tuple[Matrix, ...]
    gravity: Vector
    tool: Place
    places: Mapping[str, Place]
    follows: tuple[Follow, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", Frozen(self.places))

    @property
    def n(self) -> int:
        return len(self.parent)

    def path(self, i: int) -> list[int]:
        """The bodies from i down to the base."""
        chain = []
        while i >= 0:
            chain.append(i)
            i = self.parent[i]
        return chain

    def children(self, i: int) -> list[int]:
        return [k for k in range(self.n) if self.parent[k] == i]
