"""A joint hits its stop: speeds jump, energy goes, other stops may be left."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from erfd.forward import impact
from erfd.forward.modes import Modes
from erfd.forward.phase import Phase
from erfd.forward.problem import Problem
from erfd.forward.record import Record
from erfd.forward.settle import REST
from erfd.forward.state import State
from erfd.forward.watch import Label

BOUNCE = 1e-3  # rad/s or m/s: slower than this nothing comes back from a stop


def blow(problem: Problem, state: State, record: Record, phase: Phase, label: Label) -> None:
    """A joint hits its stop."""
    j, side, plant = label.number, label.way, state.plant
    state.q[j] = plant.ends.lower[j] if side < 0 else plant.ends.upper[j]
    q, qd, x = state.q, state.qd, state.x
    load = phase.acting(state.t, q, qd, x).wrench
    M = impact.inertia(plant.parts(q, qd, load))
    speed = float(qd[j])
    back = -problem.physics.restitution * speed
    rests = abs(back) < BOUNCE
    given = [g.index for g in problem.given if g.index != j]
    targets = {i: 0.0 for i in state.modes.held if i not in given} | {j: 0.0 if rests else back}
    sides = {i: state.modes.contacts[i] for i in state.modes.held} | {j: side}
    after, off = impact.jumped(M, qd, targets, sides, given)
    thrown_off(state, record, off)
    if rests and j not in off:
        state.modes = state.modes.touching(j, side)
    change = 0.5 * float(after @ M @ after - qd @ M @ qd)
    by_base = impact.by_given(M @ (after - qd), qd, given)
    record.jumps += [(state.t, "base", by_base), (state.t, "stops", change - by_base)]
    state.qd = after
    restart_sliding(state)
    where = "lower" if side < 0 else "upper"
    unit = "m/s" if plant.robot.independent[j].kind == "prismatic" else "rad/s"
    stays = rests and j not in off
    ends = "and rests there" if stays else f"and comes back at {abs(after[j]):.4g} {unit}"
    state.say(record, label, f"hits its {where} stop at {abs(speed):.4g} {unit} {ends}")


def thrown_off(state: State, record: Record, joints: Iterable[int]) -> None:
    """Joints that a blow takes off the stops that they rested on."""
    for j in sorted(joints):
        if side := state.modes.contacts[j]:
            state.modes = state.modes.touching(j, 0)
            where = "lower" if side < 0 else "upper"
            state.say(record, Label("off", j, side), f"leaves its {where} stop")


def restart_sliding(state: State) -> None:
    """After a blow every element slides as its new speed says."""
    mechanics = state.plant.mechanics
    if not mechanics.elements:
        return
    speeds = mechanics.speeds(state.plant.parts(state.q, state.qd), state.qd)
    slips = tuple(int(np.sign(v)) if abs(v) > REST else 0 for v in speeds)
    state.modes = Modes(state.modes.contacts, slips)
