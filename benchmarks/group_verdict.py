"""The verdict on the 13-move program of 13.4 s: warm, with remedies, and in a fresh process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.registry import group
from benchmarks.robots import rl15
from benchmarks.table import Aim, Row, duration

import erfd
from erfd.repair.smooth import smoothed
from erfd.verdicts import replanner, retiming

PROGRAM = Path(__file__).parents[1] / "examples" / "lola15.irl"
RUNS = 5


def best(call: object, runs: int = RUNS) -> float:
    """The shortest of several calls, after one that loads what is needed."""
    times = []
    for _ in range(runs + 1):
        start = perf_counter()
        call()  # type: ignore[operator]
        times.append(perf_counter() - start)
    return min(times[1:])


@group("verdict", "The verdict on lola15.irl, RL15: 13 moves, 13.4 s")
def rows() -> list[Row]:
    arm, program = rl15(), erfd.parse(PROGRAM)
    plan = erfd.plan(program, arm)
    path, _ = smoothed(plan, arm.robot, replanner(program, arm, plan), 0.5)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ERFD_NO_CACHE"], before = "0", os.environ.get("ERFD_NO_CACHE", "0")
        os.environ["ERFD_CACHE_DIR"] = folder
        warm = best(lambda: erfd.verify(plan, arm), 20)
        treated = best(lambda: erfd.verify(plan, arm, replan=program))
        again = best(lambda: retiming(path, arm, program=program))
        cold = _fresh(folder)
        os.environ["ERFD_NO_CACHE"] = before
    return [
        _row("plan", best(lambda: erfd.plan(program, arm), 20), None),
        _row("verdict: every limit, Algorithm 1, refined peaks", warm, 0.1),
        _row("the same with remedies for every violated move", treated, 1.0),
        _row("retimed, judged again", again, None),
        _row("erfd verify in a fresh process, remedies and report included", cold, 3.0),
    ]


def _row(what: str, seconds: float, most: float | None) -> Row:
    aim = None if most is None else Aim("<=", most, None, " s")
    return Row(what, duration(seconds), "", seconds, aim, " s")


def _fresh(folder: str) -> float:
    """With kernels on disk, as for anybody who used the robot before."""
    command = [sys.executable, "-m", "erfd", "verify", str(PROGRAM), "--out", f"{folder}/out"]

    def call() -> None:
        subprocess.run(command, check=False, capture_output=True, env=dict(os.environ))

    return best(call)
