"""The same path, faster or slower: the fastest time law that the judge accepts.

The law keeps every limit at the points of the path, then passes the judge in some rounds
(`rounds.py`): first as a curve, then as samples, as they will be read back. Where samples so far
apart cost time, they are taken closer together.
"""

from __future__ import annotations

import dataclasses
import math

from erfd.curve import Array
from erfd.errors import ErfdError
from erfd.repair.rounds import Retimed, Rounds, Tell
from erfd.repair.run import NoTimeLawError, tool_speeds
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

CLOSER = (1.0, 0.5, 0.2)  # of the plan's time between samples, the first that is good
WORTH, LEAST = 0.002, 0.001  # of the duration, that samples may cost; s, the closest
FEW = 500  # samples: only a motion of so few can lose more


def retime(
    trajectory: Trajectory,
    robot: Robot,
    *,
    wrench: Array | None = None,
    margin: float = 1.0,
    tool_speed: Array | None = None,
    dt: float | None = None,
    as_samples: bool = True,
    tell: Tell | None = None,
) -> Retimed:
    """`tool_speed` bounds the tool point's speed in each move (m/s); by default what it had.

    `dt` (s) is the time between the samples. By default that of the trajectory, or less where
    what happens between such samples would make the motion longer. Without `as_samples` only the
    curve has to pass. `tell` is given a line about each round.
    """
    if not 0.0 < margin <= 1.0:
        raise ErfdError(f"a margin of {margin:g}", "give a share above 0 and at most 1 (or 90%)")
    most = tool_speeds(trajectory, robot) if tool_speed is None else tool_speed
    work = Rounds(trajectory, robot, wrench, most, margin, tell)
    step = _step(trajectory, robot) if dt is None else dt
    bare = work.passed(step, sampled=False)
    if not as_samples:
        return bare
    return work.passed(step) if dt is not None else _sampled(work, bare, step)


def _step(trajectory: Trajectory, robot: Robot) -> float:
    """As in the plan, a cycle of the controller at most."""
    t, cycle = trajectory.t, robot.system.r_dt
    return min(float(t[1] - t[0]), cycle) if len(t) > 1 else cycle


def _steps(step: float) -> list[float]:
    """Of samples: that of the plan, then closer."""
    least = min(step, LEAST)
    return [*(part * step for part in CLOSER if part * step > least), least]


def _sampled(work: Rounds, bare: Retimed, step: float) -> Retimed:
    """With samples `step` (s) apart, or the first step below at which they cost hardly any time;
    the fastest of all where none is so good."""
    found: dict[float, Retimed] = {}
    start, failed = work.state(), None
    short = bare.trajectory.duration <= FEW * step
    for dt in _steps(step) if short else [step]:
        work.back_to(start)
        try:
            found[dt] = work.passed(dt)
        except NoTimeLawError as error:
            failed = failed or error
            continue
        if found[dt].trajectory.duration <= (1.0 + WORTH) * bare.trajectory.duration:
            break
    if failed is not None and not found:
        raise failed
    best = min(found.values(), key=lambda x: x.trajectory.duration)
    asked = found[step].trajectory.duration if step in found else math.inf
    return dataclasses.replace(best, spared=asked - best.trajectory.duration, asked=step)
