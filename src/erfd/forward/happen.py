"""What an event changes; the next phase settles the rest."""

from __future__ import annotations

from erfd.forward.blows import blow
from erfd.forward.phase import Phase
from erfd.forward.problem import Problem
from erfd.forward.record import Event, Record
from erfd.forward.state import State
from erfd.forward.watch import Label


def react(problem: Problem, state: State, record: Record, phase: Phase, label: Label) -> None:
    """What an event changes; the next phase settles the rest."""
    if label.kind == "stop":
        blow(problem, state, record, phase, label)
    elif label.kind == "off":
        state.modes = state.modes.touching(label.number, 0)
        side = "lower" if phase.modes.contacts[label.number] < 0 else "upper"
        state.say(record, label, f"leaves its {side} stop")
    elif label.kind == "slide":
        state.modes = state.modes.slipping(label.number, 0)
        state.say(record, label, "comes to rest", "stick")
    elif label.kind == "start":
        state.modes = state.modes.slipping(label.number, label.way)
        state.say(record, label, f"starts {'forward' if label.way > 0 else 'backward'}", "slip")
    elif label.kind == "limit":
        state.say(
            record,
            label,
            "reaches its torque limit" if label.way > 0 else "is within its torque limit",
        )
    elif label.kind == "user":
        _own(problem, state, record, label)


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
