"""The inverse half of `erfd pose`: what is asked for, and every solution with how far it is off."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from erfd.arm import Arm
from erfd.cli.options import ANGLES, LENGTHS
from erfd.cli.units import numbers
from erfd.errors import ErfdError
from erfd.motion.inverse.descent import errors
from erfd.motion.inverse.request import checked_poses
from erfd.motion.inverse.searched import Searched
from erfd.motion.inverse_kinematics import Solutions, Solver, solutions, solver_of
from erfd.robot.placement import from_rpy
from erfd.rows import Array
from erfd.text_table import counted


class Wanted(NamedTuple):
    """The pose asked for; without `attitude` only its position counts."""

    arm: Arm
    T: Array
    frame: str
    attitude: bool
    near: Array
    starts: int
    status: int | None


def wanted(arm: Arm, xyz: str, rpy: str, frame: str, near: Array, **options: Any) -> Wanted:
    p, r = numbers(xyz, "--xyz", LENGTHS), numbers(rpy or "0,0,0", "--rpy", ANGLES)
    for name, given in (("--xyz", p), ("--rpy", r)):
        if len(given) != 3:
            raise ErfdError(f"{name} has {counted(len(given), 'value')}", "give three")
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = from_rpy(*r), p
    return Wanted(arm, checked_poses(T), frame, bool(rpy), near, **options)


class Answer(NamedTuple):
    """All solutions, in range first, then the nearest; where there is none the best attempt."""

    solutions: Solutions
    order: list[int]
    attempt: tuple[Array, float, float] | None
    off: Array  # of every place, rows m and rad

    @property
    def in_range(self) -> int:
        """How many solutions no known joint range forbids."""
        return int(self.solutions.within[self.order].sum())


def answered(goal: Wanted) -> Answer:
    solver = solver_of(goal.arm.robot, attitude=goal.attitude, frame=goal.frame, starts=goal.starts)
    _refuse_status(goal, solver)
    found = solutions(solver, goal.T, goal.near, goal.status)
    far = np.abs(found.q - goal.near).max(axis=-1)
    places = [k for k in np.lexsort([far, ~found.within]).tolist() if found.valid[k]]
    now = goal.arm.forward_kinematics(np.nan_to_num(found.q), goal.frame)
    e = errors(now, goal.T)[..., : 6 if goal.attitude else 3]
    off = np.stack([np.linalg.norm(e[..., :3], axis=-1), np.linalg.norm(e[..., 3:], axis=-1)], -1)
    return Answer(found, places, None if places else _attempt(solver, goal), off)


def _refuse_status(goal: Wanted, solver: Solver) -> None:
    if goal.status is None or solver.coded:
        return
    name = goal.arm.name
    if not goal.attitude and solver_of(goal.arm.robot, frame=goal.frame).coded:
        what = f"--status {goal.status} needs --rpy: only a position with an attitude has them"
        raise ErfdError(what, "give the wanted attitude too, or leave --status out")
    what = f"--status {goal.status}: {name} has no status codes"
    raise ErfdError(what, "leave --status out; solutions nearest to --q come first")


def _attempt(solver: Solver, goal: Wanted) -> tuple[Array, float, float] | None:
    return solver.attempt(goal.T, goal.near) if isinstance(solver, Searched) else None


def plain(goal: Wanted, answer: Answer) -> dict[str, Any]:
    found, k = answer.solutions, answer.order
    solved = len(k) > 0
    q, short, tilt = answer.attempt or (None, float(found.short), float(found.tilt))
    return {
        "joints": goal.arm.joint_names,
        "solutions": found.q[k],
        "status": found.status[k] if found.flags else None,
        "branches": [found.flags[i] for i in k] if found.flags else None,
        "turns": found.turns[k],
        "within": found.within[k],
        "in_range": answer.in_range,
        "all": found.exact,
        "nearest": q,
        "miss_m": None if solved else short,
        "miss_rad": None if solved else tilt,
    }
