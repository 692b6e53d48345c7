"""Which contacts and which dry elements hold now: the modes that contradict nothing.

Starting from a guess, the worst contradiction is removed, one at a time: an element that its load
exceeds starts, one that starts against its own sense sticks, a stop that would have to pull lets
go, a joint that presses on its stop rests there. For symmetric equations the answer is unique (see
`docs/achievable.md`); modes that come back are a circle and are reported.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.forward.dynamics import Answer, Forces, Mechanics
from erfd.forward.equations import Parts
from erfd.forward.margins import margins
from erfd.forward.modes import Modes

TOLERANCE, REST, TOUCH = 1e-9, 1e-9, 1e-9


class Settled(NamedTuple):
    modes: Modes
    answer: Answer
    circle: bool


class Ends(NamedTuple):
    """The ends of the ranges, infinite where there is no stop."""

    lower: Array
    upper: Array

    def side(self, j: int, q: Array) -> int:
        """At which stop a joint stands: -1, 1, or 0 for none."""
        if abs(q[j] - self.lower[j]) <= TOUCH:
            return -1
        return 1 if abs(q[j] - self.upper[j]) <= TOUCH else 0


def settled(
    mechanics: Mechanics, p: Parts, q: Array, qd: Array, act: Forces, guess: Modes, ends: Ends
) -> Settled:
    modes, seen = guess, set[Modes]()
    while True:
        answer = mechanics.solve(p, qd, act, modes)
        if modes in seen:
            return Settled(modes, answer, True)
        seen.add(modes)
        after = _mended(mechanics, p, q, qd, answer, modes, ends)
        if after is None:
            return Settled(modes, answer, False)
        modes = after


def _mended(
    mechanics: Mechanics, p: Parts, q: Array, qd: Array, answer: Answer, modes: Modes, ends: Ends
) -> Modes | None:
    """The modes without their worst contradiction; None where there is none."""
    worst, result = -TOLERANCE, None
    for m in margins(mechanics, p, answer, modes):
        share = m.value / max(m.scale, 1e-12)
        if share < worst:
            worst = share
            change = modes.touching if m.kind == "stop" else modes.slipping
            result = change(m.number, m.way)
    if result is not None:
        return result
    return _returning(mechanics, p, qd, answer, modes) or _pressing(q, qd, answer, modes, ends)


def _returning(
    mechanics: Mechanics, p: Parts, qd: Array, answer: Answer, modes: Modes
) -> Modes | None:
    """An element at rest that was to start one way and is accelerated the other way."""
    for k, way in enumerate(modes.slips):
        row = mechanics.row(p, k)
        if not way or abs(row @ qd) > REST:
            continue
        e = mechanics.elements[k]
        gained = row @ answer.qdd + (p.drift[e.motor] if e.motor >= 0 else 0.0)
        if way * gained < -TOLERANCE * (1.0 + np.abs(row) @ np.abs(answer.qdd)):
            return modes.slipping(k, 0)
    return None


def _pressing(q: Array, qd: Array, answer: Answer, modes: Modes, ends: Ends) -> Modes | None:
    size = 1.0 + float(np.abs(answer.qdd).max(initial=0.0))
    for j, side in enumerate(modes.contacts):
        at = ends.side(j, q)
        if side or not at or abs(qd[j]) > REST:
            continue
        if at * answer.qdd[j] > TOLERANCE * size:
            return modes.touching(j, at)
    return None
