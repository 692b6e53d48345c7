"""Commands and a robot in, the trajectory out: motion, samples, poses, moves, notices."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from erfd.curve import Array
from erfd.errors import ProgramError, TrajectoryError
from erfd.motion.commands import Command
from erfd.motion.planning import notices
from erfd.motion.planning.instants import Seen, seen
from erfd.motion.planning.move_records import placed
from erfd.motion.planning.planner import Planner
from erfd.motion.planning.ranges import check_ranges
from erfd.robot.robot import Robot
from erfd.trajectory import Move, Notice, Trajectory, sample_times

REMEDIES = {
    "W_ROBOT": "name this robot in act_rob, or plan for that one",
    "W_STATUS_IGNORED": "leave the status out; move ptp chooses a configuration",
    "W_ORI_IGNORED": "take o_pvo or o_var to end in the target's attitude",
    "W_CORNER": "round it with c_cp, or make the tangents meet",
    "W_JOINT_SPEED": "{}, or lead the path elsewhere",
    "W_JOINT_ACC": "{}; erfd verify says whether the motors can",
    "W_SPEED_STEP": "give the move a window, r_blend_ori= in ms, or turn the tool evenly",
}


def plan_of(
    commands: Iterable[Command],
    robot: Robot,
    dt: float | None = None,
    *,
    start: ArrayLike | None = None,
    file: str | None = None,
    listing: str = "",
    said: Sequence[Notice] = (),
    curve_only: bool = False,
) -> Trajectory:
    """From `start` (all joints zero if not given), sampled every `dt` (the robot's cycle).

    `file`, `listing` and `said` are the program's name, its text and what its checker had to say.
    With `curve_only` nothing is looked at: no notices, poses, ranges: for who judges.
    """
    planner = Planner(robot, _start(robot, start))
    try:
        taken = list(commands)
        planner.take(taken)
        plan = _trajectory(planner, _cycle(robot, dt), listing, taken)
        plan = plan if curve_only else _looked_at(planner, taken, plan)
    except ProgramError as error:
        error.at(file)
        raise
    named = dataclasses.replace(plan, file=file, listing=listing, notices=(*said, *plan.notices))
    return named if curve_only else named.sampled(plan.samples)


def _cycle(robot: Robot, dt: float | None) -> float:
    cycle = robot.system.r_dt if dt is None else dt
    try:
        float(cycle)
    except (TypeError, ValueError):
        raise TrajectoryError(f"a time step of {dt!r}", "give a time above 0, in s") from None
    return cycle


def _start(robot: Robot, given: ArrayLike | None) -> Array:
    n = len(robot.independent)
    if given is None:
        return np.zeros(n)
    try:
        q = np.array(given, dtype=float)
    except (TypeError, ValueError):
        raise TrajectoryError(f"the start is {given!r}", f"give {n} joint values") from None
    if q.shape != (n,) or not np.isfinite(q).all():
        what = f"the start has the shape {q.shape}" if q.ndim != 1 else f"the start is {q}"
        raise TrajectoryError(what, f"give {n} joint values")
    return q


def _trajectory(
    planner: Planner, dt: float, listing: str, commands: Sequence[Command]
) -> Trajectory:
    robot = planner.robot
    if not any(run.stretches for run in planner.runs):
        raise _no_motion(commands)
    curve, move_of = planner.sheet.curve(planner.runs, planner.tools.arrays(), robot)
    t = sample_times(0.0, float(curve.breakpoints[-1]), dt)
    texts = listing.splitlines()
    moves = tuple(
        dataclasses.replace(m, text=texts[m.line - 1].strip()) if 0 < m.line <= len(texts) else m
        for m in planner.moves
    )
    return Trajectory(
        joint_names=tuple(joint.name for joint in robot.independent),
        curve=curve,
        t=t,
        move_of=move_of,
        moves=moves,
        how=f"planned for {robot.name}",
    )


def _no_motion(commands: Sequence[Command]) -> ProgramError:
    """At the first command, if there is one."""
    error = ProgramError("E_NO_MOTION: the program moves nothing", "give it a move")
    if commands:
        error.what += ": the arm is where it is to go, and waits for no time"
        placed(error, commands[0])
    return error


def _looked_at(planner: Planner, commands: list[Command], plan: Trajectory) -> Trajectory:
    """With notices, poses and the samples' values."""
    found, samples = seen(plan)
    said = _notices(planner, found, plan.moves, commands)
    whole = dataclasses.replace(plan, pose=planner.pose(samples.q), notices=tuple(said))
    return whole.sampled(samples)


def _notices(
    planner: Planner, looked: Seen, moves: tuple[Move, ...], commands: list[Command]
) -> list[Notice]:
    robot = planner.robot
    check_ranges(robot, looked, moves)
    q = looked.at_ends(np.array([moves[m.number - 1].end for m in planner.paths]))
    found = [
        *_robots(robot, commands),
        *notices.of_paths(planner.paths, planner.chains),
        *notices.statuses(planner.paths, planner.solver, planner.pose(q), q),
        *notices.over_limits(robot, looked, moves),
        *notices.speed_steps(robot, looked, moves),
    ]
    said = (dataclasses.replace(n, remedy=_remedy(n, moves)) for n in found)
    return sorted(said, key=lambda n: (n.move, n.line, -math.inf if n.t is None else n.t))


def _remedy(notice: Notice, moves: tuple[Move, ...]) -> str:
    text, k = REMEDIES.get(notice.code, ""), notice.move - 1
    if "{}" not in text:
        return text
    before = moves[k - 1] if k > 0 else None
    return text.format(notices.paces(moves[k], before, notice.code))


def _robots(robot: Robot, commands: list[Command]) -> list[Notice]:
    """The robot that the program is for; it may not move two."""
    names = {c.act_rob: (c.line, c.column) for c in reversed(commands) if c.act_rob}
    own = {robot.name, *robot.program_names}
    others = [name for name in names if name not in own]
    if not others:
        return []
    name = min(others, key=lambda x: names[x])
    if len(names) > 1:
        what = f"E_ROBOT: the program moves {len(names)} robots: {', '.join(sorted(names))}"
        line, column = (x or None for x in names[name])
        raise ProgramError(what, "one plan is that of one robot", line=line, column=column)
    text = f"the program is for '{name}', the plan for '{robot.name}'"
    line, column = names[name]
    return [Notice(code="W_ROBOT", text=text, line=line, column=column)]
