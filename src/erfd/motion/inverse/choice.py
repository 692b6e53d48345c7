"""Turns and ranges: which of the angles that differ by whole turns, and which of the branches."""

from __future__ import annotations

import copy
import functools
import math

import numpy as np
from numpy.typing import NDArray

from erfd.motion.inverse.records import Fault, Unit, shown
from erfd.robot.robot import Robot

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
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
        inside = (q >= self.low - SLACK) & (q <= self.high + SLACK)
        return np.asarray(inside.all(axis=-1))

    def turned(self, q: Array, near: Array) -> Array:
        """Every angle at the turn nearest to `near` that is within its range, if there is one."""
        with np.errstate(invalid="ignore"):
            nearest = np.round((near - q) / TURN)
            least = np.ceil((self.low - SLACK - q) / TURN)
            most = np.floor((self.high + SLACK - q) / TURN)
            inside = np.clip(nearest, least, np.maximum(least, most))
            k = np.where(least <= most, inside, nearest)
            return np.where(self.angles, q + TURN * k, q)

    def apart(self, a: Array, b: Array) -> Array:
        """Differences, angles in (-pi, pi]."""
        d = a - b
        return np.where(self.angles, d - TURN * np.round(d / TURN), d)

    def unwrapped(self, q: Array, start: Array) -> Array:
        """Rows that follow each other, every angle at the turn nearest to the row before."""
        if not len(q):
            return q
        steps = self.apart(np.diff(q, axis=0, prepend=q[:1]), np.zeros(q.shape[1]))
        run = start + self.apart(q[0], start) + np.cumsum(steps, axis=0)
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
    far = np.abs(q - near[:, None]).max(axis=-1)
    far = np.where(valid, np.where(within, far, OUTSIDE + far), np.inf)
    k = far.argmin(axis=1)
    rows = np.arange(len(q))
    return np.where(valid[rows, k, None], q[rows, k], np.nan)


def _bound(value: float | None, default: float) -> float:
    return default if value is None else float(value)
