"""The verdict on a motion: can this robot with this load do it, where not, by how much, and why.

Everything is evaluated on the trajectory's curve, on both sides of every breakpoint; nothing of the
planner is used or trusted. Kernels compute; every violation and 32 random instants are computed
again with plain floats, and must agree to 1e-9.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from erfd.curve import Array
from erfd.errors import ErfdError, RobotError, TrajectoryError
from erfd.judge import joint_limits, motor_limits
from erfd.judge.achieved import achieved
from erfd.judge.assumptions import assumptions
from erfd.judge.demand import Model
from erfd.judge.jerk import of_jerk
from erfd.judge.recheck import recheck
from erfd.judge.search import Findings, search
from erfd.judge.stall import of_stall
from erfd.judge.thermal import rms
from erfd.judge.usage import usage
from erfd.judge.uses import Check, Table
from erfd.judge.verdict import Judged, Status, Unknown, Verdict, Violation
from erfd.judge.violations import Case, at_steps, of_heat, on_the_curve, ordered
from erfd.judge.words import reason
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

MODES = ("consistent", "as_published")
WINDOW = 60.0  # s: of the sliding mean of heat


def judge(
    trajectory: Trajectory,
    robot: Robot,
    *,
    wrench: ArrayLike | None = None,
    margin: float = 1.0,
    mode: str = "consistent",
    window: float = WINDOW,
) -> Verdict:
    """`margin` scales every limit but the joint ranges; `wrench` is exerted on the tool."""
    if mode not in MODES:
        raise ErfdError(f"there is no mode '{mode}'", f"give {' or '.join(MODES)}")
    model = Model(robot, _wrench(wrench), mode)
    case, found, broken = examined(trajectory, model, margin, window)
    recheck(case, found, broken)
    missing = _unknown(robot)
    status = _status(broken, missing)
    used = usage(case, found)
    return Verdict(
        status=status,
        reason=reason(status, broken, missing, trajectory, robot),
        violations=broken,
        per_move=used.moves,
        per_joint=used.overall,
        unknown=missing,
        assumptions=assumptions(trajectory, model, margin, window),
        achieved=achieved(trajectory, robot, model.wrench, mode),
        judged=Judged(
            trajectory=trajectory, robot=robot, wrench=model.wrench, mode=mode, margin=margin
        ),
    )


def examined(
    trajectory: Trajectory,
    model: Model,
    margin: float,
    window: float,
    *,
    why: bool = True,
    moves: Sequence[int] = (),
) -> tuple[Case, Findings, tuple[Violation, ...]]:
    """All that is broken; without `why` the causes are left out. With `moves` only in these."""
    robot = model.robot
    _refuse_strangers(trajectory, robot, margin, window)
    table = Table(limits(robot, margin), lambda at: model.at(trajectory.curve, at))
    case = Case(trajectory, model, table, why)
    found = search(trajectory, table, moves)
    violations = [*on_the_curve(case, found), *at_steps(case, robot.system.r_dt, moves)]
    violations += of_jerk(case, found, margin)
    violations += [] if moves else _heat(case, found, margin, window)
    violations += [v for v in of_stall(case, margin) if not moves or v.move in moves]
    return case, found, ordered(violations)


def limits(robot: Robot, margin: float) -> list[Check]:
    """All that is judged at every instant."""
    return [*motor_limits.checks(robot, margin), *joint_limits.checks(robot, margin)]


def _status(broken: Sequence[Violation], missing: Sequence[Unknown]) -> Status:
    if broken:
        return "NOT ACHIEVABLE"
    return "NOT VERIFIED" if any(x.required for x in missing) else "ACHIEVABLE"


def _unknown(robot: Robot) -> tuple[Unknown, ...]:
    found = joint_limits.unknown(robot)
    return (*found, *(motor_limits.unknown(robot.drives) if robot.drives else []))


def _heat(case: Case, found: Findings, margin: float, window: float) -> list[Violation]:
    drives = case.robot.drives
    if drives is None:
        return []
    limits = [m.continuous_torque for m in drives.motors]
    most = np.array([float(x.value) if x.known else math.inf for x in limits])
    torque = case.model.at(case.trajectory.curve, found.at).motor_torque
    return of_heat(case, rms(found.at, torque, window), most, margin, window)


def _wrench(wrench: ArrayLike | None) -> Array | None:
    if wrench is None:
        return None
    values = np.asarray(wrench, dtype=float)
    if values.shape != (6,) or not np.isfinite(values).all():
        what = f"the wrench has the shape {values.shape}"
        raise RobotError(what, "give six finite numbers: force (N), then moment (N m)")
    return values


def _refuse_strangers(trajectory: Trajectory, robot: Robot, margin: float, window: float) -> None:
    names = tuple(j.name for j in robot.independent)
    if trajectory.joint_names != names:
        what = f"the trajectory moves {', '.join(trajectory.joint_names)}"
        raise TrajectoryError(what, f"'{robot.name}' has the joints {', '.join(names)}")
    if not (0.0 < margin <= 1.0):
        raise ErfdError(f"a margin of {margin:g}", "give a share above 0 and at most 1 (or 90%)")
    if not (0.0 < window < math.inf):
        raise ErfdError(f"a window of {window:g} s", "give a time above 0")
