"""When a run cannot go on: which joint, and why."""

from __future__ import annotations

import numpy as np

from erfd.curve import Array
from erfd.errors import RobotError
from erfd.forward.impact import inertia
from erfd.forward.phase import Phase
from erfd.forward.record import Divergence

THIN = 1e-9  # of the largest eigenvalue of H
FASTEST = 1e5  # rad/s or m/s: beyond it nothing of a robot is left


def too_fast(phase: Phase, t: float, y: Array) -> Divergence | None:
    n = phase.n
    speeds = np.abs(y[n : 2 * n])
    if np.isfinite(y).all() and (not n or speeds.max() < FASTEST):
        return None
    if (found := _singular(phase, t, y)) is not None:
        return found
    j = int(np.argmax(np.where(np.isfinite(speeds), speeds, np.inf))) if n else 0
    cause = f"its speed passes {FASTEST:g} rad/s (m/s), beyond any robot"
    return Divergence(t=t, joint=phase.plant.names[j], cause=cause, remedy=_remedy(phase))


def stuck(phase: Phase, t: float, y: Array) -> Divergence:
    """No step is short enough."""
    if (found := _singular(phase, t, y)) is not None:
        return found
    names = phase.plant.names
    with np.errstate(all="ignore"):
        rates = _rates(phase, t, y)
    qdd = np.abs(rates[phase.n : 2 * phase.n])
    j = int(np.argmax(np.where(np.isfinite(qdd), qdd, np.inf))) if len(qdd) else 0
    size = f"{qdd[j]:.3g}" if len(qdd) and np.isfinite(qdd[j]) else "no number"
    cause = f"its acceleration is {size} (rad/s^2, m/s^2) and no step is short enough to follow"
    return Divergence(t=t, joint=names[j] if names else "", cause=cause, remedy=_remedy(phase))


def _singular(phase: Phase, t: float, y: Array) -> Divergence | None:
    """Where H has become singular, that is the cause."""
    at = _without_inertia(phase, phase.split(y)[0])
    if at is None:
        return None
    kind = phase.plant.robot.independent[at].kind
    what = "mass along" if kind == "prismatic" else "inertia about"
    cause = f"it feels next to no {what} its axis at this pose: H is singular there"
    remedy = "give its body inertia, its motor a rotor, or make the joint fixed"
    return Divergence(t=t, joint=phase.plant.names[at], cause=cause, remedy=remedy)


def _without_inertia(phase: Phase, q: Array) -> int | None:
    """The joint that moves most in the motion which H hardly resists; None where H is sound."""
    M = inertia(phase.plant.parts(q, np.zeros(phase.n)))
    if not np.isfinite(M).all():
        return None
    sizes, motions = np.linalg.eigh(0.5 * (M + M.T))
    return int(np.abs(motions[:, 0]).argmax()) if sizes[0] < THIN * sizes[-1] else None


def _rates(phase: Phase, t: float, y: Array) -> Array:
    try:
        return phase.rates(t, y)
    except np.linalg.LinAlgError:
        return np.full(len(y), np.nan)


def unsolved(t: float, names: str) -> Divergence:
    cause = "friction that goes with loads or reactions has no answer here, or several"
    return Divergence(t=t, joint=names, cause=cause, remedy="lower the friction coefficients")


def piling_up(t: float, name: str, count: int, short: float) -> Divergence:
    cause = f"{count} events within {1e3 * short:g} ms"
    remedy = "friction, stops or an event of yours never settle here: change their numbers"
    return Divergence(t=t, joint=name, cause=cause, remedy=remedy)


def too_many(t: float, count: int) -> Divergence:
    remedy = "loosen the tolerance, lengthen the step, or use integrator='radau' if it is stiff"
    return Divergence(t=t, joint="", cause=f"{count:,} steps were not enough", remedy=remedy)


def _remedy(phase: Phase) -> str:
    problem = phase.problem
    if not problem.method.adaptive:
        return "take a shorter step or an adaptive integrator"
    if problem.law is not None or problem.joint is not None or problem.motor is not None:
        return "check the sign and the size of the gains and torques"
    return "check masses and inertias: erfd check"


def refuse_singular(error: RobotError, name: str) -> RobotError:
    """What to do about a robot that has no forward dynamics at all."""
    variants = {
        "kr5": "load kr5_fused (link 6 fused with link 5) or kr5_inertia6",
        "kr5_r6": "load kr5_inertia6",
    }
    own = f"; {variants[name]}" if name in variants else ""
    remedy = f"{error.remedy}, or give its motor a rotor inertia and simulate with drives"
    return RobotError(error.what, remedy + own)
