"""A lin or circle command as geometry: path, attitude, speeds, and the pose that it reaches."""

from __future__ import annotations

from erfd.algebra import ZERO, scale
from erfd.motion.commands import Circle, Lin
from erfd.motion.planning.attitude import angle_of, attitude
from erfd.motion.planning.chain import PathMove
from erfd.motion.planning.geometry import Path, arc, line
from erfd.motion.planning.targets import goal_of, via_of
from erfd.robot.placement import Placement
from erfd.robot.system import System

NO_TURN = 1e-6  # rad: a move without way that turns less does nothing


def path_move(
    command: Lin | Circle, number: int, at: Placement, system: System, tool: int
) -> PathMove:
    """From where the active tool is; what a command leaves open is taken from the system."""
    goal = goal_of(command, command.target, system.r_base)
    if isinstance(command, Circle):
        path = arc(at.p, via_of(command, system.r_base), goal.p)
        turned = attitude(command.c_ori, at.R, goal.R, scale(path.angle, path.axis))
    else:
        turned = attitude(command.c_ori, at.R, goal.R, ZERO)
        turn = angle_of(turned.end, turned.start)
        path = line(at.p, goal.p, turn if turn >= NO_TURN else 0.0)
    top, acc = _speeds(command, path, system)
    window = system.r_blend_ori if command.r_blend_ori is None else command.r_blend_ori
    still = path.kind == "turn" and path.extent == 0.0
    reached = at if still else Placement(turned.end, goal.p)
    ignored = 0.0 if goal.R is None else angle_of(goal.R, reached.R)
    return PathMove(command, number, path, turned, top, acc, window, tool, reached, ignored)


def _speeds(command: Lin | Circle, path: Path, system: System) -> tuple[float, float]:
    if path.kind == "turn":
        return system.r_speed_ori, system.r_acc_ori
    top = system.r_speed if command.speed is None else command.speed
    return top, system.r_acc if command.acc is None else command.acc
