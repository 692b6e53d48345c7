"""The same path, faster or slower: the fastest time law that the judge accepts.

The time law keeps every limit at the points of the path. The judge then looks at the whole curve;
where it finds something between the points, the limits are taken a little smaller there and the law
is made again. What passes is judged once more as a reader of its samples will see it, who knows
nothing of what happens between two of them, and mended in the same way. Where a joint's jerk has a
stated maximum, the law is averaged over a window of time (`averaged.py`). Where motors get too hot,
the law is stretched (`cooler.py`). What is returned has passed, as a curve and as samples.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from erfd.curve import Array, Polynomials
from erfd.errors import ErfdError
from erfd.judge.demand import Model
from erfd.judge.verdict import Verdict, Violation
from erfd.judge.verify import WINDOW, examined, judge
from erfd.judge.words import violation_text
from erfd.motion.files.read_back import read_back
from erfd.repair.cooler import cooled, of_heat, paced
from erfd.repair.path import Dwell, paths
from erfd.repair.rebuild import Part, curve
from erfd.repair.run import NoTimeLawError, Run, Still, tool_speeds
from erfd.robot.robot import Robot
from erfd.trajectory import Move, Trajectory, sample_times

ROUNDS, SPARE = 40, 0.9995
AT_REST = "motor torque at standstill"  # no time law changes it
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
    dt: float | None = None,
    as_samples: bool = True,
) -> Retimed:
    """`tool_speed` bounds the tool point's speed in each move (m/s); by default what it had.

    `dt` (s) is the time between the samples, by default that of the trajectory; without
    `as_samples` only the curve has to pass.
    """
    if not 0.0 < margin <= 1.0:
        raise ErfdError(f"a margin of {margin:g}", "give a share above 0 and at most 1 (or 90%)")
    step = _step(trajectory, robot) if dt is None else dt
    most = tool_speeds(trajectory, robot) if tool_speed is None else tool_speed
    runs = [
        Still(piece, _piece_at(trajectory, piece))
        if isinstance(piece, Dwell)
        else Run(trajectory, robot, piece, wrench, most, margin)
        for piece in paths(trajectory.curve, _scale(robot))
    ]
    shares = [np.full(run.size, margin * SPARE) for run in runs]
    jerky, model = _jerk(robot, margin), Model(robot, wrench)
    hot, spare = np.zeros(len(runs), dtype=bool), 1.0
    for _ in range(ROUNDS):
        full = [run.part(share) for run, share in zip(runs, shares, strict=True)]
        pace = cooled(full, hot.tolist(), trajectory.start, model, margin) if hot.any() else 1.0
        if pace is None:
            break
        o = pace * spare
        parts = [paced(part, o) if h else part for part, h in zip(full, hot, strict=True)]
        new, origin = curve(parts, trajectory.start)
        made = _labelled(trajectory, new, origin, step)
        verdict = judge(made, robot, wrench=wrench, margin=margin)
        broken = verdict.violations
        if as_samples and not broken:
            broken = _sampled(made, robot, wrench, margin)
        if not broken:
            return Retimed(trajectory=made, verdict=verdict, gained=_gained(trajectory, made))
        kept = [v for v in broken if not (of_heat(v) or v.quantity == AT_REST)]
        now = _hot(runs, parts, made.start, [v for v in broken if of_heat(v)])
        if now.any():
            spare = spare * SPARE if (now <= hot).all() else spare
            hot |= now
        elif not kept:
            break
        elif jerky is None:
            _tighten(made, shares, kept, 0.0 if verdict.violations else step)
        else:
            _smooth(made, runs, shares, parts, kept, jerky)
    raise _none(broken[0], f" of samples {1e3 * step:g} ms apart" * (not verdict.violations))


def _hot(
    runs: Sequence[Run | Still], parts: Sequence[Part], start: float, broken: Sequence[Violation]
) -> NDArray[np.bool_]:
    """Which runs move while a motor gets too hot; pauses keep their length."""
    ends = start + np.cumsum([0.0, *(float(p.durations.sum()) for p in parts)])
    moves = np.array([isinstance(run, Run) for run in runs])
    within = [(v.start < ends[1:]) & (v.end > ends[:-1]) for v in broken]
    hot: NDArray[np.bool_] = moves & np.any(np.array(within).reshape(-1, len(runs)), axis=0)
    return hot


def _sampled(
    made: Trajectory, robot: Robot, wrench: Array | None, margin: float
) -> tuple[Violation, ...]:
    """What is broken by the curve that a reader puts through the samples."""
    if len(made.t) < 2:
        return ()
    model = Model(robot, wrench)
    *_, broken = examined(read_back(made, robot), model, margin, WINDOW, why=False)
    return broken


def _step(trajectory: Trajectory, robot: Robot) -> float:
    t = trajectory.t
    return float(t[1] - t[0]) if len(t) > 1 else robot.system.r_dt


def _none(first: Violation, of: str) -> NoTimeLawError:
    what = f"no time law{of} was found that the judge accepts: {violation_text(first)}"
    remedy = "take a shorter --dt, or mend the path there" if of else "mend the path there"
    return NoTimeLawError(what, remedy)


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


def _tighten(
    made: Trajectory, shares: list[Array], broken: Sequence[Violation], near: float
) -> None:
    """Smaller limits from the point before a violation to the point after it, and `near` (s)."""
    edges = made.breakpoints
    sizes = np.cumsum([0, *(len(x) for x in shares)])
    for v in broken:
        first = int(np.searchsorted(edges, v.start - near - 1e-9, side="right")) - 2
        last = int(np.searchsorted(edges, v.end + near + 1e-9, side="left")) + 1
        factor = max(0.5, 0.9995 / v.utilisation)
        for k, share in enumerate(shares):
            a, b = max(first - int(sizes[k]), 0), min(last - int(sizes[k]), len(share))
            if a < b:
                share[a:b] *= factor


def _labelled(trajectory: Trajectory, new: Polynomials, origin: Array, step: float) -> Trajectory:
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
    return dataclasses.replace(
        trajectory,
        curve=new,
        t=sample_times(float(t[0]), float(t[-1]), step),
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
