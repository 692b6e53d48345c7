"""The same path, faster or slower: the fastest time law that the judge accepts.

The time law keeps every limit at the points of the path. The judge then looks at the whole curve;
where it finds something between the points, the limits are taken a little smaller there and the law
is made again. Where a joint's jerk has a stated maximum, the law is averaged over a window of time
(`averaged.py`). What is returned has passed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from erfd.curve import Array, Polynomials
from erfd.judge.verdict import Verdict, Violation
from erfd.judge.verify import judge
from erfd.repair.path import Dwell, paths
from erfd.repair.rebuild import Part, curve
from erfd.repair.run import NoTimeLawError, Run, Still, tool_speeds
from erfd.robot.robot import Robot
from erfd.trajectory import Move, Trajectory, sample_times

ROUNDS, SPARE = 12, 0.9995
SHORTEST, LONGER, SLOWER = 0.004, 1.15, 0.97  # of the window that bounds the jerk


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
    most = tool_speeds(trajectory, robot) if tool_speed is None else tool_speed
    runs = [
        Still(piece, _piece_at(trajectory, piece))
        if isinstance(piece, Dwell)
        else Run(trajectory, robot, piece, wrench, most)
        for piece in paths(trajectory.curve, _scale(robot))
    ]
    shares = [np.full(run.size, margin * SPARE) for run in runs]
    jerky = _jerk(robot, margin)
    for _ in range(ROUNDS if jerky is None else 3 * ROUNDS):
        parts = [run.part(share) for run, share in zip(runs, shares, strict=True)]
        new, origin = curve(parts, trajectory.start)
        made = _labelled(trajectory, new, origin)
        verdict = judge(made, robot, wrench=wrench, margin=margin)
        if not verdict.violations:
            return Retimed(trajectory=made, verdict=verdict, gained=_gained(trajectory, made))
        if jerky is None:
            _tighten(made, shares, verdict.violations)
        else:
            _smooth(made, runs, shares, parts, verdict.violations, jerky)
    raise NoTimeLawError(
        f"no time law was found that the judge accepts: {verdict.reason}",
        "give a margin, or mend the path there",
    )


def _jerk(robot: Robot, margin: float) -> Array | None:
    """The joints' largest jerk, None where nobody stated any."""
    limits = [j.limits.jerk for j in robot.independent]
    if not any(x.known for x in limits):
        return None
    return margin * np.array([float(x.value) if x.known else np.inf for x in limits])


def _smooth(
    made: Trajectory,
    runs: Sequence[Run | Still],
    shares: list[Array],
    parts: Sequence[Part],
    broken: Sequence[Violation],
    most: Array,
) -> None:
    """A longer window where the jerk is too large, else less of every limit, run by run."""
    ends = made.start + np.cumsum([0.0, *(float(p.durations.sum()) for p in parts)])
    for k, run in enumerate(runs):
        mine = [v for v in broken if ends[k] - 1e-9 <= v.t < ends[k + 1] - 1e-9]
        if not mine or isinstance(run, Still):
            continue
        if run.window == 0.0:
            rows = (made.breakpoints[:-1] >= ends[k]) & (made.breakpoints[:-1] < ends[k + 1])
            piece = np.flatnonzero(rows)
            qdd = np.abs(made.curve.at(made.breakpoints[piece], piece).qdd).max(axis=0)
            run.window = max(float((2.0 * qdd / most).max()), SHORTEST)
        elif any("jerk" in v.quantity for v in mine):
            run.window *= LONGER
            shares[k] *= SLOWER
        else:
            shares[k] *= max(0.8, 0.9995 / max(v.utilisation for v in mine))


def _scale(robot: Robot) -> Array:
    """Each joint by its speed: lengths of the path are about times."""
    speeds = [j.limits.speed for j in robot.independent]
    return np.array([float(x.value) if x.known else 1.0 for x in speeds])


def _piece_at(trajectory: Trajectory, dwell: Dwell) -> int:
    return int(np.searchsorted(trajectory.breakpoints, dwell.start, side="right")) - 1


def _tighten(made: Trajectory, shares: list[Array], broken: Sequence[Violation]) -> None:
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
