"""The state of a run between phases, and how the next phase begins: modes that hold now."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from erfd.curve import Array
from erfd.forward import impact
from erfd.forward.constraints import rest_exactly
from erfd.forward.dynamics import UnsolvedError
from erfd.forward.law import Asked
from erfd.forward.modes import Modes
from erfd.forward.phase import WORKS, Phase
from erfd.forward.plant import Plant
from erfd.forward.problem import Load, Problem
from erfd.forward.record import Event, Record
from erfd.forward.settle import REST, settled
from erfd.forward.watch import Label


@dataclass(slots=True)
class State:
    """Where a run is: time, motion, works, the controller's states; its robot and modes."""

    t: float
    q: Array
    qd: Array
    works: Array
    x: Array
    plant: Plant
    modes: Modes
    loads: list[Load]
    held: Array | None = None
    cycle: int = -1
    signs: Array = field(default_factory=lambda: np.zeros(0))

    def vector(self, phase: Phase) -> Array:
        works = self.works if phase.works else np.zeros(0)
        return np.concatenate([self.q, self.qd, works, self.x])

    def take(self, phase: Phase, t: float, y: Array) -> None:
        self.t = t
        self.q, self.qd, self.x = (part.copy() for part in phase.split(y))
        if phase.works:
            self.works = y[2 * phase.n : 2 * phase.n + len(WORKS)].copy()

    def name_of(self, label: Label) -> str:
        if label.kind in ("stop", "off"):
            return self.plant.names[label.number]
        if label.kind == "limit":
            return self.plant.drives.motors[label.number].name
        if label.kind == "user":
            return f"event {label.number + 1}"
        return self.plant.mechanics.elements[label.number].name

    def say(self, record: Record, label: Label, text: str, kind: str = "") -> None:
        name = self.name_of(label)
        record.events.append(Event(t=self.t, kind=kind or label.kind, name=name, text=text))

    def phase(self, problem: Problem, record: Record) -> Phase:
        """The next phase, its modes settled and speeds at rest exactly so."""
        self.held = _held(problem, self)
        phase = Phase(problem, self.plant, self.t, self.modes, self.held)
        if self.modes.slips or np.isfinite([*self.plant.ends.lower, *self.plant.ends.upper]).any():
            self._settle(phase, record)
            phase = Phase(problem, self.plant, self.t, self.modes, self.held)
        record.phases.append(phase)
        return phase

    def _settle(self, phase: Phase, record: Record) -> None:
        act = phase.acting(self.t, self.q, self.qd, self.x)
        p = self.plant.parts(self.q, self.qd, act.wrench)
        found = settled(
            *(self.plant.mechanics, p, self.q, self.qd, act.forces, self.modes, self.plant.ends)
        )
        if found.circle:
            raise UnsolvedError([e.name for e in self.plant.mechanics.elements])
        _told(self, record, found.modes)
        self.modes = found.modes
        wanted = sorted(act.forces.given)
        rules, C = self.plant.mechanics.rows(p, self.modes, wanted)
        targets = [self.qd[r.number] if r.kind == "given" else 0.0 for r in rules]
        slip = C @ self.qd - np.array(targets) if len(rules) else np.zeros(0)
        if np.abs(slip).max(initial=0.0) > 0.0:
            moves = np.array([r.kind != "given" for r in rules])
            M, goal = impact.inertia(p), np.array(targets)
            after, _ = impact.moved(M, self.qd, C[moves], goal[moves], wanted)
            rest_exactly(after, C, goal)
            change = 0.5 * float(after @ M @ after - self.qd @ M @ self.qd)
            by_base = impact.by_given(M @ (after - self.qd), self.qd, wanted)
            what = "stops" if any(self.modes.contacts) else "friction"
            record.jumps += [(self.t, "base", by_base), (self.t, what, change - by_base)]
            self.qd = after


def _told(state: State, record: Record, modes: Modes) -> None:
    """Changes of modes as events."""
    for j, (a, b) in enumerate(zip(state.modes.contacts, modes.contacts, strict=True)):
        if a != b:
            name = state.plant.names[j]
            side = "lower" if (b or a) < 0 else "upper"
            kind, text = (
                ("rest", f"rests on its {side} stop") if b else ("off", f"leaves its {side} stop")
            )
            record.events.append(Event(t=state.t, kind=kind, name=name, text=text))
    for k, (a, b) in enumerate(zip(state.modes.slips, modes.slips, strict=True)):
        if a != b:
            name = state.plant.mechanics.elements[k].name
            kind, text = (
                ("slip", f"starts {'forward' if b > 0 else 'backward'}")
                if b
                else ("stick", "sticks")
            )
            record.events.append(Event(t=state.t, kind=kind, name=name, text=text))


def begin(problem: Problem) -> State:
    plant = Plant(problem.robot, problem.physics, wrench=problem.wrench is not None)
    q, qd = problem.q0.copy(), problem.qd0.copy()
    for g in problem.given:
        start = g.motion(0.0)
        q[g.index], qd[g.index] = start.q[0], start.qd[0]
    modes = _first_modes(plant, q, qd)
    x = np.zeros(0) if problem.law is None else problem.law.start(0.0, q, qd)
    loads = sorted(problem.loads, key=lambda load: load.t)
    return State(0.0, q, qd, np.zeros(len(WORKS)), x, plant, modes, loads)


def _first_modes(plant: Plant, q: Array, qd: Array) -> Modes:
    free = Modes((0,) * plant.n, (0,) * len(plant.mechanics.elements))
    if not plant.mechanics.elements:
        return free
    speeds = plant.mechanics.speeds(plant.parts(q, qd), qd)
    return Modes(free.contacts, tuple(int(np.sign(v)) if abs(v) > REST else 0 for v in speeds))


def cycle_of(t: float, cycle: float) -> int:
    """The number of the cycle that t is in, from 0."""
    return math.floor(t / cycle + 1e-6)


def _held(problem: Problem, state: State) -> Array | None:
    """What a controller with a cycle holds until its next one."""
    law = problem.law
    if law is None or law.cycle is None:
        return None
    now = cycle_of(state.t, law.cycle)
    if now == state.cycle:
        return state.held
    state.cycle = now
    asked: Asked = law.after(state.t)(state.t, state.q, state.qd, state.x)
    state.x = state.x + law.cycle * asked.rates
    return asked.torque
