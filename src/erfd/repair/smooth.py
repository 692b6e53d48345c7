"""The tool's attitude rounded where its turning rate jumps, by no more than a tolerance.

Each joint of two moves with a step gets the widest window `r_blend_ori` whose attitude stays within
the tolerance: for a step D of the turning rate the window 2h turns the tool off by h |D| / 4.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from erfd.judge.kernels import kernel
from erfd.judge.steps import steps
from erfd.repair.replan import Changes
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

LONGEST = 1.0  # s


def smoothed(
    plan: Trajectory,
    robot: Robot,
    replan: Callable[[Changes], Trajectory],
    tolerance: float,
) -> tuple[Trajectory, float]:
    """The program planned anew with windows, and by how many deg the tool turns off at most."""
    windows = _windows(plan, robot, math.radians(tolerance))
    if not windows:
        return plan, 0.0
    off = max(size * h / 4.0 for size, h in windows.values())
    made = replan(Changes(window={move: 2.0 * h for move, (_, h) in windows.items()}))
    dt = float(plan.t[1] - plan.t[0]) if len(plan.t) > 1 else robot.system.r_dt
    return made.resampled(dt), math.degrees(off)


def _windows(plan: Trajectory, robot: Robot, tolerance: float) -> dict[int, tuple[float, float]]:
    """By move: the size of the step (rad/s) and half the window (s)."""
    at, change = steps(plan)
    if not len(at) or tolerance <= 0.0:
        return {}
    q = plan.curve.at(at.t, at.piece).q
    J = kernel(robot, "jacobian", frame="tool")(q)
    turned = np.linalg.norm(np.einsum("kij,kj->ki", J[:, 3:], change), axis=1)
    moves = plan.move_at(at.t, "left")
    return {
        int(move): (float(size), min(4.0 * tolerance / float(size), 0.5 * LONGEST))
        for move, size in zip(moves, turned, strict=True)
        if move and size > 1e-9
    }
