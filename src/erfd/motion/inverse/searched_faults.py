"""What can be wrong with a pose for an arm that is searched, in words and numbers."""

from __future__ import annotations

import numpy as np

from erfd.motion.inverse.records import Array, Fault, Unit, shown

THERE = 1e-9  # m and rad: what counts as reached


def singular(i: int) -> Fault:
    text = "the arm is singular: joint values leap, or a direction is lost"
    return Fault(i, "singular", "arm", 0.0, "", text)


def misses(e: Array) -> tuple[Array, Array]:
    """Of the position (m) and of the attitude (rad)."""
    return np.linalg.norm(e[..., :3], axis=-1), np.linalg.norm(e[..., 3:], axis=-1)


def few(i: int, n: int, short: float, tilt: float) -> Fault:
    both = f"{shown(short, 'm')} and {shown(tilt, 'rad')}"
    what = f"with {n} joints the arm reaches this position, but not in this attitude: "
    unit: Unit = "m" if short > THERE else "rad"
    miss = short if unit == "m" else tilt
    return Fault(i, "unreachable", "attitude", miss, unit, f"{what}both are missed by {both}")


def not_found(i: int, short: float, tilt: float) -> Fault:
    both = f"{shown(short, 'm')} and {shown(tilt, 'rad')}"
    what = f"no joint values found: the nearest are {both} away"
    unit: Unit = "m" if short > THERE else "rad"
    return Fault(i, "unreachable", "arm", short if unit == "m" else tilt, unit, what)
