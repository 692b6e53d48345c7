"""Starting: the import, a humanoid's first compile, and the load in a second process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from benchmarks.registry import group
from benchmarks.robots import shared
from benchmarks.table import Aim, Row, duration

HUMANOID = "g1_description/urdf/g1_29dof_rev_1_0.urdf"
TIMED = (
    "from time import perf_counter as now; {before}; start = now(); {work}; print(now() - start)"
)
READY = (
    "import erfd, numpy as np; arm = erfd.load({path!r}); x = np.zeros((3, 29)); "
    "f = arm.function({name!r})"
)


def seconds(before: str, work: str, cache: str, runs: int) -> float:
    """The shortest of several fresh interpreters."""
    command = [sys.executable, "-c", TIMED.format(before=before, work=work)]
    surroundings = {**os.environ, "ERFD_CACHE_DIR": cache, "ERFD_NO_CACHE": "0"}
    found = [
        subprocess.run(command, check=True, capture_output=True, env=surroundings).stdout
        for _ in range(runs)
    ]
    return min(map(float, found))


@group("start", "Starting: fresh processes")
def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as cache:
        first = seconds("pass", "import erfd", cache, 7)
    table = [
        Row("import erfd", duration(first), "", 1e3 * first, Aim("<=", 300, None, " ms"), " ms")
    ]
    path = shared(HUMANOID)
    if path is None:
        return [*table, Row("humanoid: example-robot-data is not installed")]
    for name in ("inverse_dynamics", "forward_dynamics"):
        before = READY.format(path=str(path), name=name)
        cold = min(_in_new_cache(before) for _ in range(2))
        with tempfile.TemporaryDirectory() as cache:
            seconds(before, "f(*x)", cache, 1)
            warm = seconds(before, "f(*x)", cache, 5)
        aim, again = Aim("<=", 4, None, " s"), Aim("<=", 0.15, None, " s")
        what = f"29-DoF humanoid, {name}"
        table.append(Row(f"{what}, first call compiles", duration(cold), "", cold, aim, " s"))
        table.append(
            Row(f"{what}, first call in a second process", duration(warm), "", warm, again, " s")
        )
    return table


def _in_new_cache(before: str) -> float:
    with tempfile.TemporaryDirectory() as cache:
        return seconds(before, "f(*x)", cache, 1)
