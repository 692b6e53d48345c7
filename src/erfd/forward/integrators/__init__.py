"""The integrators by name; `auto` is the default one."""

from __future__ import annotations

from erfd.errors import ErfdError
from erfd.forward.integrators.as_published import AS_PUBLISHED
from erfd.forward.integrators.dop853 import DOP853
from erfd.forward.integrators.euler import EULER
from erfd.forward.integrators.method import Method, Settings, Stepper, StepTooSmallError
from erfd.forward.integrators.radau import RADAU
from erfd.forward.integrators.rk4 import RK4
from erfd.forward.integrators.rkf45 import RKF45
from erfd.forward.integrators.semi_implicit_euler import SEMI_IMPLICIT_EULER

METHODS = {m.name: m for m in (DOP853, RKF45, RADAU, RK4, SEMI_IMPLICIT_EULER, EULER, AS_PUBLISHED)}


def integrator(name: str) -> Method:
    if name == "auto":
        return DOP853
    if name not in METHODS:
        what = f"there is no integrator '{name}'"
        raise ErfdError(what, f"use auto, {', '.join(METHODS)}")
    return METHODS[name]


__all__ = ["METHODS", "Method", "Settings", "StepTooSmallError", "Stepper", "integrator"]
