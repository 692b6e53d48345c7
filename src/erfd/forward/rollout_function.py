"""Rollouts as compiled functions: all time steps of a batch of robots in one kernel.

Inputs, rows of the batch being the vector lanes:
    tick                              series that counts the steps
    q, qd, good                       the state at the start, and the good steps it has behind it
    dt
    torque                            held for all the time, or a series
    q_target, qd_target, qdd_target   series, of a controller; kp, kd
    limit, wrench, viscous, coulomb, slip_rate, and the parameters by name
Outputs
    q_end, qd_end, good_end           to go on with
    q_kept, qd_kept, torque_kept      series: the state after each step, the torque during it

A row is bad from the step on whose end is not finite, or beyond 1e150: it is NaN from there on.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

from erfd.algebra import Scalar
from erfd.forward.rollout_plant import Plant, Rubbing, plant_of
from erfd.forward.rollout_scene import Scene, Setup
from erfd.forward.rollout_step import Rounds, unrolled
from erfd.robot.robot import Robot
from erfd.trace.choose import select
from erfd.trace.function import Function
from erfd.trace.loops import scan
from erfd.trace.parameters import Parameters
from erfd.trace.quantity import key_of
from erfd.trace.scalar import output, symbols
from erfd.trace.series import scan_series, series
from erfd.trace.tape import Tape

LARGEST_SQUARE = 1e300
UNROLLED = 14  # joints: up to here the stages of a step stand one after the other
Row = list[Scalar]


def rollout_function(robot: Robot, setup: Setup) -> Function:
    make = functools.partial(_tape, robot, setup)
    return Function("rollout", make, setup.integrator, key_of(("rollout", robot, setup)))


def _tape(robot: Robot, setup: Setup) -> Tape:
    tape, n = Tape(), len(robot.independent)
    flowing = {"tick": series(tape, "tick", ())}
    start = [*symbols(tape, "q", (n,)), *symbols(tape, "qd", (n,)), *symbols(tape, "good", ())]
    names = (*(["torque"] if setup.torque == "series" else []), *setup.targets)
    flowing |= {name: series(tape, name, (n,)) for name in names}
    scene = _scene(tape, robot, setup)

    def body(state: Sequence[Any], items: Sequence[Any], _: Any) -> tuple[Row, Row]:
        given = {name: list(items[1 + n * k : 1 + n * (k + 1)]) for k, name in enumerate(names)}
        q, qd, tau = scene.step(list(state[:n]), list(state[n : 2 * n]), given)
        after, fine = checked([*q, *qd])
        return [*after, state[-1] + fine], [*after, *tau]

    last, kept = scan_series([x for group in flowing.values() for x in group], start, body)
    output(tape, "q_end", (n,), last[:n])
    output(tape, "qd_end", (n,), last[n : 2 * n])
    output(tape, "good_end", (), last[-1:])
    if setup.keep:
        output(tape, "q_kept", (n,), kept[:n])
        output(tape, "qd_kept", (n,), kept[n : 2 * n])
    if setup.keep_torque:
        output(tape, "torque_kept", (n,), kept[2 * n :])
    return tape.compact()


def checked(x: Row) -> tuple[Row, Scalar]:
    """The state, or NaN where it is not finite or beyond all bounds; and 1 or 0."""
    half = len(x) // 2
    sizes = [sum(v * v for v in part) for part in (x[:half], x[half:])]
    fine = (sizes[0] < LARGEST_SQUARE) & (sizes[1] < LARGEST_SQUARE)
    return [select(fine, v, math.nan) for v in x], select(fine, 1.0, 0.0)


def _scene(tape: Tape, robot: Robot, setup: Setup) -> Scene:
    """The constant inputs on the tape, and the robot with them."""
    n = len(robot.independent)
    sizes: dict[str, tuple[int, ...]] = {"dt": ()}
    sizes |= {"torque": (n,)} if setup.torque == "constant" else {}
    sizes |= {"kp": (n,), "kd": (n,)} if setup.controller else {}
    sizes |= {name: (n,) for name in ("limit", "viscous", "coulomb") if getattr(setup, name)}
    sizes |= {"wrench": (6,)} if setup.wrench else {}
    sizes |= {"slip_rate": ()} if setup.coulomb else {}
    values = {name: symbols(tape, name, shape) for name, shape in sizes.items()}
    plant = model = _plant(tape, robot, setup)
    if setup.parameters and setup.knows == "arm" and setup.controller:
        model = plant_of(robot)
    rate = values.get("slip_rate", [0])[0]
    rubbing = Rubbing(values.get("viscous"), values.get("coulomb"), rate)
    rounds: Rounds = unrolled if n <= UNROLLED else scan
    return Scene(setup, plant, model, rubbing, values, rounds)


def _plant(tape: Tape, robot: Robot, setup: Setup) -> Plant:
    method = setup.method or None
    if not setup.parameters:
        return plant_of(robot, method, fixed=setup.wrench)
    chosen = Parameters.of(robot, setup.parameters)
    symbolic = {x.name: symbols(tape, x.name, x.shape) for x in chosen.inputs}
    fixed = setup.wrench or chosen.gravity
    change = functools.partial(chosen.applied, values=symbolic)
    return plant_of(chosen.bare, method, fixed=fixed, change=change)
