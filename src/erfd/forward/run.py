"""The run: phases of smooth motion between events, one after another, until its end.

A phase begins with modes that contradict nothing (`settle`), goes on until an input jumps, the tool
takes or drops a load, or something watched happens, and leaves its segments in the record.
"""

from __future__ import annotations

from dataclasses import dataclass

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
MOST_AT_ONCE, AT_ONCE = 200, 1e-10


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


@dataclass(slots=True)
class Crowd:
    """How many phases began at one instant."""

    count: int = 0
    since: float = -1.0

    def grows(self, t: float) -> bool:
        self.count = self.count + 1 if t - self.since < AT_ONCE else 0
        self.since = t
        return self.count > MOST_AT_ONCE


def _next(problem: Problem, state: State, record: Record, jumps: Array, crowd: Crowd) -> None:
    """One phase, and what ends it."""
    take_load(problem, state, record)
    phase = state.phase(problem, record)
    until = min([problem.t_end, *jumps[np.searchsorted(jumps, state.t, side="right") :][:1]])
    hit = _through(problem, state, record, phase, _until(problem, state.t, until))
    if crowd.grows(state.t):
        name = "" if hit is None else state.name_of(hit.label)
        record.diverged = diverge.piling_up(state.t, name, crowd.count)
    elif hit is not None:
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
