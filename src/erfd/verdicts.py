"""`erfd.verify` and `erfd.retime`: can this arm do this motion, and what time law could it do?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from erfd.arm import Arm
from erfd.errors import ErfdError
from erfd.judge.verdict import Verdict
from erfd.judge.verify import WINDOW, judge
from erfd.motion.commands import Command
from erfd.repair.remedies import Doctor
from erfd.repair.replan import Changes, Replanner
from erfd.repair.retime import Retimed
from erfd.repair.retime import retime as retimed
from erfd.robot.records import Payload
from erfd.trajectory import Trajectory

if TYPE_CHECKING:
    from erfd.motion.language.program import Program

Held = Payload | float | Sequence[float] | None
Replan = Callable[[Changes], Trajectory]


def verify(
    plan: Trajectory,
    arm: Arm,
    payload: Held = None,
    wrench: ArrayLike | None = None,
    margin: float = 1.0,
    replan: Program | Iterable[Command] | Replan | None = None,
    *,
    mode: str = "consistent",
    window: float = WINDOW,
) -> Verdict:
    """The verdict on a motion: every limit on its curve, with place, cause and size.

    `payload` is a mass (kg), or mass and centre (x, y, z in the tool frame), instead of the arm's
    own; `wrench` is exerted by the environment on the tool. With `replan`, the program (or its
    commands) that the plan was made of, each violation comes with remedies that were tried.
    """
    loaded = with_held(arm, payload)
    verdict = judge(plan, loaded.robot, wrench=wrench, margin=margin, mode=mode, window=window)
    if replan is None or not verdict.violations:
        return verdict
    return Doctor(verdict, replanner(replan, loaded, plan)).treated()


def replanner(replan: Any, arm: Arm, plan: Trajectory) -> Replan:
    """What plans changed programs: a function as it is, a program or commands with our planner."""
    if callable(replan):
        made: Replan = replan
        return made
    commands = replan.commands(arm.robot) if hasattr(replan, "commands") else list(replan)
    return Replanner(commands, arm.robot, plan)


def retime(
    plan: Trajectory,
    arm: Arm,
    payload: Held = None,
    wrench: ArrayLike | None = None,
    margin: float = 1.0,
) -> Trajectory:
    """The same path with the fastest time law that the judge accepts; tool speeds are kept."""
    return retiming(plan, arm, payload, wrench, margin).trajectory


def retiming(
    plan: Trajectory,
    arm: Arm,
    payload: Held = None,
    wrench: ArrayLike | None = None,
    margin: float = 1.0,
) -> Retimed:
    """The new motion with its verdict and the time gained in every move."""
    load = None if wrench is None else np.asarray(wrench, dtype=float)
    return retimed(plan, with_held(arm, payload).robot, wrench=load, margin=margin)


def with_held(arm: Arm, payload: Held) -> Arm:
    if payload is None:
        return arm
    if isinstance(payload, Payload):
        return Arm(arm.robot.with_payload(payload))
    numbers = np.atleast_1d(np.asarray(payload, dtype=float))
    if numbers.shape not in ((1,), (4,)):
        what = f"a payload of {numbers.size} numbers"
        raise ErfdError(what, "give its mass, or mass and centre: (15, 0, 0, 0.1)")
    return arm.with_payload(float(numbers[0]), numbers[1:].tolist() or (0.0, 0.0, 0.0))
