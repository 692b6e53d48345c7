"""What no arm can follow: a joint beyond its range, or without a value."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from erfd.errors import ProgramError
from erfd.motion.planning.instants import Seen
from erfd.motion.planning.units import place_of, units
from erfd.robot.robot import Robot
from erfd.trajectory import Move

SLACK = 1e-9  # rad or m


def check_ranges(robot: Robot, seen: Seen, moves: Sequence[Move]) -> None:
    """E_JOINT_LIMIT at the first instant at which a joint leaves its range."""
    limits = [joint.limits for joint in robot.independent]
    low = np.array([-math.inf if x.lower.value is None else float(x.lower.value) for x in limits])
    high = np.array([math.inf if x.upper.value is None else float(x.upper.value) for x in limits])
    over = np.maximum(seen.q - high, low - seen.q)
    within = (over <= SLACK).all(axis=1)  # NaN is in no range
    if within.all():
        return
    bad = np.flatnonzero(~within)
    first = int(bad[seen.t[bad].argmin()])
    move, t = int(seen.move[first]), float(seen.t[first])
    if np.isnan(over[first]).any():
        what = "E_SINGULAR: the joints have no values"
        remedy = "go round the singular pose, or use move ptp"
    else:
        what, remedy = _beyond(robot, seen, low, high, first, int(over[first].argmax()))
    line, column = (x or None for x in place_of(moves, move))
    where = f", in move {move} at t = {t:.4f} s"
    raise ProgramError(what + where, remedy, line=line, column=column)


def _beyond(
    robot: Robot, seen: Seen, low: np.ndarray, high: np.ndarray, first: int, k: int
) -> tuple[str, str]:
    """Joint k there, and how far the move takes it."""
    unit, above = units(robot)[k], seen.q[first, k] > high[k]
    here = seen.q[seen.move == seen.move[first], k]
    end, most = (high[k], here.max()) if above else (low[k], here.min())
    at, end, most = (f"{unit.factor * x:.6g} {unit.word}" for x in (seen.q[first, k], end, most))
    what = f"E_JOINT_LIMIT: {robot.independent[k].name} is at {at}, "
    what += f"{'above' if above else 'below'} its {end}, on its way to {most}"
    return what, "choose another configuration or another target"
