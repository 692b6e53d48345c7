"""All stages of one explicit Runge-Kutta step of a free robot in one compiled kernel.

    z_i = y + h sum_j a_ij K_j,    K_i = f(z_i),    f = (qd, forward dynamics)

The weights are an input, a row a stage, so one kernel serves every explicit method of up to 16
stages. K_0 is given. Rows: 16 weights a_i0 ... a_i15, then the stage's number.
Cost: forward dynamics a stage, and 32 n multiply-adds; a DOP853 step of six joints takes 6 us.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from erfd.dynamics import quantities
from erfd.dynamics.lump import tree_of
from erfd.dynamics.reduced import coordinates
from erfd.dynamics.tree import Tree
from erfd.robot.robot import Robot
from erfd.trace.base_parameters import base_parameters
from erfd.trace.choose import absolute, select
from erfd.trace.function import Function
from erfd.trace.quantity import key_of
from erfd.trace.reframe import reframed
from erfd.trace.scalar import output, symbols
from erfd.trace.series import scan_series, series
from erfd.trace.tape import Tape
from erfd.trace.trace import chosen

STAGES = 16


def stages_function(robot: Robot) -> Function:
    """Inputs weights (t, 17), q, qd, tau, f (qdd at the start), h; outputs K and z (t, 2n)."""
    tree = tree_of(robot)
    method = chosen(tree, "forward_dynamics")
    make = functools.partial(_tape, tree, method)
    return Function("free_step", make, method, key_of(("free_step", tree, method)))


def _tape(tree: Tree, method: str) -> Tape:
    tree, offsets = reframed(tree, base=True)
    tree = base_parameters(tree)
    n, tape = coordinates(tree), Tape()
    weights = series(tape, "weights", (STAGES + 1,))
    q, qd, tau, first = (symbols(tape, x, (n,)) for x in ("q", "qd", "tau", "f"))
    (h,) = symbols(tape, "h", ())
    start, zero = [*q, *qd], 0.0 * h

    def rates(z: Sequence[Any]) -> list[Any]:
        place = list(z[:n])
        if tree.follows is None:
            place = [x + d for x, d in zip(place, offsets, strict=True)]
        a = quantities.forward_dynamics(tree, place, list(z[n:]), list(tau), None, method)
        return [*z[n:], *a]

    def stage(state: Sequence[Any], row: Sequence[Any], _: Any) -> tuple[Any, Any]:
        K = [state[2 * n * i : 2 * n * (i + 1)] for i in range(STAGES)]
        z = [y + h * _sum(row, [k[j] for k in K]) for j, y in enumerate(start)]
        found, after = rates(z), []
        for i, old in enumerate(K):
            here = absolute(row[STAGES] - float(i)) < 0.5
            after += [select(here, x, y) for x, y in zip(found, old, strict=True)]
        return after, z

    state = [*qd, *first, *([zero] * ((STAGES - 1) * 2 * n))]
    last, arguments = scan_series(weights, state, stage)
    output(tape, "K", (STAGES, 2 * n), last)
    output(tape, "z", (2 * n,), arguments)
    return tape.compact()


def _sum(row: Sequence[Any], values: Sequence[Any]) -> Any:
    total = row[0] * values[0]
    for a, k in zip(row[1:STAGES], values[1:], strict=True):
        total = total + a * k
    return total
