"""Equations as text, from a fresh interpreter to the proved export."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from benchmarks.registry import group
from benchmarks.table import Aim, Row, duration

from erfd.robot.library import load
from erfd.robot.toml_writer import to_toml

SCRIPT = Path(sys.executable).with_name("erfd")
ASKED = (
    ("puma: M, bias, g, named intermediates", "puma", ("--what", "M,bias,g", "--form", "cse"), 10),
    ("three_link: M, C qd, g, closed form", "three_link", ("--form", "closed"), 5),
    ("stanford: M, closed form", "stanford", ("--what", "M", "--form", "closed"), 60),
)


def with_full_tensors(folder: Path) -> Path:
    """The PUMA with every product of inertia and every coordinate of the mass centres."""
    robot, rng = load("puma"), random.Random(2)
    bodies = []
    for body in robot.bodies:
        I = [list(row) for row in body.inertia]
        for i, j in ((0, 1), (0, 2), (1, 2)):
            I[i][j] = I[j][i] = rng.uniform(-0.1, 0.1) * min(I[k][k] for k in range(3))
        com = tuple(x + rng.uniform(0.01, 0.05) for x in body.com)
        bodies.append(replace(body, inertia=tuple(map(tuple, I)), com=com))
    path = folder / "puma_full.toml"
    path.write_text(to_toml(replace(robot, bodies=tuple(bodies))), "utf-8")
    return path


@group("equations", "Equations as text, with their proof")
def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        full = str(with_full_tensors(Path(folder)))
        general = ("the same with full inertia tensors", full, *ASKED[0][2:])
        return measured((ASKED[0], general, *ASKED[1:]))


def measured(asked: Sequence[tuple[str, str, Sequence[str], float]]) -> list[Row]:
    found = []
    for what, robot, options, target in asked:
        times = []
        for _ in range(3):
            command = [str(SCRIPT), "derive", robot, *options]
            start = perf_counter()
            done = subprocess.run(command, check=True, capture_output=True)
            times.append(perf_counter() - start)
            if b"largest difference" not in done.stdout:
                raise RuntimeError(f"{' '.join(command)} gave no proof")
        best = min(times)
        found.append(Row(what, duration(best), "", best, Aim("<=", target, None, " s"), " s"))
    return found
