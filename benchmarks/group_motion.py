"""Inverse kinematics in batch; programs from text to joint motion, short and long."""

from __future__ import annotations

import math
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks import peers
from benchmarks.registry import group
from benchmarks.robots import rl15
from benchmarks.table import Aim, Row, duration
from benchmarks.timing import best

import erfd

LOLA = Path(__file__).parents[1] / "examples" / "lola15.irl"
POSES, MOVES, LENGTH, RADIUS, SPEED = 100_000, 10_000, 30.0, 40.0, 300.0  # mm, mm/s


@group("motion", "RL15: inverse kinematics, and programs from text to joint motion")
def rows() -> list[Row]:
    return [_inverse(), *_lola(), *_long()]


def _inverse() -> Row:
    """Every branch, its turn and its ranges, and the solution nearest to zero, in one call."""
    arm = rl15()
    limits = [joint.limits for joint in arm.robot.independent]
    low, high = ([getattr(x, side).value for x in limits] for side in ("lower", "upper"))
    q = np.random.default_rng(1).uniform(low, high, (POSES, 6))
    T = arm.forward_kinematics(q)
    found = arm.inverse_kinematics(T)
    peers.agree(arm.forward_kinematics(found.best), T)
    taken = best({"all": lambda: arm.inverse_kinematics(T)}, 4.0)["all"] / POSES
    aim = Aim(">=", 200_000, unit=" poses/s")
    what = f"arm.inverse_kinematics, {POSES:,} poses, all eight branches, per pose"
    return Row(what, duration(taken), "", 1 / taken, aim, " poses/s")


def _lola() -> Iterator[Row]:
    """The 13 moves of the published program, warm."""
    arm, text = rl15(), LOLA.read_text("utf-8")
    plan = erfd.plan(erfd.parse_text(text), arm)
    if (len(plan.moves), len(plan.t)) != (13, 1344):
        raise SystemExit("bench: the plan is not the one that was meant: nothing is measured")
    both = lambda: erfd.plan(erfd.parse_text(text), arm)  # noqa: E731
    taken = best({"parse": lambda: erfd.parse_text(text), "both": both}, 3.0)
    aim = Aim("<=", 60, unit=" ms")
    yield Row("13-move program: parse and check", duration(taken["parse"]))
    what = "13-move program: parse, check and plan, 13.4 s of motion"
    yield Row(what, duration(taken["both"]), "", 1e3 * taken["both"], aim, " ms")


def _long() -> Iterator[Row]:
    """Lines and arcs round a stadium without a stop; once, from text to samples and poses."""
    text = stadium(MOVES)
    start = time.perf_counter()
    program = erfd.parse_text(text)
    parsed = time.perf_counter()
    plan = erfd.plan(program, rl15())
    end = time.perf_counter()
    what = f"{MOVES:,} moves, {plan.end:,.0f} s of motion, {len(plan.t):,} samples"
    aim = Aim("<=", 10, unit=" s")
    yield Row(f"{what}: parse and check", duration(parsed - start))
    yield Row(f"{what}: parse, check and plan", duration(end - start), "", end - start, aim, " s")
    half, whole = _peak(stadium(MOVES // 2)), _peak(text)
    memory = f"{whole / 2**20:.0f} MiB"
    aim = Aim("<=", 2.2)
    yield Row("the same, memory at its peak, and that of half as many moves", memory,
              f"{half / 2**20:.0f} MiB", whole / half, aim)  # fmt: skip


def _peak(text: str) -> int:
    tracemalloc.start()
    plan: Any = erfd.plan(erfd.parse_text(text), rl15())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak if len(plan.t) else 0


def stadium(moves: int) -> str:
    """Four lines to each side, four arcs to each end; tangents meet, so nothing slows down."""
    arm = rl15()
    ready = (0, 20, 0, 0, -60, 0)
    x, y, z = 1e3 * arm.forward_kinematics(np.radians(ready))[:3, 3]
    lines = [f"move ptp mainjoint{ready};"]
    for k in range(moves - 1):
        end = " c_speed" if k < moves - 2 else ""
        target = _point(k + 1, x, y, z)
        how = f"circle {_point(k + 0.5, x, y, z)}, {target}" if k // 4 % 2 else f"lin {target}"
        lines.append(f"  move {how} speed={SPEED:g} acc=2000{end};")
    return "\n".join(["program stadium;", "seq", *lines, "endseq", "endprogram"])


def _point(k: float, x: float, y: float, z: float) -> str:
    """Where k moves end, from the start of the first line on."""
    side, along = divmod(k, 8)
    turned = side % 2
    if along <= 4:
        p, q = LENGTH * along, 0.0
    else:
        angle = math.pi * (along - 4) / 4
        p, q = 4 * LENGTH + RADIUS * math.sin(angle), RADIUS * (1 - math.cos(angle))
    if turned:
        p, q = 4 * LENGTH - p, 2 * RADIUS - q
    return f"position({x + p:.6f}, {y + q:.6f}, {z:.6f})"
