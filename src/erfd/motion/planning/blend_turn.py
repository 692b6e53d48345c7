"""Smoothing a step of the tool's turning rate, the tool point left where it is (`r_blend_ori`).

Where the turning rate steps by D = w+ - w- at the instant t_j, the attitude in a window of
half-width h around it is Rot(g(x) D) R, x = t - t_j, with

    g = (x + h)^2 / 4h - max(0, x)

g and g' are zero at the ends of the window and g' steps by -1 at x = 0. D turns about itself, so
the rate g' D + Rot(g D) w is continuous: R becomes C1. Nothing else is changed.
"""

from __future__ import annotations

import numpy as np

from erfd.curve import Array
from erfd.motion.planning.rotations import applied, crossed, rotations
from erfd.motion.planning.tool_motion import Tool, poses

ROW = 5  # D, h, the side of t_j (-1 before, +1 after)


def smoothed(tool: Tool, rows: Array, x: Array) -> Tool:
    """`x` is the time since t_j; `rows` (N, ROW) a window for each instant."""
    step, h = rows[:, :3], rows[:, 3]
    after = rows[:, 4] > 0.0
    g = (x + h) ** 2 / (4.0 * h) - np.where(after, x, 0.0)
    gd = (x + h) / (2.0 * h) - np.where(after, 1.0, 0.0)
    gdd = 0.5 / h
    Q = rotations(g[:, None] * step)
    own = gd[:, None] * step
    w = applied(Q, tool.twist[:, 3:])
    alpha = gdd[:, None] * step + applied(Q, tool.rate[:, 3:]) + crossed(own, w)
    twist = np.hstack([tool.twist[:, :3], own + w])
    rate = np.hstack([tool.rate[:, :3], alpha])
    return Tool(poses(tool.p, Q @ tool.R), twist, rate)
