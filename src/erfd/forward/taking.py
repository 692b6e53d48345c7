"""Loads that are picked and dropped: the robot changes, and with a load at rest its speeds."""

from __future__ import annotations

import numpy as np

from erfd.curve import Array
from erfd.forward import impact
from erfd.forward.blows import restart_sliding
from erfd.forward.plant import Plant
from erfd.forward.problem import Problem
from erfd.forward.record import Event, Record
from erfd.forward.state import State


def take_load(problem: Problem, state: State, record: Record) -> None:
    """Loads that are due: the robot changes, and with `at_rest` its speeds."""
    while state.loads and state.loads[0].t <= state.t + 1e-12:
        load = state.loads.pop(0)
        before = state.plant
        robot = problem.robot.with_payload(load.payload)
        after = Plant(robot, problem.physics, wrench=problem.wrench is not None)
        energy = sum(float(x) for x in before.energy(state.q, state.qd))
        qd = state.qd
        if load.at_rest and load.payload is not None:
            bare = Plant(robot.with_payload(None), problem.physics, wrench=before.wrench)
            qd = _shared(problem, state, bare, after)
        state.plant, state.qd = after, qd
        gained = sum(float(x) for x in after.energy(state.q, qd)) - energy
        record.jumps.append((state.t, "payload", gained))
        restart_sliding(state)
        text = "dropped" if load.payload is None else f"{float(load.payload.mass):g} kg picked"
        record.events.append(Event(t=state.t, kind="payload", name="tool", text=text))


def _shared(problem: Problem, state: State, before: Plant, after: Plant) -> Array:
    """The speeds with which robot and a load at rest go on together: momentum is kept."""
    q, qd = state.q, state.qd
    M0, M1 = (impact.inertia(x.parts(q, qd)) for x in (before, after))
    free = [j for j in range(len(qd)) if j not in {g.index for g in problem.given}]
    found = qd.copy()
    rest = [j for j in range(len(qd)) if j not in free]
    momentum = (M0 @ qd)[free] - M1[np.ix_(free, rest)] @ qd[rest]
    found[free] = np.linalg.solve(M1[np.ix_(free, free)], momentum)
    return found
