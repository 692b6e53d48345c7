"""`erfd.verify` and `erfd.retime`: can this arm do this motion, and what time law could it do?"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from erfd.arm import Arm
from erfd.errors import ErfdError
from erfd.judge.kernels import kernel
from erfd.judge.verdict import MoveUse, Verdict
from erfd.judge.verify import WINDOW, judge
from erfd.motion.commands import Command
from erfd.motion.inverse_kinematics import solver_of
from erfd.repair.remedies import Doctor
from erfd.repair.replan import Changes, Replanner, programmed_speeds
from erfd.repair.retime import Retimed
from erfd.repair.retime import retime as retimed
from erfd.repair.run import tool_speeds
from erfd.robot.records import Payload
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

if TYPE_CHECKING:
    from erfd.motion.language.program import Program

TIE = 1e-7
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
    verdict = dataclasses.replace(verdict, per_move=flagged(verdict.per_move, plan, loaded.robot))
    if replan is None or not verdict.violations:
        return verdict
    return Doctor(verdict, replanner(replan, loaded, plan)).treated()


def flagged(moves: Sequence[MoveUse], plan: Trajectory, robot: Robot) -> tuple[MoveUse, ...]:
    """With the status codes of the arm's configuration at start and end of each move."""
    solver = solver_of(robot)
    if not solver.coded:
        return tuple(moves)
    t = np.array([x for m in moves for x in (m.start, m.end)])
    q = plan.at(t, "left").q
    pose = kernel(robot, "forward_kinematics", frame="tool")(q)
    found = solver.branches(pose, q)
    apart = np.abs(np.angle(np.exp(1j * (found.q - q[:, None])))).max(axis=-1)
    near = np.where(found.valid, np.nan_to_num(apart, nan=np.inf), np.inf)
    place = (near + TIE * found.status).argmin(axis=1)  # where two meet, the lower code
    codes = found.status[np.arange(len(q)), place].reshape(-1, 2).tolist()
    return tuple(
        dataclasses.replace(m, flags=f"{a}" if a == b else f"{a}>{b}")
        for m, (a, b) in zip(moves, codes, strict=True)
    )


def replanner(replan: Any, arm: Arm, plan: Trajectory) -> Replan:
    """What plans changed programs: a function as it is, a program or commands with our planner."""
    if callable(replan):
        made: Replan = replan
        return made
    return Replanner(_commands(replan, arm.robot), arm.robot, plan)


def _commands(program: Any, robot: Robot) -> list[Command]:
    return list(program.commands(robot) if hasattr(program, "commands") else program)


def retime(
    plan: Trajectory,
    arm: Arm,
    payload: Held = None,
    wrench: ArrayLike | None = None,
    margin: float = 1.0,
    program: Program | Iterable[Command] | None = None,
    dt: float | None = None,
) -> Trajectory:
    """The same path with the fastest time law that the judge accepts, sampled every `dt`.

    The tool's speed stays below what it was in each move, or below what the `program` asks for.
    By default the samples are as far apart as the plan's; as read from a file they pass too.
    """
    return retiming(plan, arm, payload, wrench, margin, program, dt).trajectory


def retiming(
    plan: Trajectory,
    arm: Arm,
    payload: Held = None,
    wrench: ArrayLike | None = None,
    margin: float = 1.0,
    program: Program | Iterable[Command] | None = None,
    dt: float | None = None,
) -> Retimed:
    """The new motion with its verdict and the time gained in every move."""
    load = None if wrench is None else np.asarray(wrench, dtype=float)
    robot = with_held(arm, payload).robot
    speed = None
    if program is not None:
        speed = programmed_speeds(_commands(program, robot), robot, tool_speeds(plan, robot))
    return retimed(plan, robot, wrench=load, margin=margin, tool_speed=speed, dt=dt)


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
