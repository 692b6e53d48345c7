"""Measures erfd beside its peers in one run and stores the table: make bench."""

import platform
import subprocess
import sys
import timeit
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pinocchio as pin

import erfd

RESULTS = Path(__file__).parent / "results.md"
ROBOT = "rl15"


def import_ms(statement: str) -> float:
    """Best of several fresh interpreters, the import alone."""
    code = (
        "from time import perf_counter as now; start = now(); "
        f"{statement}; print(1e3 * (now() - start))"
    )
    command = [sys.executable, "-c", code]
    runs = [subprocess.run(command, check=True, capture_output=True).stdout for _ in range(7)]
    return min(map(float, runs))


def call_us(call: Callable[[], object]) -> float:
    """Best of five rounds of about 0.2 s each, per call."""
    timer = timeit.Timer(call)
    count, seconds = timer.autorange()
    return 1e6 * min([seconds, *timer.repeat(4, count)]) / count


def rows() -> list[tuple[str, str, str]]:
    arm = erfd.load(ROBOT)
    model = pin.buildModelFromXML(arm.robot.to_urdf())
    data = model.createData()
    q, qd, last = np.random.default_rng(1).uniform(-1, 1, (3, arm.n))
    pairs = {
        "inverse_dynamics": (arm.inverse_dynamics, pin.rnea),
        "forward_dynamics": (arm.forward_dynamics, pin.aba),
    }
    table = [("import erfd (target: 300 ms)", f"{import_ms('import erfd'):.0f} ms", "")]
    for name, (ours, theirs) in pairs.items():
        np.testing.assert_allclose(ours(q, qd, last), theirs(model, data, q, qd, last), rtol=1e-9)
        mine = call_us(lambda ours=ours: ours(q, qd, last))
        peer = call_us(lambda theirs=theirs: theirs(model, data, q, qd, last))
        table.append((f"{name}, {ROBOT}, one state", f"{mine:.1f} µs", f"{peer:.1f} µs"))
    return table


def main() -> None:
    head = (f"Python {platform.python_version()}", f"NumPy {version('numpy')}", platform.machine())
    lines = ["# Benchmarks", "", f"{', '.join(head)}. Best of several runs.", ""]
    lines += ["| what | erfd | Pinocchio " + version("pin") + " |", "| --- | ---: | ---: |"]
    lines += ["| " + " | ".join(row) + " |" for row in rows()]
    text = "\n".join(lines) + "\n"
    RESULTS.write_text(text, "utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
