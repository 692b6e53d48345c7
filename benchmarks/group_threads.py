"""Two threads on a batch of 100,000 states, RL15."""

from __future__ import annotations

import os

from benchmarks.registry import group
from benchmarks.robots import rl15, states
from benchmarks.table import Aim, Row, duration
from benchmarks.timing import best

ROWS = 100_000


@group("threads", "RL15, 100,000 states, two threads")
def rows() -> list[Row]:
    if (os.cpu_count() or 1) < 2:
        return [Row("two threads: this machine has one core")]
    arm, x, table = rl15(), states(6, ROWS), []
    for name in ("forward_dynamics", "inverse_dynamics"):
        f = arm.function(name)
        times = best({
            "one": lambda f=f: f(*x),
            "two": lambda f=f: f(*x, threads=2),
        }, 4.0)  # fmt: skip
        ratio = times["one"] / times["two"]
        ours, one = duration(times["two"]), f"{duration(times['one'])} one thread"
        table.append(Row(name, ours, one, ratio, Aim(">=", 1.8)))
    return table
