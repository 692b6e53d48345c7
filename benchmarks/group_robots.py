"""Robots of example-robot-data in batch: forward dynamics beside Pinocchio's own batch call."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from benchmarks import peers
from benchmarks.registry import group
from benchmarks.robots import independent, shared, states
from benchmarks.table import Aim, Row, duration, times_faster
from benchmarks.timing import best

ROWS = 1024
ROBOTS = {
    "ur_description/urdf/ur5_robot.urdf": ("UR5", Aim(">=", 40)),
    "panda_description/urdf/panda.urdf": ("Panda", Aim(">=", 35)),
    "g1_description/urdf/g1_29dof_rev_1_0.urdf": ("humanoid G1", Aim(">=", 25)),
    "talos_data/robots/talos_full_v2.urdf": ("humanoid Talos", Aim(">=", 20)),
}


@group("robots", "Other robots, 1,024 states, one thread, per state (mimic joints independent)")
def rows() -> list[Row]:
    if not peers.find("pinocchio"):
        return peers.missing("pinocchio", "other robots")
    table: list[Row] = []
    for name, (word, aim) in ROBOTS.items():
        path = shared(name)
        table += _robot(path, word, aim) if path else [Row(f"{word}: no example-robot-data")]
    return table


def _robot(path: Path, word: str, aim: Aim) -> list[Row]:
    arm = independent(path)
    peer, x = peers.Pinocchio(arm, path), states(arm.n, ROWS)
    table = []
    for name, theirs in (
        ("forward_dynamics", "abaInParallel"),
        ("inverse_dynamics", "rneaInParallel"),
    ):
        f = arm.function(name)
        start = perf_counter()
        ours = f(*x)
        first = duration(perf_counter() - start)
        call, result = peer.batch(theirs, *x)
        call()
        peers.agree(ours, peer.rows(result))
        times = best({"ours": lambda f=f: f(*x), "theirs": call}, 2.0)
        what = f"{word}, {arm.n} joints, {name} ({f.method}; first call {first})"
        ours, each = times["ours"] / ROWS, times["theirs"] / ROWS
        table.append(times_faster(what, ours, each, aim, theirs))
    return table
