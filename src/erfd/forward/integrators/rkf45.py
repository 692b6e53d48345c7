"""Runge-Kutta-Fehlberg 4(5), with which RoboAnalyzer made the curves of chapter 9.

Source: Fehlberg, NASA TR R-315 (1969), formula 2 of table III; that it was used there:
Saha, section 9.5. As in Shampine and Watts' RKF45 the solution of order 5 is
carried on, the difference to the one of order 4 controls the step. Cost: 6 evaluations a step.
"""

from __future__ import annotations

import functools

from erfd.forward.integrators.method import Method
from erfd.forward.integrators.tableau import Explicit, Tableau

FIFTH = (16 / 135, 0.0, 6656 / 12825, 28561 / 56430, -9 / 50, 2 / 55)
FOURTH = (25 / 216, 0.0, 1408 / 2565, 2197 / 4104, -1 / 5, 0.0)
TABLEAU = Tableau(
    c=(0.0, 1 / 4, 3 / 8, 12 / 13, 1.0, 1 / 2),
    a=(
        (),
        (1 / 4,),
        (3 / 32, 9 / 32),
        (1932 / 2197, -7200 / 2197, 7296 / 2197),
        (439 / 216, -8.0, 3680 / 513, -845 / 4104),
        (-8 / 27, 2.0, -3544 / 2565, 1859 / 4104, -11 / 40),
    ),
    b=FIFTH,
    d=tuple(x - y for x, y in zip(FIFTH, FOURTH, strict=True)),
    power=5,
)
RKF45 = Method(
    name="rkf45",
    order=5,
    tolerance=1e-9,
    start=functools.partial(Explicit, TABLEAU),
    says="adaptive, Runge-Kutta-Fehlberg 4(5)",
)
