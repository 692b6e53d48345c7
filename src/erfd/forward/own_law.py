"""A user's own function as a control law: f(t, q, qd) gives the torques at the joints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.forward.inputs import function_of
from erfd.forward.law import Act, Asked, Law


def own_law(function: Callable[..., Any], n: int) -> Law:
    run = function_of(function, n, "the controller").after(0.0)
    nothing = np.zeros(0)

    def act(t: float, q: Array, qd: Array, _: Array) -> Asked:
        return Asked(run(t, q, qd), nothing)

    def after(_: float) -> Act:
        return act

    return Law(after=after)
