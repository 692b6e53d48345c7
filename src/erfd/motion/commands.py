"""What a robot program comes down to: a list of moves and waits, in SI units, in base axes.

The interpreter of a program makes these records; they can be written in Python just as well. None
stands for "not said": the system value of the robot, the joint's present value, the present
orientation. Lengths m, angles rad, times s; shares and percentages are numbers from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from erfd.algebra import Matrix, Vector
from erfd.errors import ProgramError
from erfd.motion.command_values import (
    attitude,
    duration,
    numbers,
    one_of,
    point,
    positive,
    status,
    turns,
    wrong,
)
from erfd.robot.placement import Placement

OrientationMode = Literal["o_con", "o_var", "o_pco", "o_pvo"]
ORIENTATION_MODES = ("o_con", "o_var", "o_pco", "o_pvo")
Join = Literal["c_ptp", "c_cp", "c_speed"]
JOINS = ("c_ptp", "c_cp", "c_speed")
BLEND = 'give Blend("c_speed"), or None'


@dataclass(frozen=True, slots=True)
class Joints:
    """A target in joint space: rad or m per axis, base to tip; None keeps the present value."""

    values: tuple[float | None, ...]

    def __post_init__(self) -> None:
        one_of("a joint target", self.values, Iterable, "give a value for each joint, or None")
        given = [x for x in self.values if x is not None]
        found = iter(numbers("a joint target", given))
        object.__setattr__(
            self, "values", tuple([None if x is None else next(found) for x in self.values])
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose:
    """A target of the tool point: position and attitude (rows of R) in the command's base.

    `status` 4..11 names the configuration, 0..3 and None leave it open; `turns` is a whole turn
    per axis to be added to (-180, 180] deg, None takes the nearest. Both count for ptp only.
    """

    position: Vector
    rotation: Matrix | None = None
    status: int | None = None
    turns: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        plain: dict[str, object] = {"position": point("a target's position", self.position)}
        if self.rotation is not None:
            plain["rotation"] = attitude("a target's attitude", self.rotation)
        if self.status is not None:
            plain["status"] = status(self.status)
        if self.turns is not None:
            plain["turns"] = turns(self.turns)
        for name, value in plain.items():
            object.__setattr__(self, name, value)


Target = Joints | Pose


@dataclass(frozen=True, slots=True)
class Blend:
    """How a move joins the next one without a stop; without `value` the system value counts.

    c_ptp: share of the deceleration time that is left when the next move starts, 0 < p <= 1.
    c_cp: distance in m from the corner. c_speed: share of the speed at the junction, 0 < p <= 1.
    """

    kind: Join
    value: float | None = None

    def __post_init__(self) -> None:
        if self.kind not in JOINS:
            raise ProgramError(f"E_OPTION: there is no blend '{self.kind}'", f"give {JOINS}")
        positive(self.kind, self.value, math.inf if self.kind == "c_cp" else 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Command:
    """`line` and `column` in the program (0: from Python); `move` counts those run, from 1."""

    line: int = 0
    column: int = 0
    move: int = 0
    act_rob: str | None = None
    base: Placement | None = None
    tool: Placement | None = None

    def __post_init__(self) -> None:
        one_of("act_rob", self.act_rob, str, "give a robot's name")
        one_of("base", self.base, Placement, "give an erfd.robot.placement.Placement")
        one_of("tool", self.tool, Placement, "give an erfd.robot.placement.Placement")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ptp(_Command):
    """All axes together, in proportion; `speed_ptp`, `acc_ptp` are shares of the joint maxima.

    `jerk` (s) is the time in which the acceleration builds up; 0 gives the trapezoid.
    """

    target: Target
    speed_ptp: float | None = None
    acc_ptp: float | None = None
    jerk: float | None = None
    blend: Blend | None = None

    def __post_init__(self) -> None:
        _Command.__post_init__(self)
        _aimed(self.target, (Joints, Pose), "a ptp move's", "give Joints or a Pose")
        one_of("blend", self.blend, Blend, BLEND)
        positive("speed_ptp", self.speed_ptp, 1.0)
        positive("acc_ptp", self.acc_ptp, 1.0)
        duration("jerk", self.jerk)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Path(_Command):
    """Speed (m/s) and acceleration (m/s^2) of the tool point along the path; its attitude."""

    target: Pose
    speed: float | None = None
    acc: float | None = None
    c_ori: OrientationMode = "o_var"
    blend: Blend | None = None
    r_blend_ori: float | None = None

    def __post_init__(self) -> None:
        _Command.__post_init__(self)
        _aimed(self.target, Pose, "a path's", "give a Pose; joints are reached by Ptp")
        one_of("blend", self.blend, Blend, BLEND)
        positive("speed", self.speed)
        positive("acc", self.acc)
        if self.c_ori not in ORIENTATION_MODES:
            what = f"E_OPTION: there is no orientation mode '{self.c_ori}'"
            raise ProgramError(what, f"give one of {', '.join(ORIENTATION_MODES)}")
        duration("r_blend_ori", self.r_blend_ori)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lin(_Path):
    """The tool point on the straight line to the target."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle(_Path):
    """The tool point on the arc through `via` (a point, strictly between) to the target."""

    via: Vector

    def __post_init__(self) -> None:
        _Path.__post_init__(self)
        object.__setattr__(self, "via", point("the via point", self.via))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait(_Command):
    """Stand still for some seconds."""

    seconds: float

    def __post_init__(self) -> None:
        _Command.__post_init__(self)
        if self.seconds is None:
            raise wrong("wait", self.seconds, "give a time in s")
        duration("wait", self.seconds)


Move = Ptp | Lin | Circle
Command = Move | Wait


def _aimed(target: object, kinds: type | tuple[type, ...], whose: str, remedy: str) -> None:
    if not isinstance(target, kinds):
        raise wrong(f"{whose} target", target, remedy)


def may_join(blend: str, kind: str, following: str) -> bool:
    """Whether a blend fits between moves of these kinds: ptp, lin, circle."""
    both = kind, following
    if blend == "c_cp":
        return both == ("lin", "lin")
    return ("ptp" in both) == (blend == "c_ptp")
