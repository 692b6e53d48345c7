"""A loop along a trajectory inside of one kernel: RL15 followed by torques for 1,000 rounds."""

from __future__ import annotations

import numpy as np
from benchmarks.registry import group
from benchmarks.robots import rl15
from benchmarks.table import Row, duration
from benchmarks.timing import best

from erfd.trace.derivative import inlined
from erfd.trace.function import Function
from erfd.trace.scalar import output, symbols
from erfd.trace.series import scan_series, series
from erfd.trace.tape import Tape

ROUNDS, STEP = 1000, 1e-4


def simulation() -> Function:
    """Forward dynamics and a step of Euler in every round; the motion is kept."""
    forward = rl15().function("forward_dynamics").tape
    tape = Tape()
    tau = series(tape, "tau", (6,))
    start = symbols(tape, "q", (6,)) + symbols(tape, "qd", (6,))

    def cycle(state: list[object], torques: list[object], _: object) -> tuple[list[object], ...]:
        qdd = inlined(forward, torques[0].tape, [*state, *torques])
        qd = [v + STEP * a for v, a in zip(state[6:], qdd, strict=True)]
        q = [x + STEP * v for x, v in zip(state[:6], qd, strict=True)]
        return [*q, *qd], [*q, *qd]

    _, motion = scan_series(tau, start, cycle)
    output(tape, "motion", (12,), motion)
    return Function("simulation", tape)


@group("series", "RL15, 1,000 rounds of forward dynamics and a time step in one call")
def rows() -> list[Row]:
    f, rng, table = simulation(), np.random.default_rng(1), []
    for lanes in (1, 8):
        tau, q = rng.normal(size=(lanes, ROUNDS, 6)), rng.normal(size=(2, lanes, 6))
        time = best({"ours": lambda tau=tau, q=q: f(tau, *q)}, 1.0)["ours"]
        table.append(Row(f"{lanes} variant{'s' * (lanes > 1)}, per round", duration(time / ROUNDS)))
    return table
