"""Turns and ranges: which of the angles that differ by whole turns, and which of the branches."""

from __future__ import annotations

import copy
import functools
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from erfd.motion.inverse.records import Fault, Unit, shown
from erfd.robot.robot import Robot

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Index = NDArray[np.intp]
TURN = 2.0 * math.pi
OUTSIDE = 1e9  # rad or m: a detour that no range is worth
SLACK = 1e-9  # rad or m: what may stick out of a range


class Ranges:
    """Of every coordinate: whether it is an angle, its bounds (infinite where nobody said)."""

    def __init__(self, robot: Robot) -> None:
        joints = robot.independent
        self.names = tuple(joint.name for joint in joints)
        self.angles = np.array([joint.kind == "revolute" for joint in joints], dtype=bool)
        self.low = np.array([_bound(j.limits.lower.value, -math.inf) for j in joints])
        self.high = np.array([_bound(j.limits.upper.value, math.inf) for j in joints])

    @functools.cached_property
    def open(self) -> Ranges:
        """The same joints without bounds."""
        free = copy.copy(self)
        free.low, free.high = np.full_like(self.low, -math.inf), np.full_like(self.high, math.inf)
        return free

    def contain(self, q: Array) -> Flags:
        """Whether all joint values of a row are in their ranges; NaN is in none."""
        inside: Flags = across(np.logical_and, (q >= self.low - SLACK) & (q <= self.high + SLACK))
        return inside

    def turned(self, q: Array, near: Array) -> Array:
        """Every angle at the turn nearest to `near` that is within its range, if there is one."""
        k = np.where(self.angles, np.rint((near - q) / TURN), 0.0)
        turned: Array = q + TURN * k
        outside = (turned < self.low - SLACK) | (turned > self.high + SLACK)
        at = np.nonzero(outside & self.angles)
        if len(at[0]):
            turned[at] = self._inside(q[at], k[at], at[-1])
        return turned

    def _inside(self, q: Array, nearest: Array, joint: Index) -> Array:
        """Of single angles: the turn in the joint's range next to the nearest one; else that."""
        least = np.ceil((self.low[joint] - SLACK - q) / TURN)
        most = np.floor((self.high[joint] + SLACK - q) / TURN)
        inside = np.clip(nearest, least, np.maximum(least, most))
        turned: Array = q + TURN * np.where(least <= most, inside, nearest)
        return turned

    def apart(self, a: Array, b: Array) -> Array:
        """Differences, angles in (-pi, pi]."""
        d = a - b
        return np.where(self.angles, d - TURN * np.round(d / TURN), d)

    def unwrapped(self, q: Array, start: Array) -> Array:
        """Rows that follow each other, every angle at the turn nearest to the row before."""
        if not len(q):
            return q
        first, steps = start + self.apart(q[0], start), np.diff(q, axis=0)
        if (np.abs(steps) < math.pi).all():
            return q + TURN * np.where(self.angles, np.round((first - q[0]) / TURN), 0.0)
        ways = self.apart(np.concatenate([0.0 * q[:1], steps]), np.zeros(q.shape[1]))
        run = first + np.cumsum(ways, axis=0)
        return np.where(self.angles, q + TURN * np.round((run - q) / TURN), q)

    def fault(self, q: Array) -> Fault | None:
        """The first row with a value out of its range, and the joint that is furthest out."""
        with np.errstate(invalid="ignore"):
            beyond = np.maximum(self.low - q, q - self.high)
        outside = beyond.max(axis=1, initial=-math.inf) > SLACK
        if not outside.any():
            return None
        i = int(outside.argmax())
        j = int(beyond[i].argmax())
        unit: Unit = "rad" if self.angles[j] else "m"
        amount, name = float(beyond[i, j]), self.names[j]
        text = f"{name} is {shown(amount, unit)} beyond its range"
        return Fault(i, "range", name, amount, unit, text)


def picked(q: Array, valid: Flags, within: Flags, near: Array) -> Array:
    """Of K places (N, K, n) the valid one with the shortest longest way from `near` (N, n).

    One within the ranges goes before all others; NaN where there is none.
    """
    far = across(np.maximum, np.abs(q - near[:, None]))
    far = np.where(valid, np.where(within, far, OUTSIDE + far), np.inf)
    k = far.argmin(axis=1)
    rows = np.arange(len(q))
    return np.where(valid[rows, k, None], q[rows, k], np.nan)


def across(join: np.ufunc, values: Any) -> Any:
    """`join.reduce` over a short last axis, column by column: several times as fast."""
    columns = [values[..., j] for j in range(values.shape[-1])]
    return functools.reduce(join, columns) if columns else join.reduce(values, axis=-1)


def _bound(value: float | None, default: float) -> float:
    return default if value is None else float(value)
