"""What a controller becomes for one robot: states of its own, and what it asks for.

`cycle` None: it acts at every instant; else once a cycle, its torque held in between.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from erfd.curve import Array


class Asked(NamedTuple):
    """Torques, and the rates of the controller's own states."""

    torque: Array
    rates: Array


Act = Callable[[float, Array, Array, Array], Asked]


def _no_jumps() -> Array:
    return np.zeros(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """`after(t)` gives act(t, q, qd, x) from t to the next jump; `start` the states x at t.

    `at_motors`: the torques are those of the motors, else those at the joints, which motors give
    as A^-T of them.
    """

    after: Callable[[float], Act]
    at_motors: bool = False
    start: Callable[[float, Array, Array], Array] = lambda _t, _q, _qd: np.zeros(0)
    jumps: Array = field(default_factory=_no_jumps)
    cycle: float | None = None
