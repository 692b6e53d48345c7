"""When a run cannot go on: which joint, and why."""

from __future__ import annotations

import numpy as np

from erfd.curve import Array
from erfd.dynamics.lump import tree_of
from erfd.dynamics.singular import singular_joint
from erfd.errors import RobotError
from erfd.forward.phase import Phase
from erfd.forward.record import Divergence

FASTEST = 1e5  # rad/s or m/s: beyond it nothing of a robot is left


def too_fast(phase: Phase, t: float, y: Array) -> Divergence | None:
    n = phase.n
    speeds = np.abs(y[n : 2 * n])
    if np.isfinite(y).all() and (not n or speeds.max() < FASTEST):
        return None
    j = int(np.argmax(np.where(np.isfinite(speeds), speeds, np.inf))) if n else 0
    cause = f"its speed passes {FASTEST:g} rad/s (m/s), beyond any robot"
    return Divergence(t=t, joint=phase.plant.names[j], cause=cause, remedy=_remedy(phase))


def stuck(phase: Phase, t: float, y: Array) -> Divergence:
    """No step is short enough."""
    q, _, _ = phase.split(y)
    at = singular_joint(tree_of(phase.plant.robot), q.tolist())
    names = phase.plant.names
    if at is not None and not phase.plant.r:
        kind = phase.plant.robot.independent[at].kind
        what = "mass along" if kind == "prismatic" else "inertia about"
        cause = f"it feels no {what} its axis at this pose, so the equations have no answer"
        remedy = "give its body inertia, its motor a rotor, or make the joint fixed"
        return Divergence(t=t, joint=names[at], cause=cause, remedy=remedy)
    with np.errstate(all="ignore"):
        rates = _rates(phase, t, y)
    qdd = np.abs(rates[phase.n : 2 * phase.n])
    j = int(np.argmax(np.where(np.isfinite(qdd), qdd, np.inf))) if len(qdd) else 0
    size = f"{qdd[j]:.3g}" if len(qdd) and np.isfinite(qdd[j]) else "no number"
    cause = f"its acceleration is {size} (rad/s^2, m/s^2) and no step is short enough to follow"
    return Divergence(t=t, joint=names[j] if names else "", cause=cause, remedy=_remedy(phase))


def _rates(phase: Phase, t: float, y: Array) -> Array:
    try:
        return phase.rates(t, y)
    except np.linalg.LinAlgError:
        return np.full(len(y), np.nan)


def unsolved(t: float, names: str) -> Divergence:
    cause = "friction that goes with loads or reactions has no answer here, or several"
    return Divergence(t=t, joint=names, cause=cause, remedy="lower the friction coefficients")


def piling_up(t: float, name: str, count: int) -> Divergence:
    cause = f"{count} events at the same instant"
    remedy = "friction or stops have no answer here, or several: change the friction coefficients"
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
