"""What a rollout gives: the states that were kept, and which rows diverged, and when."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from erfd.curve import Array, Polynomials
from erfd.errors import TrajectoryError
from erfd.trajectory import Trajectory

Flags = NDArray[np.bool_]
Counts = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Rollout:
    """K kept states after the start; leading dimensions are robots. `batch[3]` is one of them.

    `t` (K + 1,); `q`, `qd` (..., K + 1, n); `torque` (..., K, n), held during the step before each
    kept state, or None; `good_steps` (...,): how many steps went well. From the end of the step
    after these on, a row is NaN.
    """

    joint_names: tuple[str, ...]
    dt: float
    steps: int
    integrator: str
    t: Array
    q: Array
    qd: Array
    torque: Array | None
    good_steps: Counts

    def __repr__(self) -> str:
        shape = " x ".join(map(str, self.q.shape[:-2])) or "1"
        robots = f"{shape} robot{'s' * (shape != '1')}"
        span = (
            f"{self.steps} step{'s' * (self.steps != 1)} of {self.dt:g} s by {self.integrator}, "
            f"{len(self.t)} states kept"
        )
        return f"<Rollout: {robots}, {span}, {int(self.diverged.sum())} diverged>"

    @property
    def q_end(self) -> Array:
        return self.q[..., -1, :]

    @property
    def qd_end(self) -> Array:
        return self.qd[..., -1, :]

    @property
    def diverged(self) -> Flags:
        """(...,): a position or speed was not finite any more."""
        return np.asarray(self.good_steps < self.steps)

    @property
    def bad_step(self) -> Counts:
        """(...,): the first bad step, from 0; -1 where there is none."""
        return np.where(self.diverged, self.good_steps, -1)

    def complaints(self) -> list[str]:
        """A line for every robot that diverged."""
        lines = []
        for row in np.argwhere(self.diverged):
            k = int(self.good_steps[tuple(row)])
            name = f"robot {', '.join(map(str, row))}" if len(row) else "the robot"
            when = f"step {k}, from t = {k * self.dt:g} s to {(k + 1) * self.dt:g} s"
            lines.append(f"{name} diverged in {when}")
        return lines

    def __getitem__(self, row: Any) -> Rollout:
        """One robot, or some of them."""
        if self.q.ndim < 3:
            raise TrajectoryError("this rollout has one robot only", "use it as it is")
        torque = None if self.torque is None else self.torque[row]
        good = np.asarray(self.good_steps[row])
        own = {"q": self.q[row], "qd": self.qd[row], "torque": torque, "good_steps": good}
        return dataclasses.replace(self, **own)

    @cached_property
    def trajectory(self) -> Trajectory:
        """One robot's motion as a curve: cubic between kept states, as far as it went well."""
        if self.q.ndim > 2:
            what = f"a rollout of {self.q.shape[:-2]} robots is no single trajectory"
            raise TrajectoryError(what, "take one: batch[0].trajectory")
        kept = int(np.isfinite(self.q).all(-1).sum())
        if kept < 2:
            raise TrajectoryError("the robot diverged before the first kept state", "keep more")
        t, q, qd = self.t[:kept], self.q[:kept], self.qd[:kept]
        how = f"{self.integrator}, steps of {self.dt:g} s, cubic between the states kept"
        return Trajectory(joint_names=self.joint_names, curve=_cubic(t, q, qd), t=t, how=how)


def _cubic(t: Array, q: Array, qd: Array) -> Polynomials:
    """Hermite's: the positions and speeds at both ends of every piece."""
    h = np.diff(t)[:, None]
    rise, first, last = np.diff(q, axis=0) / h, qd[:-1], qd[1:]
    square, cube = (3 * rise - 2 * first - last) / h, (first + last - 2 * rise) / h**2
    return Polynomials(t, np.stack([q[:-1], first, square, cube], axis=1))
