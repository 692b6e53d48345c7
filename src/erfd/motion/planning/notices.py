"""What a plan does that its reader should know: limits passed, speed steps, what was ignored.

Speeds and accelerations are looked at in all samples and on both sides of every breakpoint. One
notice a move and joint names the worst place. Limits are those that the joints state.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from erfd.curve import Array, Index
from erfd.motion.inverse_kinematics import Solver
from erfd.motion.planning.chain import Chain, PathMove
from erfd.motion.planning.instants import Seen
from erfd.motion.planning.moving import moving_of, place_of
from erfd.robot.robot import Robot
from erfd.trajectory import Move, Notice

IGNORED = math.radians(1.0)
LEAST_STEP = 1e-2  # of a joint's speed maximum, or rad/s and m/s where that is unknown
OVER = 1.0 + 1e-9
OVERLAP = 1e-9  # s


def over_limits(robot: Robot, seen: Seen, moves: Sequence[Move]) -> Iterator[Notice]:
    """W_JOINT_SPEED and W_JOINT_ACC, a move and joint each."""
    order, firsts = _by_move(seen.move)
    ends = [*firsts[1:].tolist(), len(order)]
    moving = moving_of(robot)
    joints, words = moving.joints, moving.units
    for code, name, values, per in (
        ("W_JOINT_SPEED", "speed", moving.rates(seen.qd), "/s"),
        ("W_JOINT_ACC", "acceleration", moving.rates(seen.qdd), "/s^2"),
    ):
        share = np.abs(values[order]) / moving.limits(name, math.inf)
        worst = np.maximum.reduceat(share, firsts, axis=0)
        for g, k in np.argwhere(worst > OVER).tolist():
            at = firsts[g] + int(share[firsts[g] : ends[g], k].argmax())
            i, amount = order[at], float(share[at, k])
            move, unit, joint = int(seen.move[i]), words[k], joints[k].name
            line, column = place_of(moves, move)
            found = f"{unit.factor * values[i, k]:.4g} {unit.word}{per}"
            yield Notice(
                code=code,
                text=f"{joint} at {_percent(amount)} of its stated {name} maximum, {found}",
                line=line,
                column=column,
                move=move,
                t=float(seen.t[i]),
                joint=joint,
                value=amount,
            )


def _percent(share: float) -> str:
    """Whole numbers, but where that would say 100 %."""
    return f"{100.0 * share:.{1 if share < 1.01 else 0}f} %"


def paces(move: Move, before: Move | None, code: str) -> str:
    """What makes a move slower, by the words that it may have; `before` runs into it."""
    own = ("speed_ptp=", "acc_ptp=") if move.kind == "ptp" else ("speed=", "acc=")
    if code == "W_JOINT_SPEED":
        return f"lower {own[0]} of the move"
    overlaps = move.kind == "ptp" and before is not None and before.end > move.start + OVERLAP
    if overlaps:
        return "leave out c_ptp, or lower acc_ptp= of both moves: where they overlap they add up"
    return f"lower {own[1] if move.kind == 'ptp' else 'speed= or acc='} of the move"


def _by_move(move: Index) -> tuple[Index, Index]:
    order = np.argsort(move, kind="stable")
    ordered = move[order]
    return order, np.flatnonzero(np.concatenate([[True], np.diff(ordered) != 0])[: len(order)])


def speed_steps(robot: Robot, seen: Seen, moves: Sequence[Move]) -> Iterator[Notice]:
    """W_SPEED_STEP: no finite acceleration takes a joint from the left speed to the right one."""
    edges, before = seen.t[seen.left][:-1], seen.move[seen.left][:-1]
    step = seen.qd[seen.right][1:] - seen.qd[seen.left][:-1]
    speeds = [j.limits.speed.value for j in robot.independent]
    least = LEAST_STEP * np.array([1.0 if x is None else float(x) for x in speeds])
    share = np.abs(step) / least
    for i in np.flatnonzero((share > 1.0).any(axis=1)):
        move = int(before[i])
        worst = [int(k) for k in np.argsort(-share[i]) if share[i, k] > 1.0]
        texts = [_step_text(robot, k, float(step[i, k])) for k in worst]
        line, column = place_of(moves, move)
        yield Notice(
            code="W_SPEED_STEP",
            text=f"the joint speed steps: {', '.join(texts)}",
            line=line,
            column=column,
            move=move,
            t=float(edges[i]),
            joint=robot.independent[worst[0]].name,
            value=float(step[i, worst[0]]),
        )


def _step_text(robot: Robot, k: int, step: float) -> str:
    unit = "mm/s" if robot.independent[k].kind == "prismatic" else "rad/s"
    return f"{robot.independent[k].name} by {step * (1e3 if unit == 'mm/s' else 1.0):+#.3g} {unit}"


def of_paths(paths: Sequence[PathMove], chains: Sequence[Chain]) -> Iterator[Notice]:
    """W_ORI_IGNORED and W_CORNER."""
    for move in paths:
        if move.ignored > IGNORED:
            off = f"{math.degrees(move.ignored):.4g} deg from the target's"
            text = f"with {move.command.c_ori} the tool ends {off}; the next move starts from there"
            yield _of(move, "W_ORI_IGNORED", text, move.ignored)
    for chain in chains:
        for corner in chain.corners:
            yield _corner(corner.move, corner.angle, corner.speed)


def _corner(move: PathMove, angle: float, speed: float) -> Notice:
    if speed > 0.0:
        text = f"corner of {math.degrees(angle):.4g} deg: passed at {1e3 * speed:.4g} mm/s only"
    else:
        text = "c_speed has no effect where the tool only turns: the motion stops"
    return _of(move, "W_CORNER", text, angle)


def _of(move: PathMove, code: str, text: str, value: float | None = None) -> Notice:
    line, column = move.line, move.command.column
    return Notice(code=code, text=text, line=line, column=column, move=move.number, value=value)


def statuses(paths: Sequence[PathMove], solver: Solver, pose: Array, q: Array) -> Iterator[Notice]:
    """W_STATUS_IGNORED: the configuration of a path is that of its start, whatever a target says.

    `pose` and `q` are those at the ends of the paths.
    """
    rows = [k for k, m in enumerate(paths) if m.command.target.status is not None]
    if not rows or not solver.coded:
        return
    found = solver.branches(pose[rows])
    apart = np.abs(np.angle(np.exp(1j * (found.q - q[rows][:, None])))).max(axis=-1)
    place = np.where(found.valid, np.nan_to_num(apart, nan=np.inf), np.inf).argmin(axis=1)
    actual = found.status[np.arange(len(rows)), place]
    for k, is_now in zip(rows, actual.tolist(), strict=True):
        move, said = paths[k], paths[k].command.target.status
        same = said is not None and (said == is_now if said >= 4 else said == is_now % 4)
        if not same:
            text = f"status {said} is ignored on a path: the configuration stays {is_now}"
            yield _of(move, "W_STATUS_IGNORED", text)
