"""A lin or circle command as geometry: path, attitude, speeds, and the pose that it reaches."""

from __future__ import annotations

import functools
from typing import NamedTuple

from erfd.algebra import ZERO, Vector, scale
from erfd.motion.commands import Circle, Lin, OrientationMode, Pose
from erfd.motion.planning.attitude import Attitude, angle_of, attitude
from erfd.motion.planning.chain import PathMove
from erfd.motion.planning.geometry import Path, arc, line
from erfd.motion.planning.targets import goal_of, placed_point
from erfd.robot.placement import Placement
from erfd.robot.system import System

NO_TURN = 1e-6  # rad: a move without way that turns less does nothing
KEPT = 1024  # moves: a program that is planned again at other speeds has the same paths


class Shape(NamedTuple):
    """What a move is in space; `ignored` (rad) as in `PathMove`."""

    path: Path
    attitude: Attitude
    reached: Placement
    ignored: float


def path_move(
    command: Lin | Circle, number: int, at: Placement, system: System, tool: int
) -> PathMove:
    """From where the active tool is; what a command leaves open is taken from the system."""
    via = command.via if isinstance(command, Circle) else None
    base = system.r_base if command.base is None else command.base
    path, turned, reached, ignored = shape(at, via, command.target, command.c_ori, base)
    top, acc = _speeds(command, path, system)
    window = system.r_blend_ori if command.r_blend_ori is None else command.r_blend_ori
    return PathMove(command, number, path, turned, top, acc, window, tool, reached, ignored)


@functools.lru_cache(maxsize=KEPT)
def shape(
    at: Placement, via: Vector | None, target: Pose, mode: OrientationMode, base: Placement
) -> Shape:
    """From `at`, which is in the robot's base, to the target, on an arc if there is a `via`."""
    goal = goal_of(target, base)
    if via is not None:
        path = arc(at.p, placed_point(via, base), goal.p)
        turned = attitude(mode, at.R, goal.R, scale(path.angle, path.axis))
    else:
        turned = attitude(mode, at.R, goal.R, ZERO)
        turn = angle_of(turned.end, turned.start)
        path = line(at.p, goal.p, turn if turn >= NO_TURN else 0.0)
    still = path.kind == "turn" and path.extent == 0.0
    reached = at if still else Placement(turned.end, goal.p)
    return Shape(path, turned, reached, 0.0 if goal.R is None else angle_of(goal.R, reached.R))


def _speeds(command: Lin | Circle, path: Path, system: System) -> tuple[float, float]:
    if path.kind == "turn":
        return system.r_speed_ori, system.r_acc_ori
    top = system.r_speed if command.speed is None else command.speed
    return top, system.r_acc if command.acc is None else command.acc
