"""The verdict on the 13-move program of 13.4 s: warm, with remedies, and in a fresh process.

In wall time, the best of several calls, which a user waits for on a machine that does little else.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from benchmarks.registry import group
from benchmarks.robots import rl15
from benchmarks.table import Aim, Row, duration

import erfd
from erfd.repair.smooth import smoothed
from erfd.verdicts import replanner, retiming

PROGRAM = Path(__file__).parents[1] / "examples" / "lola15.irl"
RUNS, LEAST = 5, 0.2


def used() -> float:
    """Processor seconds of this process and of those that it waited for."""
    t = os.times()
    return t.user + t.system + t.children_user + t.children_system


def best(call: Callable[[], object], runs: int = RUNS, clock: Callable[[], float] = used) -> float:
    """The least of several calls, after one that loads what is needed; each 0.2 s or longer."""
    call()
    times = []
    for _ in range(runs):
        start, count = clock(), 0
        while count == 0 or clock() - start < LEAST:
            call()
            count += 1
        times.append((clock() - start) / count)
    return min(times)


def waited(call: Callable[[], object]) -> float:
    """Seconds of wall time."""
    return best(call, clock=perf_counter)


@group("verdict", "The verdict on lola15.irl, RL15 (13 moves, 13.4 s), wall time")
def rows() -> list[Row]:
    arm, program = rl15(), erfd.parse(PROGRAM)
    plan = erfd.plan(program, arm)
    path, _ = smoothed(plan, arm.robot, replanner(program, arm, plan), 0.5)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ERFD_NO_CACHE"], before = "0", os.environ.get("ERFD_NO_CACHE", "0")
        os.environ["ERFD_CACHE_DIR"] = folder
        warm = waited(lambda: erfd.verify(plan, arm))
        treated = waited(lambda: erfd.verify(plan, arm, replan=program))
        again = waited(lambda: retiming(path, arm, program=program))
        cold = _fresh(folder)
        os.environ["ERFD_NO_CACHE"] = before
    return [
        _row("plan", waited(lambda: erfd.plan(program, arm)), None),
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
        done = subprocess.run(command, check=False, capture_output=True, env=dict(os.environ))
        if done.returncode != 1:
            raise SystemExit(f"bench: erfd verify: {done.stderr.decode()}")

    return waited(call)
