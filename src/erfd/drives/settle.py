"""The box problem with small terms around it: solved again until they have settled.

Rotors on moving carriers and dry friction on joint reactions depend on the accelerations in ways
that do not fit `box`. Each round takes them from the round before; they are small against the
inertia, so every round gains digits. Where they are not (friction that locks a joint has no answer,
or several) the rounds do not settle, and the result says so.
Without such terms this is `solve_box`, once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from erfd.algebra import Scalar
from erfd.drives.box import Solution, solve_box
from erfd.drives.finite import both, finite
from erfd.drives.geared import Geared
from erfd.drives.pieces import Curve
from erfd.drives.transmission import Row
from erfd.trace.choose import absolute, select
from erfd.trace.loops import iterate

LIMIT = 60
SETTLED = 1e-12

Curves = Callable[[Row], Sequence[Curve]]


def settled(robot: Geared, start: Row, yd: Row, curves: Curves) -> Solution:
    """w about the joint accelerations `start`, those of the motors being yd.

    `curves` are made from what the small terms take of the motors.
    """
    tau0 = robot.transmitted(start)
    if robot.small is None:
        return numbered(solve_box(robot.N, tau0, curves([0] * len(yd))))
    n = len(yd)

    def once(state: list[Any]) -> tuple[list[Any], Scalar]:
        w = state[:n]
        qdd = [a + b for a, b in zip(start, robot.joints(w), strict=True)]
        tau, taken = robot.more(qdd)
        there = [a + b for a, b in zip(tau0, tau, strict=True)]
        found = numbered(solve_box(robot.N, there, curves(taken)))
        change = _sum([a - b for a, b in zip(found.w, w, strict=True)])
        size = _sum(found.w) + _sum(yd)
        after = [*found.w, *found.tau, *found.piece, state[-2] + 1.0, found.converged]
        return after, change <= SETTLED * size

    zero = tau0[0] * 0.0
    last, done = iterate(LIMIT, [zero] * (3 * n + 2), once)
    w, tau, piece = (last[k * n : k * n + n] for k in range(3))
    return Solution(w, tau, piece, last[-2], select(done, last[-1], 0.0))


def numbered(found: Solution) -> Solution:
    """Success as 1 or 0; there is none without numbers."""
    flag = select(found.converged, 1.0, 0.0)
    return found._replace(converged=both(flag, finite(found.w, found.tau)))


def _sum(values: Row) -> Scalar:
    total: Scalar = 0.0
    for x in values:
        total = total + absolute(x)
    return total
