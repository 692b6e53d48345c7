"""The classical Runge-Kutta method of order 4 with fixed steps. Cost: 4 evaluations a step.

Source: Kutta, Zeitschrift fuer Mathematik und Physik 46 (1901).
"""

from __future__ import annotations

import functools

from erfd.forward.integrators.method import Method
from erfd.forward.integrators.tableau import Explicit, Tableau

TABLEAU = Tableau(
    c=(0.0, 0.5, 0.5, 1.0),
    a=((), (0.5,), (0.0, 0.5), (0.0, 0.0, 1.0)),
    b=(1 / 6, 1 / 3, 1 / 3, 1 / 6),
)
RK4 = Method(
    name="rk4",
    order=4,
    tolerance=None,
    start=functools.partial(Explicit, TABLEAU),
    says="fixed steps, order 4",
)
