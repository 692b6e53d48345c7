"""The record of the drives: motors, and how motor angles follow from joint angles.

Only data here; what the motors can do is computed elsewhere. Everything is optional and unknown is
None. Torques in N m, speeds in rad/s, inertias in kg m^2, all on the motor's side.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from erfd.algebra import Scalar
from erfd.robot.frozen import Frozen
from erfd.robot.records import Limit, Sources, freeze_sources


@dataclass(frozen=True, slots=True, kw_only=True)
class BallScrew:
    """A screw of given pitch closes a crank triangle: q_motor = 2 pi L / pitch.

    L^2 = constant + cosine cos(t) + sine sin(t), t the sum of the joints weighed by `of`, plus
    `offset`; lengths in m, squares in m^2.
    """

    pitch: Scalar
    constant: Scalar
    cosine: Scalar
    sine: Scalar
    of: tuple[Scalar, ...]
    offset: Scalar = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Motor:
    """One motor, and its row of the transmission: `ratios` (d q_motor / d q) or a ball screw."""

    name: str
    ratios: tuple[Scalar, ...] = ()
    ball_screw: BallScrew | None = None
    peak_torque: Limit = Limit()
    top_speed: Limit = Limit()
    peak_current: Limit = Limit()
    rotor_inertia: Scalar = None
    torque_constant: Scalar = None
    viscous_friction: Scalar = None
    load_friction: Scalar = None
    sources: Sources = field(default_factory=Frozen, compare=False)

    def __post_init__(self) -> None:
        freeze_sources(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drives:
    """The motors in order; their rows together are the matrix A of q_motor = A q."""

    motors: tuple[Motor, ...]
    sources: Sources = field(default_factory=Frozen, compare=False)

    def __post_init__(self) -> None:
        freeze_sources(self)
