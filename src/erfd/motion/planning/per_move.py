"""A plan move by move: way, time, top speed of the tool point, worst joint speed and acceleration.

All instants of `instants.seen` are looked at: samples, and both sides of every breakpoint.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.motion.planning.instants import seen
from erfd.robot.robot import Robot
from erfd.trace.robot_function import robot_function
from erfd.trajectory import Trajectory


class Worst(NamedTuple):
    """The greatest share of a stated maximum, and whose; None where no maximum is stated."""

    share: float
    joint: str


class MoveRow(NamedTuple):
    """SI: m, rad, s, m/s."""

    move: int
    line: int
    kind: str
    length: float | None
    radius: float | None
    corner: float | None
    start: float
    duration: float
    tool_speed: float
    joint_speed: Worst | None
    joint_acceleration: Worst | None


def per_move(plan: Trajectory, robot: Robot) -> list[MoveRow]:
    found, _ = seen(plan)
    J = robot_function(robot, "jacobian")(found.q)
    speed = np.linalg.norm((J[:, :3] @ found.qd[:, :, None])[:, :, 0], axis=1)
    shares = [_shares(robot, "speed", found.qd), _shares(robot, "acceleration", found.qdd)]
    order = np.argsort(found.move, kind="stable")
    edges = np.searchsorted(found.move[order], np.arange(1, len(plan.moves) + 2))
    rows = []
    for k, move in enumerate(plan.moves):
        at = order[edges[k] : edges[k + 1]]
        worst = [_worst(robot, share, at) for share in shares]
        rows.append(
            MoveRow(
                move=k + 1,
                line=move.line,
                kind=move.kind,
                length=move.length,
                radius=move.radius,
                corner=move.corner,
                start=move.start,
                duration=move.end - move.start,
                tool_speed=float(speed[at].max(initial=0.0)),
                joint_speed=worst[0],
                joint_acceleration=worst[1],
            )
        )
    return rows


def _shares(robot: Robot, name: str, values: Array) -> Array:
    limits = [getattr(joint.limits, name).value for joint in robot.independent]
    most = np.array([math.nan if x is None else float(x) for x in limits])
    shares: Array = np.abs(values) / most
    return shares


def _worst(robot: Robot, share: Array, at: np.ndarray) -> Worst | None:
    known = ~np.isnan(share[at]).all(axis=0) if len(at) else np.zeros(share.shape[1], dtype=bool)
    if not known.any():
        return None
    most = np.where(known, share[at].max(axis=0), -1.0)
    k = int(most.argmax())
    return Worst(float(most[k]), robot.independent[k].name)
