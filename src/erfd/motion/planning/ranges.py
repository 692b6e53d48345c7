"""What no arm can follow: a joint beyond its range, or without a value."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from erfd.curve import Array
from erfd.errors import ProgramError
from erfd.motion.planning.instants import Seen
from erfd.motion.planning.moving import Moving, moving_of, place_of
from erfd.robot.robot import Robot
from erfd.trajectory import Move

SLACK = 1e-9  # rad or m


def check_ranges(robot: Robot, seen: Seen, moves: Sequence[Move]) -> None:
    """E_JOINT_LIMIT at the first instant at which a joint leaves its range."""
    moving = moving_of(robot)
    q = moving.positions(seen.q)
    over = np.maximum(q - moving.limits("upper", math.inf), moving.limits("lower", -math.inf) - q)
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
        k = int(over[first].argmax())
        what = _beyond(moving, k, float(q[first, k]), q[seen.move == move, k])
        remedy = "choose another configuration or another target"
    line, column = (x or None for x in place_of(moves, move))
    where = f", in move {move} at t = {t:.4f} s"
    raise ProgramError(what + where, remedy, line=line, column=column)


def _beyond(moving: Moving, k: int, at: float, way: Array) -> str:
    """Joint k there, and how far the move takes it."""
    joint, unit = moving.joints[k], moving.units[k]
    above = at > moving.limits("upper", math.inf)[k]
    end = joint.limits.upper.value if above else joint.limits.lower.value
    most = way.max() if above else way.min()
    here, bound, there = (f"{unit.factor * float(x):.6g} {unit.word}" for x in (at, end, most))
    what = f"E_JOINT_LIMIT: {joint.name} is at {here}, "
    return f"{what}{'above' if above else 'below'} its {bound}, on its way to {there}"
