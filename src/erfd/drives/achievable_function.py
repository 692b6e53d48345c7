"""Algorithm 1 as compiled functions: one cycle, or a whole trajectory in one kernel.

Inputs of one cycle      planned, q_next (the plan now and at the end), q, qd, dt, then further ones
Inputs of a trajectory   the same; planned and q_next are series: the plan without its last row,
                         and without its first; q and qd are the state at the start
Further inputs           gain (track "gain"); wrench; payload_mass, payload_com, payload_inertia
                         and further parameters; peak_torque, top_speed (a value for every motor,
                         instead of the record's)
Outputs                  those of `Step`, of a trajectory as series: a row a cycle

Rows of the batch are variants side by side in the vector lanes: any input may differ.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

from erfd.drives.achievable import Cycle, Rules, Step, achievable
from erfd.drives.friction import refuse_locking
from erfd.drives.inputs import train_on
from erfd.drives.train import Train, drives_of
from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.trace.function import Function
from erfd.trace.parameters import Parameters
from erfd.trace.quantity import key_of
from erfd.trace.scalar import output, symbols
from erfd.trace.series import scan_series, series
from erfd.trace.tape import Tape

EXTRAS = ("wrench", "payload", "peak_torque", "top_speed")


def achievable_function(
    robot: Robot,
    rules: Rules,
    extras: Sequence[str] = (),
    parameters: Sequence[str] = (),
    *,
    along: bool = False,
) -> Function:
    """One cycle, or with `along` all cycles of a trajectory.

    `extras` adds inputs (`EXTRAS`), so do `parameters`: gravity, a body, BODY.mass.
    """
    unknown = [x for x in extras if x not in EXTRAS]
    if unknown:
        raise RobotError(f"there is no input '{unknown[0]}'", f"use {', '.join(EXTRAS)}")
    chosen = tuple(x for x in EXTRAS if x in extras)
    refuse_locking(drives_of(robot))
    named = ["payload"] * ("payload" in chosen) + list(parameters)
    inputs = Parameters.of(robot, named) if named else None
    make = functools.partial(_tape, robot, rules, chosen, inputs, along)
    name = "achievable_motion" if along else "achievable_step"
    facts = name, robot, drives_of(robot), rules, chosen, inputs and inputs.inputs
    return Function(name, make, rules.mode, key_of(facts))


def _tape(
    robot: Robot, rules: Rules, extras: Sequence[str], parameters: Parameters | None, along: bool
) -> Tape:
    tape = Tape()
    n = len(robot.independent)
    group = series if along else symbols
    now, following = group(tape, "planned", (n,)), group(tape, "q_next", (n,))
    q, qd = symbols(tape, "q", (n,)), symbols(tape, "qd", (n,))
    train, given = _inputs(tape, robot, rules, extras, parameters)

    def cycle(state: Sequence[Any], items: Sequence[Any], _: Any = None) -> Step:
        start = Cycle(state[:n], state[n:], items[:n], items[n:], **given)
        return achievable(train, rules, start)

    if not along:
        _outputs(tape, cycle([*q, *qd], [*now, *following]))
        return tape.compact()

    def body(state: Sequence[Any], items: Sequence[Any], _: Any) -> tuple[Any, Any]:
        step = cycle(state, items)
        return [*step.q, *step.qd], _flat(step)

    _, records = scan_series([*now, *following], [*q, *qd], body)
    _outputs(tape, _grouped(records, n, len(train.drives.motors)))
    return tape.compact()


def _inputs(
    tape: Tape,
    robot: Robot,
    rules: Rules,
    extras: Sequence[str],
    parameters: Parameters | None,
) -> tuple[Train, dict[str, Any]]:
    """The train, with symbols for its parameters, and the other fields of a cycle."""
    given: dict[str, Any] = {"dt": symbols(tape, "dt", ())[0]}
    if rules.track == "gain":
        given["gain"] = symbols(tape, "gain", ())[0]
    if "wrench" in extras:
        given["wrench"] = symbols(tape, "wrench", (6,))
    motors = len(drives_of(robot).motors)
    train = train_on(tape, robot, "wrench" in extras, parameters)
    for name, field in (("peak_torque", "peak"), ("top_speed", "top")):
        if name in extras:
            given[field] = symbols(tape, name, (motors,))
    return train, given


def _flat(step: Step) -> list[Any]:
    return [*(x for row in step[:-1] for x in row), step.converged]


def _grouped(flat: Sequence[Any], n: int, motors: int) -> Step:
    """The inverse of `_flat`."""
    ends = list(itertools.accumulate([n, n, n, motors, motors, motors, motors]))
    a, b, c, d, e, f, g = (list(flat[i:j]) for i, j in itertools.pairwise([0, *ends]))
    return Step(a, b, c, d, e, f, g, flat[-1])


def _outputs(tape: Tape, step: Step) -> None:
    for name, row in zip(Step._fields[:-1], step[:-1], strict=True):
        output(tape, f"{name}_end" if name in ("q", "qd") else name, (len(row),), row)
    output(tape, "converged", (), [step.converged])
