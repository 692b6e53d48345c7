"""Slower where motors get too hot: the largest pace of some parts with which the heat fits.

At a pace o of a part its torques fall towards those that hold the load, inertia's as o^2; what
keeps every limit at rest and at full pace keeps it in between. A smaller share of the torque limits
would forbid to hold the load itself, which costs heat at any pace, and is no remedy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from erfd.curve import Array
from erfd.judge.demand import Model
from erfd.judge.instants import grid
from erfd.judge.thermal import rms
from erfd.judge.verdict import Violation
from erfd.judge.verify import WINDOW
from erfd.repair.rebuild import Part, curve

SPARE, COARSE, LEAST, HALVINGS = 0.9998, 0.93, 0.02, 14
HEAT = "continuous torque "


def of_heat(v: Violation) -> bool:
    return v.quantity.startswith(HEAT)


def paced(part: Part, o: float) -> Part:
    """The same part of the path with o times the speed."""
    if o == 1.0:
        return part
    powers = o ** np.arange(part.coefficients.shape[1])
    return Part(part.durations / o, part.coefficients * powers[:, None], part.pieces)


def cooled(
    parts: Sequence[Part], slow: Sequence[bool], start: float, model: Model, margin: float
) -> float | None:
    """The largest pace of the parts in `slow` with which no motor is too hot; None if none is."""

    def fits(o: float) -> bool:
        tried = [paced(p, o) if s else p for p, s in zip(parts, slow, strict=True)]
        return heat(tried, start, model, margin) <= SPARE

    high, low = 1.0, 1.0
    while not fits(low):
        high, low = low, low * COARSE
        if low < LEAST:
            return None
    for _ in range(HALVINGS if low < high else 0):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def heat(parts: Sequence[Part], start: float, model: Model, margin: float) -> float:
    """The largest root mean square of a motor's torque, as a share of what it may be."""
    made, _ = curve(parts, start)
    drives = model.robot.drives
    if drives is None:
        return 0.0
    limits = [m.continuous_torque for m in drives.motors]
    most: Array = margin * np.array([float(x.value) if x.known else math.inf for x in limits])
    at = grid(made)
    found = rms(at, model.at(made, at).motor_torque, WINDOW)
    largest = np.maximum(found.whole, found.window)
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.where(largest > 0.0, largest / most, 0.0).max())
