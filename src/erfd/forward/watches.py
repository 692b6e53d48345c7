"""What is watched in a phase: stops, friction that comes to rest or is overcome, limits, users'."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.forward.margins import margins
from erfd.forward.phase import Phase
from erfd.forward.reals import real
from erfd.forward.watch import COARSE, FINE, Label, Watch

INSIDE = 1e-12  # rad or m by which a stop may be passed before it counts
APART = 1e-3  # s between looks at what a user's function of time may overcome
SLACK = 1e-9  # N m by which a limit may be passed before it counts, so that none counts twice


def watches_of(phase: Phase, t: float, y: Array, signs: Array) -> list[Watch]:
    """`signs` are those of the users' functions now."""
    made = (
        *(_stops(phase), _sliding(phase), _resting(phase)),
        *(_limits(phase, t, y), _own(phase, signs)),
    )
    return [w for w in made if w is not None]


def _stops(phase: Phase) -> Watch | None:
    """Joints that are free of their stops reach them."""
    ends, free = phase.plant.ends, [not c for c in phase.modes.contacts]
    low = np.flatnonzero(np.isfinite(ends.lower) & free)
    high = np.flatnonzero(np.isfinite(ends.upper) & free)
    labels = [Label("stop", int(j), -1) for j in low] + [Label("stop", int(j), 1) for j in high]
    if not labels:
        return None
    bounds = np.concatenate([ends.lower[low], -ends.upper[high]]) - INSIDE
    index = np.concatenate([low, high])
    sign = np.concatenate([np.ones(len(low)), -np.ones(len(high))])
    return Watch(labels, lambda _, y: sign * y[index] - bounds, FINE)


def _sliding(phase: Phase) -> Watch | None:
    """Elements that slide come to rest."""
    ways = np.array(phase.modes.slips, dtype=float)
    moving = np.flatnonzero(ways)
    if not len(moving):
        return None
    rows = _rows(phase)
    n, labels = phase.n, [Label("slide", int(k), int(ways[k])) for k in moving]

    def speeds(_: float, y: Array) -> Array:
        found: Array = ways[moving] * (rows(y[:n])[moving] @ y[n : 2 * n]) + INSIDE
        return found

    return Watch(labels, speeds, FINE)


def _rows(phase: Phase) -> Callable[[Array], Array]:
    """The elements' rows at q; computed once where no ball screw makes them depend on q."""
    mechanics, zeros = phase.plant.mechanics, np.zeros(phase.n)
    count = range(len(mechanics.elements))

    def at(q: Array) -> Array:
        p = phase.plant.parts(q, zeros)
        return np.array([mechanics.row(p, k) for k in count])

    if any(m.ball_screw is not None for m in phase.plant.drives.motors):
        return at
    fixed = at(zeros)
    return lambda _: fixed


def _resting(phase: Phase) -> Watch | None:
    """What sticks is overcome, what lies on a stop lets go."""
    if not (any(phase.modes.contacts) or 0 in phase.modes.slips):
        return None
    mechanics = phase.plant.mechanics

    def found(t: float, y: Array) -> list[Any]:
        q, qd, x = phase.split(y)
        p, answer = phase.solved(q, qd, phase.acting(t, q, qd, x))
        return margins(mechanics, p, answer, phase.modes)

    labels: list[Label] = []

    def values(t: float, y: Array) -> Array:
        rows = found(t, y)
        labels[:] = [Label("off" if m.kind == "stop" else "start", m.number, m.way) for m in rows]
        return np.array([m.value + 1e-12 * m.scale for m in rows])

    return Watch(labels, values, COARSE, _apart(phase))


def _apart(phase: Phase) -> float:
    """What a function of time does is not bounded by what the state does."""
    return APART if phase.any_time else math.inf


def _limits(phase: Phase, t: float, y: Array) -> Watch | None:
    """Motors reach what they have, or come back from it: a bend of their torque."""
    plant = phase.plant
    driven = phase.act is not None or phase.motor is not None
    if not (plant.r and plant.limited and driven) or phase.held is not None:
        return None

    def room(t: float, y: Array) -> Array:
        q, qd, x = phase.split(y)
        asked = phase.acting(t, q, qd, x).asked
        lower, upper = plant.ranges(plant.parts(q, qd).y)
        return np.minimum(asked - lower, upper - asked)

    before = np.where(room(t, y) >= 0.0, 1.0, -1.0)
    labels = [Label("limit", i, int(b)) for i, b in enumerate(before)]
    return Watch(labels, lambda t, y: before * room(t, y) + SLACK, COARSE, _apart(phase))


def _own(phase: Phase, signs: Array) -> Watch | None:
    """The user's functions; the label's way is that of the passage."""
    if not len(signs):
        return None
    labels = [Label("user", i, int(-s)) for i, s in enumerate(signs)]
    return Watch(labels, lambda t, y: signs * user_values(phase, t, y), FINE, APART)


def user_values(phase: Phase, t: float, y: Array) -> Array:
    q, qd = y[: phase.n].copy(), y[phase.n : 2 * phase.n].copy()
    found = []
    for e in phase.problem.events:
        given = e.function(t, q, qd)
        what = f"the event '{e.name}' gave {given!r}, which is no number, at t = {t:g} s"
        found.append(real(given, what, "let its function return a number that passes zero"))
    return np.array(found)
