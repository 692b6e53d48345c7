"""One robot forward in time for 10 s with the default integrator, warm, in processor time."""

from __future__ import annotations

from typing import Any

import numpy as np
from benchmarks.group_verdict import best
from benchmarks.registry import group
from benchmarks.table import Aim, Row, duration

import erfd

SECONDS, MOST = 10.0, 0.3
FALLS = ("rl15", "three_link", "puma", "two_link")


@group("simulate", "One robot for 10 s by the default integrator (dop853), processor time")
def rows() -> list[Row]:
    found = [_fall(name) for name in FALLS]
    return [*found, _driven()]


def _fall(name: str) -> Row:
    arm = erfd.load(name)
    run = erfd.simulate(arm, t_end=SECONDS)
    if run.diverged is not None or run.drift > 1e-9:
        raise SystemExit(f"bench: the fall of {name} is wrong: nothing is measured")
    seconds = best(lambda: erfd.simulate(arm, t_end=SECONDS))
    what, aim = f"free fall of {name}, {run.steps} steps", Aim("<=", MOST, unit=" s")
    return Row(what, duration(seconds), "", seconds, aim, " s")


def _driven() -> Row:
    """Motors, friction, stops, a cascade of loops: what no single kernel does."""
    arm, goal = erfd.load("rl15"), np.array([0.8, -0.2, 0.4, 0.1, 0.2, 0.3])
    options: dict[str, Any] = {"drives": True, "stops": True, "rtol": 1e-8, "atol": 1e-8}
    options |= {"controller": erfd.Cascade(), "target": goal, "t_end": SECONDS}
    seconds = best(lambda: erfd.simulate(arm, **options), 2)
    return Row("rl15 with drives, friction, stops, cascade, 1e-8", duration(seconds))
