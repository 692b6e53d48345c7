"""What a solver answers: all solutions of poses, or one for each pose and what is wrong with it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Unit = Literal["m", "rad", ""]
MARGIN = 1e-5  # rad, and of the arm's size: closer to a singular pose counts as in it


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
    """Joint values (N, n) for N poses, NaN where there are none; the first fault, if any.

    Of a path through a closed form also which configuration is kept (`place`), and how far it is
    from where it ends: `margins` (N, 3) of shoulder, elbow and wrist, of the arm's size or rad.
    """

    q: Array
    fault: Fault | None = None
    place: int = -1
    margins: Array | None = None


def shown(amount: float, unit: Unit) -> str:
    """A length in mm, an angle in degrees; what is nothing but rounding is 0."""
    scaled, word = (1e3 * amount, "mm") if unit == "m" else (math.degrees(amount), "deg")
    return f"{round(scaled, 9):.4g} {word}"
