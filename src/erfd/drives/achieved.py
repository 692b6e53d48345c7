"""What Algorithm 1 says of a cycle and of a whole motion: arrays, flags, the motion as a curve."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from erfd.curve import Array, Polynomials
from erfd.errors import TrajectoryError
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory

Flags = NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True, eq=False)
class AchievableStep:
    """The end of a cycle: q, qd; qdd during it; motor torques that were there, and those needed.

    Flags: `saturated` and `speed_clipped` for each motor, `outside` for each joint that ends
    beyond its range, `converged`. `error` is the planned position less the one reached.
    """

    q: Array
    qd: Array
    qdd: Array
    torque: Array
    needed: Array
    saturated: Flags
    speed_clipped: Flags
    converged: Flags
    outside: Flags
    error: Array

    def __repr__(self) -> str:
        rows, motors = self.q.shape[:-1], int(self.saturated.sum())
        return f"<AchievableStep: states {rows}, {motors} saturated motors>"


@dataclass(frozen=True, kw_only=True, eq=False)
class AchievedMotion:
    """A planned motion as the motors can do it; K cycles, leading dimensions are variants.

    `t` (K + 1,), `planned`, `q` and `qd` (..., K + 1, n) begin with the start; `qdd` (..., K, n),
    `torque`, `needed`, `saturated`, `speed_clipped` (..., K, motors) and `converged` (..., K)
    belong to the cycles. `motion[i]` is one variant.
    """

    joint_names: tuple[str, ...]
    motor_names: tuple[str, ...]
    t: Array
    planned: Array
    q: Array
    qd: Array
    qdd: Array
    torque: Array
    needed: Array
    saturated: Flags
    speed_clipped: Flags
    converged: Flags
    outside: Flags

    def __repr__(self) -> str:
        cycles = int(self.saturated.any(-1).sum())
        variants = f"{self.q.shape[:-2]} variants, " if self.q.ndim > 2 else ""
        span = f"{len(self.joint_names)} joints, {len(self.t) - 1} cycles to {self.t[-1]:.3f} s"
        return f"<AchievedMotion: {variants}{span}, saturated in {cycles}>"

    @property
    def error(self) -> Array:
        """The planned position less the one reached, (..., K + 1, n)."""
        return self.planned - self.q

    @property
    def as_planned(self) -> Flags:
        """(...,): no motor saturated or was clipped, no joint left its range, all was solved."""
        bad = [x.any((-2, -1)) for x in (self.saturated, self.speed_clipped, self.outside)]
        good: Flags = np.asarray(~np.any(bad, axis=0) & self.converged.all(-1))
        return good

    def __getitem__(self, variant: Any) -> AchievedMotion:
        """One variant, or some of them."""
        if self.q.ndim < 3:
            raise TrajectoryError("this motion has one variant only", "use it as it is")
        own = ("joint_names", "motor_names", "t")
        names = [f.name for f in dataclasses.fields(self) if f.name not in own]
        return dataclasses.replace(self, **{k: getattr(self, k)[variant] for k in names})

    @cached_property
    def trajectory(self) -> Trajectory:
        """The motion as a curve: the acceleration of each cycle, constant around its instant.

        The cycles move by their end's speed, q' = q + qd' dt. The curve that does so is a quadratic
        spline: it passes half-way between samples, and them at a distance of qdd dt^2 / 8. It
        begins half a cycle before the first sample.
        """
        if self.q.ndim > 2:
            what = f"a motion of {self.q.shape[:-2]} variants is no single trajectory"
            raise TrajectoryError(what, "take one: motion[0].trajectory")
        return Trajectory(
            joint_names=self.joint_names,
            curve=_spline(self.t, self.q, self.qd, self.qdd),
            t=self.t,
            how="Algorithm 1: the acceleration of each cycle, centred on its start",
        )


def _spline(t: Array, q: Array, qd: Array, qdd: Array) -> Polynomials:
    """Pieces between the middles of the cycles; the last half cycle at its speed."""
    dt = np.diff(t)
    middles = t[:-1] + 0.5 * dt
    edges = np.concatenate([[t[0] - 0.5 * dt[0]], middles, t[-1:]])
    starts = np.concatenate([[q[0] - 0.5 * dt[0] * qd[0]], 0.5 * (q[:-1] + q[1:])])
    accelerations = np.concatenate([qdd, np.zeros((1, q.shape[1]))])
    return Polynomials(edges, np.stack([starts, qd, 0.5 * accelerations], axis=1))


def outside(robot: Robot, q: Array) -> Flags:
    """Which joints are beyond their ranges; an unknown range has no end."""
    limits = [joint.limits for joint in robot.independent]
    lower = [-np.inf if x.lower.value is None else x.lower.value for x in limits]
    upper = [np.inf if x.upper.value is None else x.upper.value for x in limits]
    flags: Flags = (q < lower) | (q > upper)
    return flags
