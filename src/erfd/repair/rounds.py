"""Rounds of one motion: a time law, the judge, less of the limits where he finds one broken.

What passes as a curve is judged as a reader of its samples will see it, who knows nothing of what
happens between two of them. Where a joint's jerk has a stated maximum, the law is averaged over a
window of time (`averaged.py`); where motors get too hot, it is stretched (`cooler.py`); all else
is met by smaller limits at its place (`tighten.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from erfd.curve import Array
from erfd.judge.demand import Model
from erfd.judge.verdict import Verdict, Violation
from erfd.judge.verify import WINDOW, examined, judge
from erfd.judge.words import violation_text
from erfd.motion.files.read_back import read_back
from erfd.repair.cooler import cooled, of_heat, paced
from erfd.repair.labelled import gained, labelled
from erfd.repair.limits_along import joint_maxima
from erfd.repair.path import Dwell, paths
from erfd.repair.rebuild import Part, curve
from erfd.repair.run import NoTimeLawError, Run, Still
from erfd.repair.tighten import SPARE, smooth, tighten
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

Tell = Callable[[str], object]
ROUNDS = 40
AT_REST = "motor torque at standstill"  # no time law changes it


@dataclass(frozen=True, kw_only=True)
class Retimed:
    """The new motion, the verdict on it, the seconds that every move gained (or lost), and those
    that it would take longer with samples as far apart as asked for (s)."""

    trajectory: Trajectory
    verdict: Verdict
    gained: tuple[float, ...]
    spared: float = 0.0
    asked: float = 0.0


class Rounds:
    """One motion's runs and pauses, the shares of the limits that each may use, and who is hot."""

    def __init__(
        self,
        trajectory: Trajectory,
        robot: Robot,
        wrench: Array | None,
        most: Array,
        margin: float,
        tell: Tell | None = None,
    ) -> None:
        self.tell, self.told = tell, 0
        self.found: tuple[Violation, ...] = ()  # in the last round
        self.trajectory, self.robot, self.wrench = trajectory, robot, wrench
        self.margin, self.model, self.jerk = margin, Model(robot, wrench), _jerk(robot, margin)
        self.runs = [
            Still(piece, _piece_at(trajectory, piece))
            if isinstance(piece, Dwell)
            else Run(trajectory, robot, piece, wrench, most, margin)
            for piece in paths(trajectory.curve, _scale(robot))
        ]
        self.shares = [np.full(run.size, margin * SPARE) for run in self.runs]
        self.hot, self.pace = np.zeros(len(self.runs), dtype=bool), 1.0

    def passed(self, dt: float, sampled: bool = True) -> Retimed:
        """What the judge accepts as a curve and, if `sampled`, as samples `dt` (s) apart."""
        found, read = self.found, False
        for _ in range(ROUNDS):
            parts = self._parts()
            if parts is None:
                break
            made = labelled(self.trajectory, *curve(parts, self.trajectory.start), dt)
            found, read = self._broken(made), False
            if sampled and not found:
                found, read = self._as_read(made), True
            self.found = found
            self._say(made, found)
            if not found:
                return self._judged(made)
            if not self._mended(made, parts, found, dt if read else 0.0):
                break
        raise _none(found, f" of samples {1e3 * dt:g} ms apart" * read)

    def _say(self, made: Trajectory, found: Sequence[Violation]) -> None:
        self.told += 1
        if self.tell is not None:
            self.tell(f"round {self.told}: {made.duration:.3f} s, {len(found)} places to mend")

    def _judged(self, made: Trajectory) -> Retimed:
        verdict = judge(made, self.robot, wrench=self.wrench, margin=self.margin)
        return Retimed(trajectory=made, verdict=verdict, gained=gained(self.trajectory, made))

    def _broken(self, made: Trajectory) -> tuple[Violation, ...]:
        *_, found = examined(made, self.model, self.margin, WINDOW, why=False)
        return found

    def state(self) -> tuple[Any, ...]:
        """What rounds change, to go on from here again."""
        windows = [run.window for run in self.runs]
        return [x.copy() for x in self.shares], windows, self.hot.copy(), self.pace

    def back_to(self, state: tuple[Any, ...]) -> None:
        shares, windows, hot, self.pace = state
        self.shares, self.hot = [x.copy() for x in shares], hot.copy()
        for run, window in zip(self.runs, windows, strict=True):
            run.window = window

    def _parts(self) -> list[Part] | None:
        """All that is moved and stood, slower where it was hot; None if no pace is cool enough."""
        full = [run.part(share) for run, share in zip(self.runs, self.shares, strict=True)]
        if not self.hot.any():
            return full
        o = cooled(full, self.hot.tolist(), self.trajectory.start, self.model, self.margin)
        if o is None:
            return None
        pace = o * self.pace
        return [paced(part, pace) if h else part for part, h in zip(full, self.hot, strict=True)]

    def _as_read(self, made: Trajectory) -> tuple[Violation, ...]:
        """What is broken by the curve that a reader puts through the samples."""
        if len(made.t) < 2:
            return ()
        return self._broken(read_back(made, self.robot))

    def _mended(
        self, made: Trajectory, parts: Sequence[Part], found: Sequence[Violation], dt: float
    ) -> bool:
        """Whether anything could be made slower or smoother."""
        kept = [v for v in found if not (of_heat(v) or v.quantity == AT_REST)]
        now = _hot(self.runs, parts, made.start, [v for v in found if of_heat(v)])
        if now.any():
            self.pace *= SPARE if (now <= self.hot).all() else 1.0
            self.hot |= now
        elif kept and self.jerk is None:
            tighten(made, self.shares, kept, dt)
        elif kept and self.jerk is not None:
            smooth(made, self.runs, self.shares, parts, kept, self.jerk)
        return bool(now.any() or kept)


def _hot(
    runs: Sequence[Run | Still], parts: Sequence[Part], start: float, found: Sequence[Violation]
) -> NDArray[np.bool_]:
    """Which runs move while a motor gets too hot; pauses keep their length."""
    ends = start + np.cumsum([0.0, *(float(p.durations.sum()) for p in parts)])
    moves = np.array([isinstance(run, Run) for run in runs])
    within = [(v.start < ends[1:]) & (v.end > ends[:-1]) for v in found]
    hot: NDArray[np.bool_] = moves & np.any(np.array(within).reshape(-1, len(runs)), axis=0)
    return hot


def _none(found: Sequence[Violation], of: str) -> NoTimeLawError:
    why = violation_text(found[0]) if found else "motors get too hot at any pace"
    what = f"no time law{of} was found that the judge accepts: {why}"
    remedy = "take a shorter --dt, or mend the path there" if of else "mend the path there"
    if found and found[0].quantity == AT_REST:
        remedy = "hold less there, or in another pose: no time law changes it"
    elif found and of_heat(found[0]):
        remedy = "hold less, or in other poses: at any pace it is too much"
    return NoTimeLawError(what, remedy)


def _jerk(robot: Robot, margin: float) -> Array | None:
    """The joints' largest jerk, None where nobody stated any."""
    most = joint_maxima(robot, "jerk")
    return margin * most if np.isfinite(most).any() else None


def _scale(robot: Robot) -> Array:
    """Each joint by its speed: lengths of the path are about times."""
    speeds = [j.limits.speed for j in robot.independent]
    return np.array([float(x.value) if x.known else 1.0 for x in speeds])


def _piece_at(trajectory: Trajectory, dwell: Dwell) -> int:
    return int(np.searchsorted(trajectory.breakpoints, dwell.start, side="right")) - 1
