"""What a solver answers: all solutions of poses, or one for each pose and what is wrong with it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Unit = Literal["m", "rad", ""]


@dataclass(frozen=True, slots=True)
class Branches:
    """Every solution of N poses: K places, a row each.

    `q` (N, K, n) holds angles in (-pi, pi], NaN where a place has no solution; `valid` (N, K).
    `status` (N, K) is the status code 4..11, or -1 where the arm has none. `short` (N, K) is how
    much the wrist centre is out of reach in m, `tilt` (N, K) the tool's axis in rad. `margins`
    (N, K, 3) of shoulder, elbow and wrist are zero where the pose is singular.
    """

    q: Array
    valid: NDArray[np.bool_]
    status: NDArray[np.int64]
    short: Array
    tilt: Array
    margins: Array


@dataclass(frozen=True, slots=True)
class Fault:
    """The first pose that cannot be followed, and why.

    unreachable: `amount` is missing, of the position (m) or of the attitude (rad).
    singular: `part` (shoulder, elbow, wrist, arm) is `amount` away from where branches meet.
    branch: the pose can be reached, not by the configuration that was asked for.
    range: the configuration puts joint `part` by `amount` (rad or m) beyond its range.
    """

    sample: int
    kind: Literal["unreachable", "singular", "branch", "range"]
    part: str
    amount: float
    unit: Unit
    text: str


@dataclass(frozen=True, slots=True)
class Way:
    """Joint values (N, n) for N poses, NaN where there are none; the first fault, if any."""

    q: Array
    fault: Fault | None = None


class Solver(Protocol):
    """Inverse kinematics of one robot; poses T (N, 4, 4) are the tool's in the base, in m."""

    @property
    def n(self) -> int: ...

    @property
    def exact(self) -> bool:
        """Whether all solutions are found (a closed form), or those that a search finds."""

    def branches(self, T: Array, near: Array | None = None) -> Branches:
        """All solutions; what is not defined (singular poses) is kept as in `near` (n,)."""

    def nearest(
        self,
        T: Array,
        near: Array,
        status: int | None = None,
        turns: tuple[int, ...] | None = None,
    ) -> Way:
        """For each pose the solution nearest to `near` (n,) or (N, n), within the joint ranges.

        `status` 4..11 asks for one configuration, 0..3 leave the wrist open; `turns` are whole
        turns added to angles in (-pi, pi] instead of the nearest ones.
        """

    def follow(self, T: Array, start: Array) -> Way:
        """Along a path: the configuration nearest to `start` is kept, angles run on smoothly."""

    def rates(self, q: Array, twist: Array, rate: Array) -> tuple[Array, Array]:
        """Joint speeds and accelerations from the tool's twist (N, 6) and its time derivative."""


def shown(amount: float, unit: Unit) -> str:
    """A length in mm, an angle in degrees."""
    return f"{1e3 * amount:.4g} mm" if unit == "m" else f"{math.degrees(amount):.4g} deg"
