"""SciPy's steppers in our form: their dense output, of degree 7 at most, is sampled."""

from __future__ import annotations

from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.forward.integrators.method import Rates, Settings, StepTooSmallError
from erfd.forward.segment import Segment

NODES = 0.5 - 0.5 * np.cos(np.pi * np.arange(8) / 7.0)
FROM_VALUES = np.linalg.inv(np.vander(NODES, increasing=True))


class SciPyStepper:
    def __init__(
        self, solver: type[Any], rates: Rates, t: float, y: Array, until: float, s: Settings
    ) -> None:
        span = until - t
        limits = {"first_step": min(s.first, span), "max_step": min(s.longest, span)}
        self.solver = solver(rates, t, y, until, rtol=s.rtol, atol=s.atol, **limits)

    def step(self) -> Segment:
        solver, before = self.solver, self.solver.y
        solver.step()
        if solver.status == "failed" or not np.isfinite(solver.y).all():
            raise StepTooSmallError
        start, h = solver.t_old, solver.t - solver.t_old
        rise = solver.dense_output()(start + h * NODES).T - before
        coefficients = FROM_VALUES @ rise
        coefficients[0] = before
        return Segment(start, solver.t, h, coefficients)

    @property
    def evaluations(self) -> int:
        return int(self.solver.nfev)
