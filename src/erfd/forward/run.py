"""The run: phases of smooth motion between events, one after another, until its end.

A phase begins with modes that contradict nothing (`settle`), goes on until an input jumps, the tool
takes or drops a load, or something watched happens, and leaves its segments in the record.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from erfd.curve import Array
from erfd.forward import diverge
from erfd.forward.dynamics import UnsolvedError
from erfd.forward.happen import react
from erfd.forward.integrators import Settings, StepTooSmallError
from erfd.forward.phase import WORKS, Phase
from erfd.forward.problem import Problem
from erfd.forward.record import Record
from erfd.forward.state import State, begin, cycle_of
from erfd.forward.taking import take_load
from erfd.forward.watch import Hit, first_hit
from erfd.forward.watches import user_values, watches_of

FIRST = 1e-3
MOST_EVENTS, SHORT = 500, 1e-3  # s


def run(problem: Problem) -> Record:
    record, state = Record(), begin(problem)
    jumps, crowd = _jumps(problem), Crowd()
    while record.diverged is None and not record.ended:
        if state.t >= problem.t_end:
            record.ended = "the end"
            break
        try:
            _next(problem, state, record, jumps, crowd)
        except UnsolvedError as error:
            record.diverged = diverge.unsolved(state.t, str(error))
    if record.diverged is not None:
        record.ended = "divergence"
    return record


class Crowd:
    """The instants of the last events: too many in too short a time are no motion any more."""

    def __init__(self) -> None:
        self.times: deque[float] = deque(maxlen=MOST_EVENTS)

    def grows(self, t: float) -> bool:
        self.times.append(t)
        return len(self.times) == MOST_EVENTS and t - self.times[0] < SHORT


def _next(problem: Problem, state: State, record: Record, jumps: Array, crowd: Crowd) -> None:
    """One phase, and what ends it."""
    take_load(problem, state, record)
    phase = state.phase(problem, record)
    until = min([problem.t_end, *jumps[np.searchsorted(jumps, state.t, side="right") :][:1]])
    hit = _through(problem, state, record, phase, _until(problem, state.t, until))
    if hit is None:
        return
    if crowd.grows(state.t):
        name = state.name_of(hit.label)
        record.diverged = diverge.piling_up(state.t, name, MOST_EVENTS, SHORT)
    else:
        react(problem, state, record, phase, hit.label)


def _jumps(problem: Problem) -> Array:
    """Instants at which a phase must end."""
    parts = [x.jumps for x in (problem.joint, problem.motor, problem.wrench) if x is not None]
    parts += [g.jumps for g in problem.given]
    if problem.law is not None:
        parts.append(problem.law.jumps)
    parts.append(np.array([load.t for load in problem.loads]))
    found = np.unique(np.concatenate(parts))
    inside: Array = found[(found > 0.0) & (found < problem.t_end)]
    return inside


def _until(problem: Problem, t: float, until: float) -> float:
    """Not beyond the controller's cycle."""
    if problem.law is None or problem.law.cycle is None:
        return until
    cycle = problem.law.cycle
    return min(until, cycle * (cycle_of(t, cycle) + 1))


def _settings(problem: Problem, n: int, size: int) -> Settings:
    atol = np.full(size, problem.atol)
    return Settings(
        n=n,
        rtol=problem.rtol,
        atol=atol,
        step=problem.step,
        longest=problem.longest,
        first=min(FIRST, problem.longest),
    )


def _through(
    problem: Problem, state: State, record: Record, phase: Phase, until: float
) -> Hit | None:
    """Steps of one phase; the state afterwards, and what ended it before its time."""
    y = state.vector(phase)
    if problem.events and not len(state.signs):
        state.signs = np.where(user_values(phase, state.t, y) >= 0.0, 1.0, -1.0)
    watches = watches_of(phase, state.t, y, state.signs)
    settings = _settings(problem, phase.n, len(y))
    number = len(record.phases) - 1
    stepper, hit = None, None
    try:
        stepper = problem.method.start(phase.rates, state.t, y, until, settings)
        while state.t < until and hit is None and record.diverged is None:
            segment = stepper.step()
            hit = first_hit(segment, watches)
            if hit is not None:
                segment = segment.until(hit.t)
            if segment.end > segment.start:
                record.segments.append(segment)
                record.of_phase.append(number)
            y = segment.at(segment.end)
            record.diverged = diverge.too_fast(phase, segment.end, y)
            state.take(phase, segment.end, y)
            if len(record.segments) > problem.most_steps:
                record.diverged = diverge.too_many(state.t, problem.most_steps)
            if problem.progress is not None:
                problem.progress(state.t)
    except (StepTooSmallError, np.linalg.LinAlgError):
        record.diverged = diverge.stuck(phase, state.t, y)
    record.evaluations += 0 if stepper is None else stepper.evaluations
    return hit


__all__ = ["WORKS", "run"]
