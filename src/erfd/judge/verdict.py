"""The records of a verdict: what was asked, what is broken, where, by how much and why.

All numbers are SI; utilisations and brackets are shares (1 is the limit). Frozen, and plain enough
to be written as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from erfd.curve import Array
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

Status = Literal["ACHIEVABLE", "NOT ACHIEVABLE", "NOT VERIFIED"]
EXIT_CODES: dict[Status, int] = {"ACHIEVABLE": 0, "NOT ACHIEVABLE": 1, "NOT VERIFIED": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One limit broken during one stretch of one move.

    `start` to `end` is the time above the limit, `t` the instant of the largest value, which is
    within `bracket` (a share) of the true one. `parts` add up to `value`; `tried` tells of remedies
    that were sought in vain.
    """

    quantity: str
    subject: str
    unit: str
    line: int
    move: int
    text: str
    t: float
    start: float
    end: float
    value: float
    limit: float
    utilisation: float
    bracket: float
    source: str
    stated: bool = False
    joints: tuple[str, ...] = ()
    parts: Mapping[str, float] = field(default_factory=dict)
    remedies: tuple[Any, ...] = ()
    tried: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """The largest utilisation of one quantity of one subject, in a move or in all."""

    quantity: str
    subject: str
    unit: str
    move: int
    t: float
    value: float
    limit: float
    utilisation: float
    bracket: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUse:
    """One move: its line, its duration, the worst use of every quantity.

    `wrist` (rad) and `reach` (m) are the least distances from singular postures (`posture.py`),
    None where the arm has none such; `flags` the status codes at start and end, where there are.
    """

    move: int
    line: int
    text: str
    start: float
    end: float
    tool_speed: float
    uses: tuple[Use, ...]
    wrist: float | None = None
    reach: float | None = None
    flags: str = ""

    @property
    def worst(self) -> Use | None:
        return max(self.uses, key=lambda x: x.utilisation, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """A limit that nobody stated; without a required one nothing is verified."""

    quantity: str
    subject: str
    required: bool
    remedy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What was judged: the motion, the robot with its payload, and the load on its tool."""

    trajectory: Trajectory
    robot: Robot
    wrench: Array | None = None
    mode: str = "consistent"
    margin: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The answer, with everything that it rests on."""

    status: Status
    reason: str
    violations: tuple[Violation, ...]
    per_move: tuple[MoveUse, ...]
    per_joint: tuple[Use, ...]
    unknown: tuple[Unknown, ...]
    assumptions: Mapping[str, Any]
    judged: Judged = field(repr=False, compare=False)
    achieved: Any = field(default=None, repr=False, compare=False)

    def save(self, path: str | Path) -> Path:
        """The report as one .html file, the verdict as .json, or the time series as .csv."""
        from erfd.judge.save import save

        return save(self, Path(path))

    def strictly(self) -> Verdict:
        """The same, but anything unknown keeps it from being verified."""
        if self.status != "ACHIEVABLE" or not self.unknown:
            return self
        from erfd.judge.words import open_ends, unknown_text

        said = unknown_text(self.unknown), open_ends(self.judged.trajectory, self.judged.robot)
        return replace(self, status="NOT VERIFIED", reason="; ".join(x for x in said if x))

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.status]
