"""Steps of speed: where pieces meet with different speeds, no finite torque follows.

A controller meets such a step within one of its cycles, so it is charged there: the acceleration
step / r_dt, with r_dt of the system variables, whatever the time step of any samples. What that
takes is judged like everything else: acceleration, torque and current, on both sides.

A motion that begins or ends at speed (a piece of a recording, a run of a simulation) is no step: it
may be a part of a longer one. What happens before and after is not known and not judged, and the
verdict says so.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index
from erfd.errors import TrajectoryError
from erfd.judge.instants import Instants
from erfd.trajectory import Trajectory

AT_A_STEP = " at a speed step"
SMALLEST, TORN = 1e-7, 1e-6
TOLD = 1e-3  # rad/s or m/s: samples of a motion at rest are read back with less


def steps(trajectory: Trajectory) -> tuple[Instants, Array]:
    """Both sides of every breakpoint with a step, and the change of the joint speeds there."""
    edges = trajectory.breakpoints
    inner = np.arange(1, len(edges) - 1)
    before = trajectory.curve.at(edges[inner], inner - 1)
    after = trajectory.curve.at(edges[inner], inner)
    _refuse_torn(trajectory, edges[inner], after.q - before.q)
    change = after.qd - before.qd
    k = np.flatnonzero(np.abs(change).max(axis=1) > SMALLEST)
    t = np.concatenate([edges[inner[k]], edges[inner[k]]])
    piece: Index = np.concatenate([k, k + 1])
    order = np.lexsort((piece, t))
    return Instants(t[order], piece[order]), np.concatenate([change[k], change[k]])[order]


class AtSpeed(NamedTuple):
    """The joint that is fastest at an end of a motion, by its number, and its speed."""

    joint: int
    speed: float


def at_ends(trajectory: Trajectory) -> tuple[AtSpeed | None, AtSpeed | None]:
    """At the start and at the end; None where the arm stands."""
    edges = trajectory.breakpoints
    qd = trajectory.curve.at(edges[[0, -1]], np.array([0, len(edges) - 2])).qd
    found = [AtSpeed(int(k), float(x[k])) for x in qd for k in [np.abs(x).argmax()]]
    start, end = (x if abs(x.speed) > TOLD else None for x in found)
    return start, end


def _refuse_torn(trajectory: Trajectory, t: Array, jump: Array) -> None:
    """A curve whose positions jump is no motion."""
    worst = np.abs(jump).max(axis=1, initial=0.0)
    if len(worst) and worst.max() > TORN:
        k = int(np.argmax(worst))
        joint = trajectory.joint_names[int(np.argmax(np.abs(jump[k])))]
        what = f"the position of '{joint}' jumps by {worst[k]:.3g} at t = {t[k]:.6g} s"
        raise TrajectoryError(what, "let the pieces of the curve meet")
