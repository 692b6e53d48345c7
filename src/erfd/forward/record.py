"""What a run keeps while it goes on: segments, phases, jumps of energy, events, why it ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from erfd.forward.phase import Phase
from erfd.forward.segment import Segment


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened at t: its kind ("stop", "start", "rest", ...), of what, in words."""

    t: float
    kind: str
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Divergence:
    """Why a run could not go on: when, at which joint, what happened, and what to do."""

    t: float
    joint: str
    cause: str
    remedy: str

    def __str__(self) -> str:
        where = f" at {self.joint}" if self.joint else ""
        return f"stopped at t = {self.t:.9g} s{where}: {self.cause}; {self.remedy}"


@dataclass(slots=True)
class Record:
    """`jumps` are (t, what, J): energy that came at once. `ended` says who ended the run."""

    segments: list[Segment] = field(default_factory=list)
    of_phase: list[int] = field(default_factory=list)
    phases: list[Phase] = field(default_factory=list)
    jumps: list[tuple[float, str, float]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    diverged: Divergence | None = None
    ended: str = ""
    evaluations: int = 0
