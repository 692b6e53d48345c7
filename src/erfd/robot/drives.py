"""The record of the drives: motors, and how motor angles follow from joint angles.

Only data here; what the motors can do is computed elsewhere. Everything is optional and unknown is
None. Torques in N m, speeds in rad/s, inertias in kg m^2, all on the motor's side.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from erfd.algebra import Scalar, Vector
from erfd.robot.frozen import Frozen
from erfd.robot.records import Body, Joint, Limit, Sources, freeze_sources


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
class Coulomb:
    """Dry friction whatever the load: while the motor turns forward or backward, and to start it.

    All are sizes: zero or more. A starting value that is unknown is None.
    """

    forward: Scalar
    backward: Scalar
    starting_forward: Scalar = None
    starting_backward: Scalar = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RotorPlace:
    """The body whose mass holds the motor, and the direction of its axis there (body axes)."""

    body: str
    axis: Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Motor:
    """One motor, and its row of the transmission: `ratios` (d q_motor / d q) or a ball screw.

    `torque_curve` holds corners (speed, torque) of the torque that is there at a speed; it is
    constant before the first and after the last. `efficiency` is that of the gear when the motor
    drives, `backward_efficiency` when the load does (the same if None). `stall_torque` is what it
    can hold while it stands, `peak_power` (W) what it can give or take.
    """

    name: str
    ratios: tuple[Scalar, ...] = ()
    ball_screw: BallScrew | None = None
    peak_torque: Limit = Limit()
    continuous_torque: Limit = Limit()
    top_speed: Limit = Limit()
    peak_current: Limit = Limit()
    peak_power: Limit = Limit()
    stall_torque: Limit = Limit()
    torque_curve: tuple[tuple[Scalar, Scalar], ...] = ()
    resistance: Scalar = None
    supply_voltage: Scalar = None
    rotor_inertia: Scalar = None
    rotor: RotorPlace | None = None
    torque_constant: Scalar = None
    viscous_friction: Scalar = None
    coulomb_friction: Coulomb | None = None
    load_friction: Scalar = None
    efficiency: Scalar = None
    backward_efficiency: Scalar = None
    sources: Sources = field(default_factory=Frozen, compare=False)

    def __post_init__(self) -> None:
        freeze_sources(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveElement:
    """A body of the drives (a shaft, a nut, a lever): it hangs on a body by a joint of its own.

    The joint's coordinate is `ratios` q, or `ratio` times the angle of the motor named; zero where
    these are. The joint's frame carries the body's numbers, as everywhere.
    """

    joint: Joint
    body: Body
    ratios: tuple[Scalar, ...] = ()
    motor: str | None = None
    ratio: Scalar = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drives:
    """The motors in order; their rows together are the matrix A of q_motor = A q."""

    motors: tuple[Motor, ...]
    elements: tuple[DriveElement, ...] = ()
    sources: Sources = field(default_factory=Frozen, compare=False)

    def __post_init__(self) -> None:
        freeze_sources(self)
