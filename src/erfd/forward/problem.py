"""What is to be simulated: everything that a run reads, checked by who makes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from erfd.algebra import EMPTY, ZERO, Matrix, Vector
from erfd.curve import Array, State
from erfd.forward.controllers.target import Target
from erfd.forward.inputs import Input
from erfd.forward.integrators import Method
from erfd.forward.law import Law
from erfd.forward.options import Physics
from erfd.robot.records import Payload
from erfd.robot.robot import Robot

MOST_STEPS = 500_000


@dataclass(frozen=True, slots=True, kw_only=True)
class UserEvent:
    """`function(t, q, qd)` passes through zero: upward (1), downward (-1) or either way (0).

    With `stop` the run ends there.
    """

    name: str
    function: Callable[[float, Array, Array], float]
    direction: int = 0
    stop: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """From t on the tool holds this payload (None: nothing).

    It comes on moving along with the tool, or, with `at_rest`, standing still: then a blow.
    """

    t: float
    payload: Payload | None
    at_rest: bool = False


def pick(
    t: float, mass: float, com: Vector = ZERO, inertia: Matrix = EMPTY, *, at_rest: bool = False
) -> Load:
    """The tool takes a payload at t; `com` and `inertia` in the tool frame, kg, m, kg m^2."""
    return Load(t=t, payload=Payload(mass=mass, com=com, inertia=inertia), at_rest=at_rest)


def drop(t: float) -> Load:
    """The tool lets go of what it holds at t."""
    return Load(t=t, payload=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A coordinate with a given motion: position, speed, acceleration at t (columns of one)."""

    index: int
    motion: Callable[[float], State]
    jumps: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """`motor` inputs are torques, or currents where `currents`. Fixed steps take `step`."""

    robot: Robot
    physics: Physics
    q0: Array
    qd0: Array
    t_end: float
    method: Method
    joint: Input | None = None
    motor: Input | None = None
    currents: bool = False
    law: Law | None = None
    target: Target | None = None
    wrench: Input | None = None
    given: tuple[Given, ...] = ()
    loads: tuple[Load, ...] = ()
    events: tuple[UserEvent, ...] = ()
    rtol: float = 1e-12
    atol: float = 1e-12
    step: float = 1e-3
    longest: float = 0.1
    most_steps: int = MOST_STEPS
    progress: Callable[[float], None] | None = None
