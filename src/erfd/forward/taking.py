"""Loads that are picked and dropped: the robot changes, and with a load at rest its speeds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.forward import impact
from erfd.forward.blows import restart_sliding, thrown_off
from erfd.forward.plant import Plant
from erfd.forward.problem import Problem
from erfd.forward.record import Event, Record
from erfd.forward.state import State


class Shared(NamedTuple):
    """Speeds, the base's work (J), joints that leave their stops."""

    qd: Array
    by_base: float
    off: set[int]


def take_load(problem: Problem, state: State, record: Record) -> None:
    """Loads that are due: the robot changes, and with `at_rest` its speeds."""
    while state.loads and state.loads[0].t <= state.t + 1e-12:
        load = state.loads.pop(0)
        before = state.plant
        robot = problem.robot.with_payload(load.payload)
        after = Plant(robot, problem.physics, wrench=problem.wrench is not None)
        energy = sum(float(x) for x in before.energy(state.q, state.qd))
        qd, by_base = state.qd, 0.0
        if load.at_rest and load.payload is not None:
            bare = Plant(robot.with_payload(None), problem.physics, wrench=before.wrench)
            qd, by_base, off = _shared(problem, state, bare, after)
            thrown_off(state, record, off)
        state.plant, state.qd = after, qd
        gained = sum(float(x) for x in after.energy(state.q, qd)) - energy
        record.jumps += [(state.t, "base", by_base), (state.t, "payload", gained - by_base)]
        restart_sliding(state)
        text = "dropped" if load.payload is None else f"{float(load.payload.mass):g} kg picked"
        record.events.append(Event(t=state.t, kind="payload", name="tool", text=text))


def _shared(problem: Problem, state: State, before: Plant, after: Plant) -> Shared:
    """The speeds with which robot and a load at rest go on together.

    Momentum is kept, but for what bases with a given motion and stops that joints rest on give;
    a joint that the load pulls off its stop leaves it.
    """
    q, qd = state.q, state.qd
    M0, M1 = (impact.inertia(x.parts(q, qd)) for x in (before, after))
    given = [g.index for g in problem.given]
    free, momentum = [j for j in range(len(qd)) if j not in given], M0 @ qd
    found = qd.copy()
    left = momentum[free] - M1[np.ix_(free, given)] @ qd[given]
    found[free] = np.linalg.solve(M1[np.ix_(free, free)], left)
    sides = {j: state.modes.contacts[j] for j in state.modes.held if j not in given}
    found, off = impact.jumped(M1, found, dict.fromkeys(sides, 0.0), sides, given)
    return Shared(found, impact.by_given(M1 @ found - momentum, qd, given), off)
