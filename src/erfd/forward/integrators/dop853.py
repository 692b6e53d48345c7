"""The default: Dormand and Prince's pair of order 8(5,3), step control, dense output of order 7.

Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed., II.10; the code
is SciPy's. Cost: 12 evaluations a step, 3 more for what lies between.
"""

from __future__ import annotations

from erfd.curve import Array
from erfd.forward.integrators.dop853_stages import Dop853Stages
from erfd.forward.integrators.from_scipy import SciPyStepper
from erfd.forward.integrators.method import Method, Rates, Settings, Stepper


def start(rates: Rates, t: float, y: Array, until: float, settings: Settings) -> Stepper:
    """The stages of a free robot are compiled; everything else goes through SciPy's stepper."""
    if hasattr(rates, "stages"):
        return Dop853Stages(rates, t, y, until, settings)
    from scipy.integrate import DOP853

    return SciPyStepper(DOP853, rates, t, y, until, settings)


DOP853 = Method(name="dop853", order=8, tolerance=1e-12, start=start, says="adaptive, order 8(5,3)")
