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
from erfd.robot.placement import Placement

OrientationMode = Literal["o_con", "o_var", "o_pco", "o_pvo"]
ORIENTATION_MODES = ("o_con", "o_var", "o_pco", "o_pvo")
Join = Literal["c_ptp", "c_cp", "c_speed"]
JOINS = ("c_ptp", "c_cp", "c_speed")
MOST_STATUS = 11


@dataclass(frozen=True, slots=True)
class Joints:
    """A target in joint space: rad or m per axis, base to tip; None keeps the present value."""

    values: tuple[float | None, ...]

    def __post_init__(self) -> None:
        _finite("a joint target", (x for x in self.values if x is not None))


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
        _finite("a target's position", self.position)
        if self.rotation is not None:
            _finite("a target's attitude", (x for row in self.rotation for x in row))
            _proper(self.rotation)
        if self.status is not None and not 0 <= self.status <= MOST_STATUS:
            raise ProgramError(f"E_STATUS: status {self.status}", f"give 0 to {MOST_STATUS}")


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
        _positive(self.kind, self.value, math.inf if self.kind == "c_cp" else 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Command:
    """`line` and `column` in the program (0: from Python); `move` counts those run, from 1."""

    line: int = 0
    column: int = 0
    move: int = 0
    act_rob: str | None = None
    base: Placement | None = None
    tool: Placement | None = None


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
        _positive("speed_ptp", self.speed_ptp, 1.0)
        _positive("acc_ptp", self.acc_ptp, 1.0)
        if self.jerk is not None and not 0.0 <= self.jerk < math.inf:
            raise ProgramError(f"E_RANGE: jerk is {self.jerk:g} s", "give 0 or a time above it")


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
        _positive("speed", self.speed)
        _positive("acc", self.acc)
        if self.c_ori not in ORIENTATION_MODES:
            what = f"E_OPTION: there is no orientation mode '{self.c_ori}'"
            raise ProgramError(what, f"give one of {', '.join(ORIENTATION_MODES)}")
        if self.r_blend_ori is not None and not 0.0 <= self.r_blend_ori < math.inf:
            what = f"E_RANGE: r_blend_ori is {self.r_blend_ori:g} s"
            raise ProgramError(what, "give 0 or a time above it")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lin(_Path):
    """The tool point on the straight line to the target."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle(_Path):
    """The tool point on the arc through `via` (a point, strictly between) to the target."""

    via: Vector

    def __post_init__(self) -> None:
        _Path.__post_init__(self)
        _finite("the via point", self.via)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait(_Command):
    """Stand still for some seconds."""

    seconds: float

    def __post_init__(self) -> None:
        if not 0.0 <= self.seconds < math.inf:
            what = f"E_RANGE: wait is {self.seconds:g} s"
            raise ProgramError(what, "give 0 or a time above it")


Move = Ptp | Lin | Circle
Command = Move | Wait


def may_join(blend: str, kind: str, following: str) -> bool:
    """Whether a blend fits between moves of these kinds: ptp, lin, circle."""
    both = kind, following
    if blend == "c_cp":
        return both == ("lin", "lin")
    return ("ptp" in both) == (blend == "c_ptp")


def _finite(what: str, numbers: Iterable[float]) -> None:
    for x in numbers:
        if not math.isfinite(x):
            raise ProgramError(f"E_RANGE: {what} holds {x}", "give finite numbers")


def _positive(what: str, value: float | None, most: float = math.inf) -> None:
    if value is not None and not (0.0 < value <= most and value < math.inf):
        bound = "" if most == math.inf else f" and at most {most:g}"
        raise ProgramError(f"E_RANGE: {what} is {value:g}", f"give a number above 0{bound}")


def _proper(R: Matrix) -> None:
    """The columns are orthonormal and right-handed, to what rounding leaves of it."""
    a, b, c = R
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    unit = math.hypot(*a), math.hypot(*b)
    off = max(abs(x - y) for x, y in zip(cross, c, strict=True))
    if max(off, abs(unit[0] - 1.0), abs(unit[1] - 1.0)) > 1e-9:
        raise ProgramError("E_TYPE: a target's attitude is no rotation", "make R R^T = 1, det +1")
