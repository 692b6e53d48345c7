"""The state of a run between phases, and how it changes at events: blows, loads, modes."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from erfd.curve import Array
from erfd.forward import impact
from erfd.forward.dynamics import rest_exactly
from erfd.forward.law import Asked
from erfd.forward.modes import Modes
from erfd.forward.phase import WORKS, Phase
from erfd.forward.plant import Plant
from erfd.forward.problem import Load, Problem
from erfd.forward.record import Event, Record
from erfd.forward.settle import REST, settled
from erfd.forward.watch import Label

BOUNCE = 1e-3  # rad/s or m/s: slower than this nothing comes back from a stop


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
        _told(self, record, found.modes)
        self.modes = found.modes
        wanted = sorted(act.forces.given)
        rules, C = self.plant.mechanics.rows(p, self.modes, wanted)
        targets = [self.qd[r.number] if r.kind == "given" else 0.0 for r in rules]
        slip = C @ self.qd - np.array(targets) if len(rules) else np.zeros(0)
        if np.abs(slip).max(initial=0.0) > 0.0:
            M = impact.inertia(p)
            after, _ = impact.projected(M, self.qd, C, np.array(targets))
            rest_exactly(after, C, np.array(targets))
            change = 0.5 * float(after @ M @ after - self.qd @ M @ self.qd)
            record.jumps.append(
                (self.t, "stops" if any(self.modes.contacts) else "friction", change)
            )
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


def _held(problem: Problem, state: State) -> Array | None:
    """What a controller with a cycle holds until its next one."""
    law = problem.law
    if law is None or law.cycle is None:
        return None
    k = state.t / law.cycle
    if state.held is not None and abs(k - round(k)) > 1e-6:
        return state.held
    asked: Asked = law.after(state.t)(state.t, state.q, state.qd, state.x)
    state.x = state.x + law.cycle * asked.rates
    return asked.torque


def react(problem: Problem, state: State, record: Record, phase: Phase, label: Label) -> None:
    """What an event changes; the next phase settles the rest."""
    if label.kind == "stop":
        _blow(problem, state, record, phase, label)
    elif label.kind == "off":
        state.modes = state.modes.touching(label.number, 0)
        side = "lower" if phase.modes.contacts[label.number] < 0 else "upper"
        _say(record, state, label, f"leaves its {side} stop")
    elif label.kind == "slide":
        state.modes = state.modes.slipping(label.number, 0)
        _say(record, state, label, "comes to rest", "stick")
    elif label.kind == "start":
        state.modes = state.modes.slipping(label.number, label.way)
        _say(record, state, label, f"starts {'forward' if label.way > 0 else 'backward'}", "slip")
    elif label.kind == "limit":
        _say(
            record,
            state,
            label,
            "reaches its torque limit" if label.way > 0 else "is within its torque limit",
        )
    elif label.kind == "user":
        _own(problem, state, record, label)


def _say(record: Record, state: State, label: Label, text: str, kind: str = "") -> None:
    name = state.name_of(label)
    record.events.append(Event(t=state.t, kind=kind or label.kind, name=name, text=text))


def _own(problem: Problem, state: State, record: Record, label: Label) -> None:
    event = problem.events[label.number]
    state.signs[label.number] = label.way
    if event.direction and label.way != event.direction:
        return
    way = "upward" if label.way > 0 else "downward"
    said = Event(t=state.t, kind="user", name=event.name, text=f"passes zero {way}")
    record.events.append(said)
    if event.stop:
        record.ended = f"'{event.name}'"


def _blow(problem: Problem, state: State, record: Record, phase: Phase, label: Label) -> None:
    """A joint hits its stop."""
    j, side, plant = label.number, label.way, state.plant
    state.q[j] = plant.ends.lower[j] if side < 0 else plant.ends.upper[j]
    q, qd, x = state.q, state.qd, state.x
    load = phase.acting(state.t, q, qd, x).wrench
    M = impact.inertia(plant.parts(q, qd, load))
    speed = float(qd[j])
    back = -problem.physics.restitution * speed
    rests = abs(back) < BOUNCE
    targets = dict.fromkeys(state.modes.held, 0.0)
    targets |= {g.index: float(qd[g.index]) for g in problem.given} | {j: 0.0 if rests else back}
    sides = {i: state.modes.contacts[i] for i in state.modes.held} | {j: side}
    after, off = impact.jumped(M, qd, targets, sides)
    for i in off:
        state.modes = state.modes.touching(i, 0)
    if rests and j not in off:
        state.modes = state.modes.touching(j, side)
    change = 0.5 * float(after @ M @ after - qd @ M @ qd)
    record.jumps.append((state.t, "stops", change))
    state.qd = after
    _restart_sliding(state)
    where = "lower" if side < 0 else "upper"
    ends = "and rests there" if rests else f"and comes back at {abs(back):.4g}"
    _say(record, state, label, f"hits its {where} stop at {abs(speed):.4g} {ends}")


def _restart_sliding(state: State) -> None:
    """After a blow every element slides as its new speed says."""
    mechanics = state.plant.mechanics
    if not mechanics.elements:
        return
    speeds = mechanics.speeds(state.plant.parts(state.q, state.qd), state.qd)
    slips = tuple(int(np.sign(v)) if abs(v) > REST else 0 for v in speeds)
    state.modes = Modes(state.modes.contacts, slips)


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
        _restart_sliding(state)
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
