"""Semi-implicit Euler: qd' = qd + qdd dt, then q' = q + qd' dt with the new speed.

Order 1, but the energy of a swing stays near its value for ever, which is why engines for games
and for rollouts use it. What else is integrated (works) goes by explicit Euler.
Source: de Vogelaere (1956); Kvrgic and Vidakovic, Algorithm 1, point 7, has the same formula.
"""

from __future__ import annotations

import numpy as np

from erfd.curve import Array
from erfd.forward.integrators.method import Method, Rates, Settings, Stepper, StepTooSmallError
from erfd.forward.segment import Segment, straight


class SemiImplicit:
    def __init__(self, rates: Rates, t: float, y: Array, until: float, settings: Settings) -> None:
        self.rates, self.until, self.s = rates, until, settings
        self.t, self.y, self.f = t, y, rates(t, y)
        self.evaluations = 1

    def step(self) -> Segment:
        n, left = self.s.n, self.until - self.t
        last = self.s.step >= left * (1.0 - 1e-9)
        h, end = (left, self.until) if last else (self.s.step, self.t + self.s.step)
        y = self.y + h * self.f
        y[:n] = self.y[:n] + h * y[n : 2 * n]
        if not np.isfinite(y).all():
            raise StepTooSmallError
        found = Segment(self.t, end, h, straight(n, h, self.y, y))
        self.t, self.y, self.f = end, y, self.rates(end, y)
        self.evaluations += 1
        return found


def start(rates: Rates, t: float, y: Array, until: float, settings: Settings) -> Stepper:
    return SemiImplicit(rates, t, y, until, settings)


SEMI_IMPLICIT_EULER = Method(
    name="semi_implicit_euler",
    order=1,
    tolerance=None,
    start=start,
    says="fixed steps, semi-implicit Euler",
)
