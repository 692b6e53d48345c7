"""`erfd.verify` and `erfd.retime`: can this arm do this motion, and what time law could it do?"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from erfd.arm import Arm
from erfd.curve import Array
from erfd.errors import ErfdError, RobotError, TrajectoryError
from erfd.forward.arguments import positive
from erfd.forward.reals import items, real, reals
from erfd.judge.kernels import kernel
from erfd.judge.verdict import MoveUse, Verdict
from erfd.judge.verify import WINDOW, judge
from erfd.motion.commands import Command
from erfd.motion.inverse_kinematics import solver_of
from erfd.progress import Progress, Wanted
from erfd.repair.remedies import Doctor
from erfd.repair.replan import Changes, Replanner, programmed_speeds
from erfd.repair.retime import retime as retimed
from erfd.repair.rounds import Retimed, Tell
from erfd.repair.run import tool_speeds
from erfd.robot.records import Payload
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

if TYPE_CHECKING:
    from erfd.motion.language.program import Program

TIE = 1e-7
LARGEST = 1e9  # kg, m, N, N m: of loads
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
    progress: Wanted = None,
) -> Verdict:
    """The verdict on a motion: every limit on its curve, with place, cause and size.

    `payload` is a mass (kg), or mass and centre (x, y, z in the tool frame), instead of the arm's
    own; `wrench` is exerted by the environment on the tool. With `replan`, the program (or its
    commands) that the plan was made of, each violation comes with remedies that were tried; a bar
    shows at a terminal where that takes long (`progress=False`: never), or `progress(done, of)` is
    called.
    """
    wrench, margin = _asked(plan, arm, wrench, margin)
    window = real(window, f"the window is {window!r}, which is no number", "give seconds: 60")
    if replan is not None and not callable(replan):
        replan = _commands(replan, arm.robot, "replan")
    loaded = with_held(arm, payload)
    verdict = judge(plan, loaded.robot, wrench=wrench, margin=margin, mode=mode, window=window)
    verdict = dataclasses.replace(verdict, per_move=flagged(verdict.per_move, plan, loaded.robot))
    if replan is None or not verdict.violations:
        return verdict
    with Progress("remedies", Doctor.tries, progress) as bar:
        return Doctor(verdict, replanner(replan, loaded, plan), bar.advance).treated()


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
    return Replanner(_commands(replan, arm.robot, "replan"), arm.robot, plan)


def _commands(program: Any, robot: Robot, name: str) -> list[Command]:
    remedy = "give the program that the plan was made of, or its commands"
    found = program.commands(robot) if hasattr(program, "commands") else program
    commands = list(items(found, name, remedy))
    for x in commands:
        if not isinstance(x, Command):
            raise ErfdError(f"{name} holds {x!r}, which is no command", remedy)
    return commands


def _asked(
    plan: Any, arm: Any, wrench: ArrayLike | None, margin: Any
) -> tuple[Array | None, float]:
    """Wrench and margin as numbers; what is no plan, no arm or no number is refused."""
    if not isinstance(plan, Trajectory):
        raise TrajectoryError(f"{plan!r} is no trajectory", "give what erfd.plan or a run made")
    if not isinstance(arm, Arm):
        raise RobotError(f"{arm!r} is not an arm", "use erfd.load(name or path)")
    remedy = "give a share above 0 and at most 1: 0.9"
    share = real(margin, f"the margin is {margin!r}, which is no number", remedy)
    if not 0.0 < share <= 1.0:
        raise ErfdError(f"a margin of {share:g}", remedy)
    if wrench is None:
        return None, share
    remedy = f"give six numbers, at most {LARGEST:g}: force (N), then moment (N m)"
    load = reals(wrench, f"the wrench is {wrench!r}, which is not made of numbers", remedy)
    if load.shape != (6,) or not (np.abs(load) <= LARGEST).all():
        raise RobotError(f"the wrench is {wrench!r}", remedy)
    return load, share


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
    As read from a file the samples pass too. By default they are as far apart as the plan's, or
    closer where the motion would have to be longer for them.
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
    tell: Tell | None = None,
) -> Retimed:
    """The new motion with its verdict and the time gained in every move."""
    load, margin = _asked(plan, arm, wrench, margin)
    if dt is not None:
        dt = positive(dt, "dt")
    robot = with_held(arm, payload).robot
    speed = None
    if program is not None:
        commands = _commands(program, robot, "program")
        speed = programmed_speeds(commands, robot, tool_speeds(plan, robot))
    return retimed(plan, robot, wrench=load, margin=margin, tool_speed=speed, dt=dt, tell=tell)


def with_held(arm: Arm, payload: Held) -> Arm:
    if payload is None:
        return arm
    if isinstance(payload, Payload):
        return Arm(arm.robot.with_payload(payload))
    remedy = "give its mass, or mass and centre: (15, 0, 0, 0.1)"
    what = f"the payload is {payload!r}, which is not made of numbers"
    numbers = np.atleast_1d(reals(payload, what, remedy))
    if numbers.shape not in ((1,), (4,)):
        raise ErfdError(f"a payload of {numbers.size} numbers", remedy)
    if (np.abs(numbers) > LARGEST).any():
        raise ErfdError(f"the payload is {payload!r}, beyond any robot", remedy)
    return arm.with_payload(float(numbers[0]), numbers[1:].tolist() or (0.0, 0.0, 0.0))
