"""For stiff friction: the implicit method Radau IIA of order 5, step control, cubics between.

Source: Hairer, Wanner, Solving Ordinary Differential Equations II, IV.8; the code is SciPy's. The
Jacobian is taken by differences, once for many steps.
"""

from __future__ import annotations

from erfd.curve import Array
from erfd.forward.integrators.from_scipy import SciPyStepper
from erfd.forward.integrators.method import Method, Rates, Settings, Stepper


def start(rates: Rates, t: float, y: Array, until: float, settings: Settings) -> Stepper:
    from scipy.integrate import Radau

    return SciPyStepper(Radau, rates, t, y, until, settings)


RADAU = Method(name="radau", order=5, tolerance=1e-8, start=start, says="implicit, order 5")
