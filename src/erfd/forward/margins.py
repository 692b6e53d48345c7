"""How far everything that rests is from starting, and every contact from letting go.

A motor at rest transmits L; it starts forward at its own torque w when w = F_s + F(L + f_j), with F
the gear's friction while turning that way and f_j the dry friction of its joint, and backward when
w = -F_s + B(L - f_j). A margin of zero is the starting torque itself.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.forward.dry import Dry
from erfd.forward.dynamics import Answer, Mechanics
from erfd.forward.equations import Parts
from erfd.forward.modes import Modes


class Margin(NamedTuple):
    """`kind` "dry" or "stop", its number, the way that it would go (0 for stops), N m or N."""

    kind: str
    number: int
    way: int
    value: float
    scale: float


def margins(mechanics: Mechanics, p: Parts, answer: Answer, modes: Modes) -> list[Margin]:
    found: list[Margin] = []
    for rule, force in zip(answer.rules, answer.multipliers.tolist(), strict=True):
        if rule.kind == "stop":
            push = -modes.contacts[rule.number] * force
            found.append(Margin("stop", rule.number, 0, push, abs(force)))
        elif rule.kind == "dry":
            found += _dry(mechanics, p, answer, rule.number, force)
    return found


def _dry(mechanics: Mechanics, p: Parts, answer: Answer, k: int, force: float) -> list[Margin]:
    e = mechanics.elements[k]
    if e.motor < 0:
        hold = 0.0 if e.joint is None else e.joint.force(answer.pressed)
        scale = hold + abs(force)
        return [Margin("dry", k, 1, hold + force, scale), Margin("dry", k, -1, hold - force, scale)]
    own = float(answer.free[e.motor])
    load, rub = own + force, 0.0
    if e.joint is not None:
        rub = e.joint.force(answer.pressed) * _lever(p, e)
    ahead = e.starting[0] + _through(e, 1, load + rub) - own
    back = own + e.starting[1] - _through(e, -1, load - rub)
    scale = max(e.starting) + abs(own) + abs(load) + rub
    return [Margin("dry", k, 1, ahead, scale), Margin("dry", k, -1, back, scale)]


def _lever(p: Parts, e: Dry) -> float:
    """Joint torque to motor torque, without sign."""
    if e.joint is None:
        return 0.0
    row = e.joint.row
    return float(row @ row) / abs(float(p.A[e.motor] @ row))


def _through(e: Dry, way: int, tau: float) -> float:
    """Motor torque for the transmitted tau while turning this way."""
    return tau * (1.0 + e.share[0] if way * tau > 0.0 else 1.0 - e.share[1])
