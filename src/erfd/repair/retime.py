"""The same path, faster or slower: the fastest time law that the judge accepts.

The time law keeps every limit at the points of the path. The judge then looks at the whole curve;
where it finds something between the points, the limits are taken a little smaller there and the law
is made again. What is returned has passed.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

import numpy as np

from erfd.curve import Array, Polynomials
from erfd.errors import ErfdError
from erfd.judge.verdict import Verdict, Violation
from erfd.judge.verify import judge
from erfd.repair.limits_along import Limits, Points, ceiling
from erfd.repair.path import Dwell, Path, Section, paths
from erfd.repair.rebuild import Part, curve, moved, points, still
from erfd.repair.time_law import NoTimeLaw, fastest
from erfd.robot.robot import Robot
from erfd.trace.robot_function import robot_function
from erfd.trajectory import Move, Trajectory, sample_times

ROUNDS, SPARE = 12, 0.9995


class NoTimeLawError(ErfdError):
    """No time law exists along this path."""


@dataclass(frozen=True, kw_only=True)
class Retimed:
    """The new motion, the verdict on it, and the seconds that every move gained (or lost)."""

    trajectory: Trajectory
    verdict: Verdict
    gained: tuple[float, ...]


def retime(
    trajectory: Trajectory,
    robot: Robot,
    *,
    wrench: Array | None = None,
    margin: float = 1.0,
    tool_speed: Array | None = None,
) -> Retimed:
    """`tool_speed` bounds the tool point's speed in each move (m/s); by default what it had."""
    scale = _scale(robot)
    pieces = paths(trajectory.curve, scale)
    most = _tool_speeds(trajectory, robot) if tool_speed is None else tool_speed
    shares = [np.full(_size(p), margin * SPARE) for p in pieces]
    for _ in range(ROUNDS):
        made = _made(trajectory, robot, pieces, wrench, shares, most)
        verdict = judge(made, robot, wrench=wrench, margin=margin)
        broken = [v for v in verdict.violations if v.utilisation > 1.0]
        if not broken:
            return Retimed(trajectory=made, verdict=verdict, gained=_gained(trajectory, made))
        _tighten(made, shares, broken)
    raise NoTimeLawError(
        f"no time law was found that the judge accepts: {verdict.reason}",
        "give a margin, or mend the path there",
    )


def _size(piece: Path | Dwell) -> int:
    return 1 if isinstance(piece, Dwell) else sum(len(s.coefficients) for s in piece.sections)


def _scale(robot: Robot) -> Array:
    """Each joint by its speed: lengths of the path are about times."""
    speeds = [j.limits.speed for j in robot.independent]
    return np.array([float(x.value) if x.known else 1.0 for x in speeds])


def _tool_speeds(trajectory: Trajectory, robot: Robot) -> Array:
    """The largest speed of the tool point in every piece's move: programmed speeds are kept."""
    state = trajectory.samples
    J = robot_function(robot, "jacobian", frame="tool")(state.q)
    speed = np.linalg.norm(np.einsum("kij,kj->ki", J[:, :3], state.qd), axis=1)
    top = np.full(len(trajectory.moves) + 1, math.inf)
    for k, move in enumerate(trajectory.moves, 1):
        if move.kind in ("lin", "circle"):
            top[k] = speed[trajectory.move == k].max(initial=0.0) or math.inf
    return top


def _made(
    trajectory: Trajectory,
    robot: Robot,
    pieces: list[Path | Dwell],
    wrench: Array | None,
    shares: list[Array],
    most: Array,
) -> Trajectory:
    parts: list[Part] = []

    for piece, share in zip(pieces, shares, strict=True):
        if isinstance(piece, Dwell):
            parts.append(still(piece, _piece_at(trajectory, piece)))
        else:
            parts.append(_run(trajectory, robot, piece, wrench, share, most))

    new, origin = curve(parts, trajectory.start)
    return _labelled(trajectory, new, origin)


def _piece_at(trajectory: Trajectory, dwell: Dwell) -> int:
    return int(np.searchsorted(trajectory.breakpoints, dwell.start, side="right")) - 1


def _run(
    trajectory: Trajectory,
    robot: Robot,
    path: Path,
    wrench: Array | None,
    share: Array,
    most: Array,
) -> Part:
    left, right = _points(path.sections, slice(None, -1)), _points(path.sections, slice(1, None))
    s = points(path.sections)
    limits = Limits(robot, left, right, wrench, share)
    top = _ceiling(trajectory, robot, path, left, right, share, most)
    law = fastest(s, top, limits.interval)
    if isinstance(law, NoTimeLaw):
        raise _none(trajectory, path, law)
    return moved(path, law)


def _points(sections: tuple[Section, ...], rows: slice) -> Points:
    return Points(
        *(
            np.concatenate([getattr(x, name)[rows] for x in sections])
            for name in ("q", "first", "second")
        )
    )


def _ceiling(
    trajectory: Trajectory,
    robot: Robot,
    path: Path,
    left: Points,
    right: Points,
    share: Array,
    most: Array,
) -> Array:
    """The largest x at every point: of both sides, with the tool's speed; 0 at corners."""
    sides = [
        np.minimum(ceiling(robot, side, 1.0) * share**2, _tool(trajectory, robot, path, side, most))
        for side in (left, right)
    ]
    inf = np.array([np.inf])
    top: Array = np.minimum(np.concatenate([sides[0], inf]), np.concatenate([inf, sides[1]]))
    ends = np.cumsum([len(x.coefficients) for x in path.sections])[:-1]
    top[ends[np.array(path.corners, dtype=bool)]] = 0.0
    top[0] = top[-1] = 0.0
    return top


def _tool(trajectory: Trajectory, robot: Robot, path: Path, side: Points, most: Array) -> Array:
    J = robot_function(robot, "jacobian", frame="tool")(side.q)
    rate = np.linalg.norm(np.einsum("kij,kj->ki", J[:, :3], side.first), axis=1)
    counts = [len(x.coefficients) for x in path.sections]
    of = trajectory.move_of or (0,) * (len(trajectory.breakpoints) - 1)
    allowed = np.repeat(most[[of[k] for k in path.pieces]], counts)
    squares: Array = (allowed / np.maximum(rate, 1e-12)) ** 2
    return squares


def _none(trajectory: Trajectory, path: Path, law: NoTimeLaw) -> NoTimeLawError:
    counts = np.cumsum([len(x.coefficients) for x in path.sections])
    k = int(np.searchsorted(counts, law.point, side="right"))
    inside = law.point - (int(counts[k - 1]) if k else 0)
    t = float(path.sections[k].t[inside])
    number = int(trajectory.move_at(np.array([t]))[0])
    place = f"line {trajectory.moves[number - 1].line}, " if number else ""
    why = "even standing still breaks a limit" if law.standing else "the arm cannot get over it"
    return NoTimeLawError(
        f"no time law exists: {place}where the plan is at t = {t:.3f} s {why}",
        "take a smaller payload, another pose or path there",
    )


def _tighten(made: Trajectory, shares: list[Array], broken: list[Violation]) -> None:
    """Smaller limits from the point before a violation to the point after it."""
    edges = made.breakpoints
    sizes = np.cumsum([0, *(len(x) for x in shares)])
    for v in broken:
        first = int(np.searchsorted(edges, v.start - 1e-9, side="right")) - 2
        last = int(np.searchsorted(edges, v.end + 1e-9, side="left")) + 1
        factor = max(0.5, 0.9995 / v.utilisation)
        for k, share in enumerate(shares):
            a, b = max(first - int(sizes[k]), 0), min(last - int(sizes[k]), len(share))
            if a < b:
                share[a:b] *= factor


def _labelled(trajectory: Trajectory, new: Polynomials, origin: Array) -> Trajectory:
    """Moves and lines as before, at their new times."""
    of = trajectory.move_of
    t = new.breakpoints
    numbers = np.array([of[int(k)] for k in origin]) if of else np.zeros(len(origin), dtype=int)
    moves = []
    for k, move in enumerate(trajectory.moves, 1):
        rows = np.flatnonzero(numbers == k)
        if len(rows):
            moves.append(_timed(move, float(t[rows[0]]), float(t[rows[-1] + 1])))
        else:
            moves.append(move)
    dt = float(trajectory.t[1] - trajectory.t[0]) if len(trajectory.t) > 1 else 0.01
    return dataclasses.replace(
        trajectory,
        curve=new,
        t=sample_times(float(t[0]), float(t[-1]), dt),
        pose=None,
        move_of=tuple(int(x) for x in numbers) if of else (),
        moves=tuple(moves),
        notices=(),
        channels={},
        how=f"retimed: {trajectory.how}" if trajectory.how else "retimed",
    )


def _timed(move: Move, start: float, end: float) -> Move:
    return dataclasses.replace(move, start=start, end=end)


def _gained(old: Trajectory, new: Trajectory) -> tuple[float, ...]:
    return tuple(
        (a.end - a.start) - (b.end - b.start) for a, b in zip(old.moves, new.moves, strict=True)
    )
