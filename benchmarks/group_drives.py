"""The motor side of RL15 beside rigid inverse dynamics; Algorithm 1 along 1,000 cycles."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from benchmarks import peers
from benchmarks.registry import group
from benchmarks.robots import STATES, rl15, states
from benchmarks.table import Aim, Row, duration, share
from benchmarks.timing import best

CYCLES, DT = 1000, 0.01
EQUATIONS = "function motor_equations_of_motion (H_a, u'_a)"
THERE, HERE = np.radians([[-160, -63, -15, 67, -2, -64], [-70, -83, 20, 30, 20, -93]])


@group("drives", "RL15 with its drives: 4,096 states, and Algorithm 1 for 1,000 cycles in a call")
def rows() -> list[Row]:
    return _batch() + _motion()


def _batch() -> list[Row]:
    """Per state as a share of rigid inverse dynamics, results into memory that is there already."""
    arm, x = rl15(), states(6)
    H, bias = arm.motor_equations_of_motion(x[0], x[1], qdd=x[2])
    tau = arm.motor_torque(*x)
    peers.agree((H @ x[2][..., None])[..., 0] + bias, tau)
    peers.agree(arm.motor_forward_dynamics(x[0], x[1], tau), x[2])
    sides: dict[str, Callable[[], Any]] = {}
    for name in ("inverse_dynamics", "motor_torque", "motor_equations_of_motion"):
        f = arm.function(name)
        sides[name] = functools.partial(f, *x, out=f(*x))
    sides["arm.motor_torque(...)"] = lambda: arm.motor_torque(*x)
    sides["arm.motor_equations_of_motion(...)"] = lambda: arm.motor_equations_of_motion(
        x[0], x[1], qdd=x[2]
    )
    times = {name: seconds / STATES for name, seconds in best(sides, 8.0).items()}
    rigid = times.pop("inverse_dynamics")
    aims = {"motor_torque": Aim("<=", 1.5), "motor_equations_of_motion": Aim("<=", 2.6)}
    words = {name: f"function {name}" for name in aims} | {"motor_equations_of_motion": EQUATIONS}
    return [
        share(words.get(name, name), time, rigid, aims.get(name), "inverse_dynamics")
        for name, time in times.items()
    ]


def _motion() -> list[Row]:
    """Moves to and fro that saturate motor 1; as many cycles, one variant and eight payloads."""
    arm, plan = rl15(), _plan()
    loads = {"payload": (np.linspace(0, 15, 8), (0, 0, 0.1))}
    one = arm.achievable_motion(plan, DT)
    if not (one.saturated.any() and one.converged.all() and len(one.qdd) == CYCLES):
        raise SystemExit("bench: the motion is not the one that was meant: nothing is measured")
    steps = arm.achievable_step(one.q[:-1], one.qd[:-1], plan[1:], DT, planned=plan[:-1])
    peers.agree(one.q[1:], steps.q)
    times = best(
        {
            "1 variant": lambda: arm.achievable_motion(plan, DT),
            "8 variants": lambda: arm.achievable_motion(plan, DT, **loads),
        },
        3.0,
    )
    aims = Aim("<=", 2, unit=" ms"), Aim("<=", 4, unit=" ms")
    return [
        Row(f"achievable_motion, {name}", duration(time), "", 1e3 * time, aim, " ms")
        for (name, time), aim in zip(times.items(), aims, strict=True)
    ]


def _plan() -> Any:
    """Five times to the other end in a second by a cubic, and back."""
    s = np.arange(1, 101)[:, None] / 100
    forth = THERE + (3 * s**2 - 2 * s**3) * (HERE - THERE)
    there_and_back = np.concatenate([forth, THERE + HERE - forth])
    return np.concatenate([THERE[None], *[there_and_back] * 5])
