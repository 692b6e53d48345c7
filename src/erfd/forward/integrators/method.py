"""What every integrator is: a name, its order, and a stepper that hands out segments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from erfd.curve import Array
from erfd.forward.segment import Segment

Rates = Callable[[float, Array], Array]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`n` coordinates lead the state; `step` is that of fixed steps; `first` limits the first one.

    The first step is limited because from rest in a straight pose the motion's Taylor series has
    gaps (t^2, t^6, ...), so that rules which look at two terms take a step without bound.
    """

    n: int
    rtol: float
    atol: Array
    step: float
    longest: float
    first: float


class StepTooSmallError(Exception):
    """The tolerance asks for a step below the rounding of t, or a step has no finite end."""


class Stepper(Protocol):
    def step(self) -> Segment:
        """The next step, not beyond the end that was asked for."""
        ...

    @property
    def evaluations(self) -> int: ...


class Start(Protocol):
    def __call__(
        self, rates: Rates, t: float, y: Array, until: float, settings: Settings
    ) -> Stepper: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """`order` is that of positions at the ends of steps; `tolerance` None: steps are fixed."""

    name: str
    order: int
    tolerance: float | None
    start: Start
    says: str

    @property
    def adaptive(self) -> bool:
        return self.tolerance is not None
