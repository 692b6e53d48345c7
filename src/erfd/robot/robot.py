"""The robot: a frozen tree of bodies, each hung on its parent by one joint.

`joints[i]` carries `bodies[i]`; parents stand before their children. Changing a robot makes a new
one; taking a payload off again gives back the same bits, since the numbers read are never touched.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from erfd.algebra import Scalar, Vector, apply_transposed
from erfd.robot.drives import BallScrew, Coulomb, DriveElement, Drives, Motor, RotorPlace
from erfd.robot.frozen import Frozen
from erfd.robot.placement import Placement
from erfd.robot.rational import exact_axis, exact_rotation
from erfd.robot.records import (
    BASE,
    COORDINATES,
    Body,
    CoupledRange,
    Frame,
    Joint,
    JointFriction,
    Limit,
    Limits,
    Mimic,
    Payload,
    Sources,
    freeze_sources,
)
from erfd.robot.structure import check_structure
from erfd.robot.system import System
from erfd.robot.tool_name import moved_tool

STANDARD_GRAVITY: Vector = (0.0, 0.0, -9.81)


@dataclass(frozen=True, slots=True, kw_only=True)
class Robot:
    """Everything known of a robot; `gravity` in world axes, `base` places the base in the world."""

    name: str
    joints: tuple[Joint, ...]
    bodies: tuple[Body, ...]
    gravity: Vector = STANDARD_GRAVITY
    base: Placement = Placement()
    tool: Frame = Frame(name="tool", body=BASE)
    payload: Payload | None = None
    frames: tuple[Frame, ...] = ()
    drives: Drives | None = None
    coupled: tuple[CoupledRange, ...] = ()
    program_names: tuple[str, ...] = ()
    system: System = System()
    description: str = ""
    remarks: tuple[str, ...] = field(default=(), compare=False)
    warnings: tuple[str, ...] = field(default=(), compare=False)
    sources: Sources = field(default_factory=Frozen, compare=False)

    def __post_init__(self) -> None:
        freeze_sources(self)
        check_structure(self)

    @property
    def moving(self) -> tuple[Joint, ...]:
        """The joints that move, in chain order, those that mimic others included."""
        return tuple(j for j in self.joints if COORDINATES[j.kind])

    @property
    def independent(self) -> tuple[Joint, ...]:
        """The joints that have a coordinate of their own; their order is the order of q."""
        return tuple(j for j in self.moving if j.mimic is None)

    @property
    def gravity_in_base(self) -> Vector:
        return apply_transposed(self.base.R, self.gravity)

    def with_payload(self, payload: Payload | None) -> Robot:
        return dataclasses.replace(self, payload=payload)

    def with_tool(self, tool: Frame) -> Robot:
        """A body or frame that bore the tool's name keeps its place under another name."""
        return moved_tool(self, tool)

    def to_toml(self) -> str:
        """The robot as a file of our own format, SI units, explicit placements."""
        from erfd.robot.toml_writer import to_toml

        return to_toml(self)

    def to_urdf(self) -> str:
        """The robot as a URDF; drives and gravity have no place there."""
        from erfd.robot.urdf_writer import to_urdf

        return to_urdf(self)

    def map(self, convert: Callable[[Scalar], Scalar]) -> Robot:
        """The same robot with every number converted (to fractions, say).

        Rotations and axes that become fractions become exact ones, so that laws hold with ==.
        """
        mapped: Robot = _map(self, convert)
        return mapped


RECORDS = (Robot, Joint, Body, Frame, Payload, Limits, Limit, JointFriction, Mimic, CoupledRange)
RECORDS_OF_DRIVES = (Drives, Motor, BallScrew, Coulomb, RotorPlace, DriveElement)


def _map(value: Any, convert: Callable[[Scalar], Scalar]) -> Any:
    """Rebuild records and tuples; convert the numbers in them; keep texts, flags and maps."""
    if isinstance(value, (*RECORDS, *RECORDS_OF_DRIVES)):
        items = {f.name: _map(getattr(value, f.name), convert) for f in dataclasses.fields(value)}
        if isinstance(value, Joint):
            items["axis"] = exact_axis(items["axis"])
        return dataclasses.replace(value, **items)
    if isinstance(value, Placement):
        return Placement(exact_rotation(_map(value.R, convert)), _map(value.p, convert))
    if type(value) is tuple:
        return tuple(_map(x, convert) for x in value)
    if value is None or isinstance(value, (str, bool, Mapping, System)):
        return value
    return convert(value)
