"""What users give as a plan: instants and positions, or what is wrong with them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from erfd.curve import Array
from erfd.drives.arguments import ABOVE
from erfd.errors import TrajectoryError
from erfd.trajectory import MOST_SAMPLES, Trajectory


def planned_positions(
    plan: Trajectory | ArrayLike, dt: float | None, hold: float
) -> tuple[Array, Array]:
    """Instants, dt apart, and positions (..., K + 1, n); `hold` seconds more at the end."""
    pause = _number("hold", hold)
    if not 0.0 <= pause < math.inf:
        raise TrajectoryError(f"a hold of {pause:g} s", "give 0 or a finite time above it")
    t, q = _sampled(plan, dt)
    if q.ndim < 2 or len(t) < 2:
        raise TrajectoryError("a plan of no cycle", "give two positions or more, (..., K + 1, n)")
    steps = np.diff(t)
    if np.ptp(steps) > 1e-6 * steps[0]:
        raise TrajectoryError("the samples are not equally far apart", "give dt, the cycle")
    if pause / steps[0] > MOST_SAMPLES:
        what = f"a hold of {pause:g} s in cycles of {steps[0]:g} s"
        raise TrajectoryError(what, f"at most {MOST_SAMPLES:,} cycles are possible")
    extra = round(pause / steps[0])
    more = np.broadcast_to(q[..., -1:, :], (*q.shape[:-2], extra, q.shape[-1]))
    held: Array = t[-1] + steps[0] * np.arange(1, extra + 1)
    return np.concatenate([t, held]), np.concatenate([q, more], axis=-2)


def _sampled(plan: Trajectory | ArrayLike, dt: float | None) -> tuple[Array, Array]:
    cycle = None if dt is None else _number("dt", dt)
    if cycle is not None and not 0.0 < cycle < math.inf:
        raise TrajectoryError(f"a cycle of {cycle:g} s", ABOVE)
    if isinstance(plan, Trajectory):
        sampled = plan if cycle is None else plan.resampled(cycle)
        return sampled.t, np.asarray(sampled.q)
    if cycle is None:
        raise TrajectoryError("positions without a time step", "give dt, or a Trajectory")
    q = _positions(plan)
    return cycle * np.arange(q.shape[-2] if q.ndim > 1 else 0, dtype=np.float64), q


def _positions(plan: ArrayLike) -> Array:
    remedy = "give positions (..., K + 1, n), or a Trajectory"
    try:
        q = np.asarray(plan)
    except (TypeError, ValueError) as error:
        raise TrajectoryError(f"a plan that is no array of numbers ({error})", remedy) from None
    if not np.can_cast(q.dtype, np.float64, "safe"):
        what = f"a plan that is no array of numbers (it is of type {q.dtype})"
        raise TrajectoryError(what, remedy)
    return q.astype(np.float64)


def _number(name: str, value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise TrajectoryError(f"{name} is {value!r}", "give a number, in s") from None
