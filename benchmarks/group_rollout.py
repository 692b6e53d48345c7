"""Rollouts of RL15 beside MuJoCo's own on one thread: free motion, Runge-Kutta of order 4, 1 ms."""

from __future__ import annotations

from typing import Any

import numpy as np
from benchmarks import peers
from benchmarks.registry import group
from benchmarks.robots import rl15
from benchmarks.table import Aim, Row, duration, times_faster
from benchmarks.timing import best

import erfd

ROBOTS, STEPS, DT = 256, 200, 1e-3
EACH = ROBOTS * STEPS


@group("rollout", "RL15, 256 robots for 200 steps of 1 ms, one thread, per robot and step")
def rows() -> list[Row]:
    if peers.find("mujoco") is None:
        return peers.missing("mujoco", "rollout")
    return [_free("rk4", "RK4", Aim(">=", 50)), _free("semi_implicit_euler", "EULER"), *_others()]


def _starts() -> Any:
    return np.random.default_rng(1).uniform(-1.0, 1.0, (2, ROBOTS, 6))


def _free(ours: str, theirs: str, aim: Aim | None = None) -> Row:
    """Both keep every state, results compared; MuJoCo's Euler is semi-implicit."""
    from mujoco import mjtIntegrator, rollout

    arm, (q, qd) = rl15(), _starts()
    peer = peers.MuJoCo(arm)
    peer.model.opt.integrator = getattr(mjtIntegrator, f"mjINT_{theirs}")
    peer.model.opt.timestep = DT
    inverse = np.argsort(peer.order)
    start = np.hstack([np.zeros((ROBOTS, 1)), q[:, inverse], qd[:, inverse]])

    def run() -> Any:
        return rollout.rollout(peer.model, peer.data, start, nstep=STEPS, persistent_pool=True)[0]

    mine, kept = erfd.rollout(arm, q, qd, STEPS, DT, integrator=ours), run()
    peers.agree(mine.q[:, 1:], kept[..., 1:7][..., peer.order])
    peers.agree(mine.qd[:, 1:], kept[..., 7:][..., peer.order])
    sides = {
        "ours": lambda: erfd.rollout(arm, q, qd, STEPS, DT, integrator=ours),
        "theirs": run,
    }
    times = {side: seconds / EACH for side, seconds in best(sides, 8.0).items()}
    return times_faster(f"free, {ours}", times["ours"], times["theirs"], aim, f"rollout, {theirs}")


def _others() -> list[Row]:
    """What else a row may have; MuJoCo has no such call."""
    arm, (q, qd) = rl15(), _starts()
    gains, load = np.array([400.0] * 6), (np.linspace(0, 15, ROBOTS), (0, 0, 0.1))
    control = {"controller": erfd.ComputedTorque(gains, 2 * np.sqrt(gains)), "target": np.zeros(6)}
    cases: dict[str, dict[str, Any]] = {
        "free, rk4, start and end kept": {"every": STEPS},
        "torques for every step and a payload each, rk4": {
            "torques": np.zeros((ROBOTS, STEPS, 6)),
            "payload": load,
        },
        "computed torque, a payload each, rk4": {**control, "payload": load},
        "drives, friction that holds, computed torque, semi_implicit_euler": {
            **control,
            "drives": True,
        },
    }
    table = []
    for what, given in cases.items():
        if erfd.rollout(arm, q, qd, STEPS, DT, **given).diverged.any():
            raise SystemExit(f"bench: {what}: a row diverged: nothing is measured")
        call = {"ours": lambda given=given: erfd.rollout(arm, q, qd, STEPS, DT, **given)}
        table.append(Row(what, duration(best(call, 1.5)["ours"] / EACH)))
    return table
