"""Rollouts as compiled functions: all time steps of a batch of robots in one kernel.

Inputs, rows of the batch being the vector lanes:
    tick                              series that counts the steps
    q, qd, good                       the state at the start, and the good steps it has behind it
    dt
    torque                            held for all the time, or a series
    q_target, qd_target, qdd_target   series, of a controller; kp, kd
    limit, wrench, viscous, coulomb, slip_rate, and the parameters by name
Outputs
    q_end, qd_end, good_end           to go on with; torque_end, that of the last step
    q_kept, qd_kept, torque_kept      series: the state after each step, the torque during it

A row is bad from the step on whose end is not finite, or beyond 1e150: it is NaN from there on.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

from erfd.algebra import Scalar
from erfd.forward.rollout_scene import Setup
from erfd.forward.rollout_setting import scene_of, width
from erfd.robot.robot import Robot
from erfd.trace.choose import select
from erfd.trace.function import Function
from erfd.trace.quantity import key_of
from erfd.trace.scalar import output, symbols
from erfd.trace.series import scan_series, series
from erfd.trace.tape import Tape

LARGEST_SQUARE = 1e300
Row = list[Scalar]


def rollout_function(robot: Robot, setup: Setup) -> Function:
    make = functools.partial(_tape, robot, setup)
    return Function("rollout", make, setup.integrator, key_of(("rollout", robot, setup)))


def _tape(robot: Robot, setup: Setup) -> Tape:
    tape, n = Tape(), len(robot.independent)
    flowing = {"tick": series(tape, "tick", ())}
    start: Row = [*symbols(tape, "q", (n,)), *symbols(tape, "qd", (n,)), *symbols(tape, "good", ())]
    wide = width(robot, setup)
    start += [0.0] * wide if setup.keep_torque and not setup.keep else []
    sizes = {"torque": wide} if setup.torque == "series" else {}
    sizes |= dict.fromkeys(setup.targets, n)
    flowing |= {name: series(tape, name, (size,)) for name, size in sizes.items()}
    scene = scene_of(tape, robot, setup)

    def body(state: Sequence[Any], items: Sequence[Any], _: Any) -> tuple[Row, Row]:
        left = iter(items[1:])
        given = {name: [next(left) for _ in range(size)] for name, size in sizes.items()}
        found = scene.step(list(state[:n]), list(state[n : 2 * n]), given)
        after, fine = checked([*found.q, *found.qd], found.solved)
        held = found.torque if len(start) > 2 * n + 1 else []
        return [*after, state[2 * n] + fine, *held], [*after, *found.torque]

    last, kept = scan_series([x for group in flowing.values() for x in group], start, body)
    output(tape, "q_end", (n,), last[:n])
    output(tape, "qd_end", (n,), last[n : 2 * n])
    output(tape, "good_end", (), last[2 * n : 2 * n + 1])
    if setup.keep:
        output(tape, "q_kept", (n,), kept[:n])
        output(tape, "qd_kept", (n,), kept[n : 2 * n])
    if setup.keep_torque:
        torque = kept[2 * n :] if setup.keep else last[2 * n + 1 :]
        output(tape, "torque_kept" if setup.keep else "torque_end", (wide,), torque)
    return tape.compact()


def checked(x: Row, solved: Scalar = 1.0) -> tuple[Row, Scalar]:
    """The state, or NaN where it is unsolved, not finite or beyond all bounds; and 1 or 0."""
    half = len(x) // 2
    sizes = [sum(v * v for v in part) for part in (x[:half], x[half:])]
    fine = (sizes[0] < LARGEST_SQUARE) & (sizes[1] < LARGEST_SQUARE)
    if not isinstance(solved, float):
        fine = fine & (solved > 0.5)
    return [select(fine, v, math.nan) for v in x], select(fine, 1.0, 0.0)
