"""Speeds along a chain of legs without a stop: two passes, so that every change can be reached.

A leg is a stretch of path with one top speed and one tangential acceleration. `speeds` starts with
what each joint of two legs admits; a forward pass lowers what cannot be reached by speeding up, a
backward pass what cannot be reached by slowing down. A leg changes speed with its own acceleration,
so slowing down belongs to the earlier move and speeding up to the later one.

On a parabola the speed of the parameter runs linearly from v_e/2r to v_x/2r in T = 4r/(v_e + v_x);
the acceleration is then |v_x t2 - v_e t1| / T in the mean, which must not exceed the leg's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from erfd.motion.planning.attitude import Attitude
from erfd.motion.planning.geometry import Path

PASSES, HALVINGS = 50, 60


@dataclass(slots=True)
class Leg:
    """From `begin` to `end` of a path's s; `reach` is the r of a parabola, else 0.

    `top` and `acc` in m/s and m/s^2 (rad on a turn); a parabola has a cap at each end instead.
    """

    path: Path
    attitude: Attitude
    move: int
    begin: float
    end: float
    top: float
    acc: float
    reach: float = 0.0
    cosine: float = 1.0
    entry_cap: float = math.inf
    exit_cap: float = math.inf
    rounds: tuple[Attitude, float, Attitude, float] | None = None

    @property
    def length(self) -> float:
        return self.end - self.begin


def settle(legs: list[Leg], speeds: list[float]) -> None:
    """Lower the speeds at the ends of legs (one more than legs) until all can be reached."""
    rounded = any(leg.reach for leg in legs)
    for _ in range(PASSES if rounded else 1):
        before = list(speeds)
        for k, leg in enumerate(legs):
            speeds[k + 1] = min(speeds[k + 1], _reachable(leg, speeds[k], speeds[k + 1]))
        for k in reversed(range(len(legs))):
            speeds[k] = min(speeds[k], _reachable(legs[k], speeds[k + 1], speeds[k]))
        if speeds == before:
            return


def _reachable(leg: Leg, v: float, wanted: float) -> float:
    """The greatest speed, up to `wanted`, at the other end of a leg that has speed v at one."""
    if not leg.reach:
        return math.sqrt(v * v + 2.0 * leg.acc * leg.length)
    if _strain(leg, v, wanted) <= 1.0:
        return wanted
    low, high = _rising(leg, v, wanted)
    if _strain(leg, v, low) > 1.0:
        return wanted  # no speed here will do: the other end has to come down
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if _strain(leg, v, middle) <= 1.0 else (low, middle)
    return low


def _rising(leg: Leg, v: float, wanted: float) -> tuple[float, float]:
    """Where the strain rises with the speed w at the other end, up to `wanted`, from where it is
    least. It rises throughout, but for corners of less than 39 deg, cosine above 7/9: these may
    strain more at low w, where speed is to be lost in them, and least at a w near v. From

        d (strain^2) / dw  ~  2 w^2 + (1 - 3 c) v w + (1 - c) v^2
    """
    b, square = 3.0 * leg.cosine - 1.0, 9.0 * leg.cosine**2 + 2.0 * leg.cosine - 7.0
    if b <= 0.0 or square <= 0.0:
        return 0.0, wanted
    root = math.sqrt(square)
    least, most = 0.25 * v * (b + root), 0.25 * v * (b - root)
    if least < wanted and _strain(leg, v, least) <= 1.0:
        return least, wanted
    return 0.0, min(most, wanted)


def _strain(leg: Leg, v: float, w: float) -> float:
    """The acceleration on a parabola with these speeds at its ends, by what is allowed."""
    change = math.sqrt(max(v * v + w * w - 2.0 * v * w * leg.cosine, 0.0))
    return change * (v + w) / (4.0 * leg.reach * leg.acc) - 1e-12


def caps(reach: float, cosine: float, acc: float, entry: float, leave: float) -> float:
    """The factor on both speeds at which a parabola's acceleration is the allowed one, or 1."""
    change = math.sqrt(max(entry * entry + leave * leave - 2.0 * entry * leave * cosine, 0.0))
    strain = change * (entry + leave) / (4.0 * reach * acc)
    return 1.0 if strain <= 1.0 else 1.0 / math.sqrt(strain)
