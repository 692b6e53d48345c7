"""The records that make a robot: frozen, in SI units, with the source of every group of numbers.

Numbers may be any scalar (see `erfd.algebra`). Unknown is None, never zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from erfd.algebra import EMPTY, ZERO, Matrix, Scalar, Vector
from erfd.errors import RobotError
from erfd.robot.frozen import Frozen
from erfd.robot.placement import Placement

Kind = Literal["revolute", "prismatic", "fixed"]
COORDINATES: dict[str, int] = {"revolute": 1, "prismatic": 1, "fixed": 0}
BASE = "base"
MOST_JOINTS = 4000  # of a file in any format, fixed ones included
Sources = Mapping[str, str]


def freeze_sources(record: Any) -> None:
    """Where the numbers come from, by group, is as frozen as the numbers."""
    if not isinstance(record.sources, Mapping):
        whose = getattr(record, "name", "the drives")
        what = f"the sources of '{whose}' are {record.sources!r}"
        raise RobotError(what, "give a mapping of texts, group by group")
    object.__setattr__(record, "sources", Frozen(record.sources))


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound and where it comes from; value None means that nobody said."""

    value: Scalar = None
    source: str = "unknown"

    @property
    def known(self) -> bool:
        return self.value is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Of one joint: position (rad or m), speed, acceleration, jerk, effort (N m or N)."""

    lower: Limit = Limit()
    upper: Limit = Limit()
    speed: Limit = Limit()
    acceleration: Limit = Limit()
    jerk: Limit = Limit()
    effort: Limit = Limit()


@dataclass(frozen=True, slots=True, kw_only=True)
class CoupledRange:
    """A range that several joints share, of a parallelogram say: lower <= sum of `of` q <= upper.

    `of` has a weight for each coordinate; the joints named turn, or all slide.
    """

    name: str
    of: tuple[Scalar, ...]
    lower: Limit = Limit()
    upper: Limit = Limit()


@dataclass(frozen=True, slots=True, kw_only=True)
class JointFriction:
    """Friction on the joint side: viscous N m s/rad (N s/m), Coulomb N m (N).

    `reaction` is the dry friction coefficient on the force that the joint bears across its axis;
    on a revolute joint it acts on the circle of the spindle's `diameter` (m).
    """

    viscous: Scalar = None
    coulomb: Scalar = None
    reaction: Scalar = None
    diameter: Scalar = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mimic:
    """This joint follows another: q = multiplier q_of + offset."""

    of: str
    multiplier: Scalar = 1.0
    offset: Scalar = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """What connects `child` to `parent`; the child's frame is the joint's after the motion."""

    name: str
    kind: Kind
    parent: str
    child: str
    placement: Placement = Placement()
    axis: Vector = (0, 0, 1)
    limits: Limits = Limits()
    friction: JointFriction = JointFriction()
    mimic: Mimic | None = None
    continuous: bool = False
    sources: Sources = field(default_factory=Frozen, compare=False)

    def __post_init__(self) -> None:
        freeze_sources(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """Mass, centre of mass and the inertia about it, in the body's own axes (the joint's frame)."""

    name: str
    mass: Scalar = 0.0
    com: Vector = ZERO
    inertia: Matrix = EMPTY
    sources: Sources = field(default_factory=Frozen, compare=False)

    def __post_init__(self) -> None:
        freeze_sources(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A named place on a body: a flange, a sensor, the frame of a DH table."""

    name: str
    body: str
    placement: Placement = Placement()


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """What the tool holds: centre of mass and inertia (about that centre) in the tool frame."""

    mass: Scalar
    com: Vector = ZERO
    inertia: Matrix = EMPTY
