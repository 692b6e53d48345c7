"""Long chains by the articulated body: time per joint and compile time; the plot in docs/."""

from __future__ import annotations

import random
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
from benchmarks import peers, registry
from benchmarks.registry import group
from benchmarks.robots import states
from benchmarks.table import Aim, Row, duration
from benchmarks.timing import best

from erfd.arm import Arm
from erfd.plots import Panel, styles
from erfd.svg_plot import svg
from erfd.trace.function import Function
from tests.samples import random_robot

SIZES = (6, 12, 25, 50, 75, 100)
LONG = 25
ROWS = 64
PLOT = Path(__file__).parents[1] / "docs" / "pictures" / "scaling.svg"


class Size(NamedTuple):
    n: int
    first: float
    each: float
    theirs: float


def chain(n: int) -> Arm:
    """A serial chain of revolute joints with full inertias, any placements."""
    return Arm(random_robot(random.Random(n), n, branching=0.0, prismatic=0.0, fixed=0.0))


@group("scaling", f"Serial chains by the articulated body, {ROWS} states, time per state and joint")
def rows() -> list[Row]:
    sizes = [_measured(n) for n in SIZES]
    per_joint = {size.n: size.each / size.n for size in sizes}
    table = [_row(size) for size in sizes]
    long = [x for n, x in per_joint.items() if n >= LONG]
    ratio = max(long) / min(long)
    table.append(Row(f"n = {LONG}..100, the slowest to the fastest", "", "", ratio, Aim("<=", 1.6)))
    last = per_joint[100] / per_joint[6]
    table.append(Row("n = 100 to n = 6", "", "", last, Aim("<=", 2.2)))
    first = sizes[-1].first
    table.append(
        Row("n = 100, first call", duration(first), "", first, Aim("<=", 30, None, " s"), " s")
    )
    if registry.keep:
        _draw(sizes)
    return table


def _measured(n: int) -> Size:
    arm, x = chain(n), states(n, ROWS)
    f = Function(
        "forward_dynamics", arm.function("forward_dynamics", method="articulated_body").tape
    )
    start = perf_counter()
    f(*x)
    first = perf_counter() - start
    sides = {"ours": lambda: f(*x)}
    if peers.find("pinocchio"):
        peer = peers.Pinocchio(arm)
        sides["theirs"], result = peer.batch("abaInParallel", *x)
        sides["theirs"]()
        peers.agree(f(*x), peer.rows(result), 1e-5)
    times = best(sides, 1.0)
    return Size(n, first, times["ours"] / ROWS, times.get("theirs", float("nan")) / ROWS)


def _row(size: Size) -> Row:
    what = f"n = {size.n}, compiled in {size.first:.1f} s"
    theirs = duration(size.theirs / size.n) + " abaInParallel" if size.theirs > 0 else ""
    ratio = size.theirs / size.each if size.theirs > 0 else None
    return Row(what, duration(size.each / size.n), theirs, ratio)


def _draw(sizes: list[Size]) -> None:
    n = np.array([size.n for size in sizes], dtype=float)
    per_joint = 1e9 * np.array([[size.each / size.n] for size in sizes])
    panels = [Panel("time per state and joint in ns (articulated body)", ["erfd"], per_joint)]
    panels.append(
        Panel(
            "first call in s: traced and compiled", ["erfd"], np.array([[s.first] for s in sizes])
        )
    )
    text = svg("Serial chains of 6 to 100 joints", n, panels, styles(panels), "joints")
    PLOT.write_text(text, "utf-8")
