"""Arms with more than six joints: which of the many postures a path takes between its anchors.

Following a path gives an anchor a cycle. The posture is led by the cubic spline in time through all
of them: the tool's pose is kept exactly, and of all joint vectors that do so the one nearest to the
spline is taken, N^T (q - q_led) = 0 with N the null space of J. Its derivatives are then

    q'  = J+ V + (1 - J+ J) q_led'         q'' = J+ (V' - J' q') + (1 - J+ J) q_led''

but for terms with q - q_led, which is of the fourth order in the cycle.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from erfd.curve import Array, Index, State
from erfd.motion.inverse_kinematics import Solver
from erfd.motion.planning.tool_motion import Tool
from erfd.robot.robot import Robot
from erfd.trace.function import Function
from erfd.trace.robot_function import robot_function


def spline_rates(q: Array, spacing: Array, intervals: Index) -> Array:
    """At anchors, row after row without a pause; the last of a row is the first of the next."""
    from scipy.interpolate import CubicSpline

    steps = np.repeat(spacing, intervals)
    t = np.concatenate([[0.0], np.cumsum(steps)])
    row = np.repeat(np.arange(len(intervals)), intervals + 1)
    place = np.arange(len(q)) - row
    firsts = np.concatenate([[True], np.diff(place) > 0])
    rates: Array = CubicSpline(t, q[firsts], bc_type="clamped")(t[place], 1)
    return rates


@dataclass(frozen=True, eq=False)
class Guide:
    """The spline's rates at the anchors; the Jacobian and its rate."""

    rates: Array
    jacobian: Function
    jacobian_rate: Function

    def at(self, solver: Solver, tool: Tool, led: State) -> State:
        q = solver.nearest(tool.T, led.q, bounded=False).q
        J = self.jacobian(q)
        back = np.linalg.pinv(J, rcond=1e-12)
        free = np.eye(q.shape[1]) - back @ J
        qd = _times(back, tool.twist) + _times(free, led.qd)
        drift = _times(self.jacobian_rate(q, qd), qd)
        return State(q, qd, _times(back, tool.rate - drift) + _times(free, led.qdd))

    def led(self, anchors: Array, first: Index, x: Array, spacing: Array) -> State:
        """The spline at the time x after an anchor, the next one `spacing` later."""
        h, x = spacing[:, None], x[:, None]
        a, b, c, d = anchors[first], self.rates[first], anchors[first + 1], self.rates[first + 1]
        mean = (c - a) / h
        second, third = (3.0 * mean - 2.0 * b - d) / h, (b + d - 2.0 * mean) / (h * h)
        q = a + (b + (second + third * x) * x) * x
        qd = b + (2.0 * second + 3.0 * third * x) * x
        return State(q, qd, 2.0 * second + 6.0 * third * x)


def guide_of(robot: Robot, rates: Array) -> Guide:
    jacobian, rate = (robot_function(robot, name) for name in ("jacobian", "jacobian_rate"))
    return Guide(rates, jacobian, rate)


def _times(A: Array, v: Array) -> Array:
    product: Array = np.matmul(A, v[:, :, None])[:, :, 0]
    return product
