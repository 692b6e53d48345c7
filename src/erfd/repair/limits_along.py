"""Every limit along a path, as an interval of s_ddot at a squared speed x = s_dot^2.

With q(s), its derivatives q' and q'': qd = q' s_dot, qdd = q' s_ddot + q'' x. Torques through the
gears are tau = a s_ddot + b x + g (inertia, velocity terms, gravity and wrench); a motor that turns
with y = y' s_dot, its direction sigma = sign(y'), must give

    u = tau + mu |tau| sigma + J (y' s_ddot + y'' x) + f_v y' s_dot + f_c sigma

which is the larger (sigma > 0) or the smaller (sigma < 0) of two straight lines in s_ddot: one for
a load that is driven, one for a load that drives. Between two points both ends are asked.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.drives.friction import load_shares
from erfd.drives.function import drive_function
from erfd.drives.transmission import drift, is_constant
from erfd.judge.motor_limits import torque_bounds
from erfd.robot.drives import Motor
from erfd.robot.robot import Robot
from erfd.trace.robot_function import robot_function


@dataclass(frozen=True)
class Points:
    """Points of a path: q, dq/ds, d2q/ds2; a row a point."""

    q: Array
    first: Array
    second: Array


@dataclass(frozen=True)
class Lines:
    """Of every motor at every point: two lines u = slope s_ddot + bend x + flat, and the rest."""

    slope: Array  # (2, points, motors)
    bend: Array
    flat: Array
    viscous: Array  # (points, motors), times s_dot
    y: Array
    sigma: Array


def ceiling(robot: Robot, at: Points, share: float) -> Array:
    """The largest x that joint and motor speeds allow at every point."""
    rates = [_share_of(np.abs(at.first), _joint(robot, "speed") * share)]
    if robot.drives is not None:
        most = np.array(
            [math.inf if not m.top_speed.known else m.top_speed.value for m in robot.drives.motors]
        )
        rates.append(_share_of(np.abs(motor_rates(robot, at)), most.astype(float) * share))
    top: Array = np.min([x.min(axis=1) for x in rates], axis=0) ** 2
    return top


def _share_of(rate: Array, most: Array) -> Array:
    with np.errstate(divide="ignore"):
        return np.where(rate > 1e-12, most / np.maximum(rate, 1e-300), np.inf)


def _joint(robot: Robot, name: str) -> Array:
    limits = [getattr(j.limits, name) for j in robot.independent]
    return np.array([float(x.value) if x.known else math.inf for x in limits])


def motor_rates(robot: Robot, at: Points) -> Array:
    """dy/ds of the motors' angles."""
    A = drive_function(robot, "transmission_matrix")(at.q)
    rates: Array = np.einsum("kij,kj->ki", A, at.first)
    return rates


class Limits:
    """The interval of s_ddot at the points of one path; `share` of every limit is used."""

    def __init__(
        self, robot: Robot, left: Points, right: Points, wrench: Array | None, share: Array
    ) -> None:
        self.robot, self.share = robot, share
        both = [
            Points(*(np.stack([getattr(p, n) for p in (left, right)], 1)[:, e] for n in NAMES))
            for e in (0, 1)
        ]
        self.first = np.stack([p.first for p in both], axis=1)
        self.second = np.stack([p.second for p in both], axis=1)
        self.most = _joint(robot, "acceleration")
        self.lines = [_lines(robot, p, wrench) for p in both] if robot.drives else []
        self.fixed = self._fixed()

    def _fixed(self) -> tuple[Array, Array] | None:
        """The torque bounds of all motors where they do not depend on speed."""
        drives = self.robot.drives
        if drives is None or any(_bends(m) for m in drives.motors):
            return None
        pairs = [torque_bounds(m, np.zeros(1)) for m in drives.motors]
        lower, upper = (np.array([float(side[0]) for side in s]) for s in zip(*pairs, strict=True))
        return lower, upper

    def interval(self, k: int, x: Array) -> tuple[Array, Array]:
        """The lowest and the highest s_ddot from point k to the next, for squared speeds x."""
        low, high = self._accelerations(k, x)
        for line in self.lines:
            lower, upper = self._bounds(line, k, x)
            a, b = _motor_interval(line, k, x, lower * self.share[k], upper * self.share[k])
            low, high = np.maximum(low, a), np.minimum(high, b)
        return low, high

    def _accelerations(self, k: int, x: Array) -> tuple[Array, Array]:
        """|q' s_ddot + q'' x| <= stated maximum, at both ends."""
        most = self.most * self.share[k]
        rest = self.second[k][None] * x[:, None, None]
        return _between(self.first[k][None], -most - rest, most - rest)

    def _bounds(self, line: Lines, k: int, x: Array) -> tuple[Array, Array]:
        if self.fixed is not None:
            return self.fixed
        motors = self.robot.drives.motors if self.robot.drives else ()
        y = line.y[k] * np.sqrt(x)[:, None]
        pairs = [torque_bounds(m, y[:, i]) for i, m in enumerate(motors)]
        lower, upper = (np.stack(side, axis=1) for side in zip(*pairs, strict=True))
        return lower, upper


NAMES = ("q", "first", "second")


def _bends(motor: Motor) -> bool:
    return bool(motor.torque_curve) or motor.supply_voltage is not None


def _motor_interval(
    line: Lines, k: int, x: Array, lower: Array, upper: Array
) -> tuple[Array, Array]:
    rest = line.viscous[k] * np.sqrt(x)[:, None]
    ends = []
    for slope, bend, flat in zip(line.slope, line.bend, line.flat, strict=True):
        known = bend[k] * x[:, None] + flat[k] + rest
        ends.append((lower - known, upper - known, slope[k]))
    larger = line.sigma[k] >= 0.0
    return _of_two(ends[0], ends[1], larger)


def _of_two(one: Any, two: Any, larger: Array) -> tuple[Array, Array]:
    """s_ddot with lower <= max(lines) <= upper (where `larger`), or the same of min(lines).

    The side on which both lines must keep the bound is exact; on the other side one is enough, and
    the wider of both answers is taken.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = _rays(one), _rays(two)
    both_low, both_high = np.maximum(a[0], b[0]), np.minimum(a[1], b[1])
    one_low, one_high = np.minimum(a[2], b[2]), np.maximum(a[3], b[3])
    strict_low, strict_high = np.maximum(a[2], b[2]), np.minimum(a[3], b[3])
    wide_low, wide_high = np.minimum(a[0], b[0]), np.maximum(a[1], b[1])
    low = np.where(larger, np.maximum(both_low, one_low), np.maximum(wide_low, strict_low))
    high = np.where(larger, np.minimum(both_high, one_high), np.minimum(wide_high, strict_high))
    return low.max(axis=1), high.min(axis=1)


def _rays(line: Any) -> tuple[Array, Array, Array, Array]:
    """s_ddot from, to by slope s_ddot <= upper; from, to by slope s_ddot >= lower."""
    lower, upper, slope = line
    flat = np.abs(slope) < 1e-14
    up, down = slope > 0.0, slope < 0.0
    safe = np.where(flat, 1.0, slope)
    top, bottom = upper / safe, lower / safe
    inf = np.inf
    never_upper, never_lower = flat & (upper < 0.0), flat & (lower > 0.0)
    return (
        np.where(never_upper, inf, np.where(down & ~flat, top, -inf)),
        np.where(never_upper, -inf, np.where(up & ~flat, top, inf)),
        np.where(never_lower, inf, np.where(up & ~flat, bottom, -inf)),
        np.where(never_lower, -inf, np.where(down & ~flat, bottom, inf)),
    )


def _between(slope: Array, lower: Array, upper: Array) -> tuple[Array, Array]:
    """lower <= slope s_ddot <= upper for all of the last two axes."""
    flat = np.abs(slope) < 1e-14
    safe = np.where(flat, 1.0, slope)
    a, b = lower / safe, upper / safe
    none = flat & ((lower > 0.0) | (upper < 0.0))
    low = np.where(flat, np.where(none, np.inf, -np.inf), np.minimum(a, b))
    high = np.where(flat, np.where(none, -np.inf, np.inf), np.maximum(a, b))
    return low.max(axis=(1, 2)), high.min(axis=(1, 2))


def _lines(robot: Robot, at: Points, wrench: Array | None) -> Lines:
    drives = robot.drives
    if drives is None:
        raise ValueError("a robot without drives has no motors")
    motors = drives.motors
    a, b, g = _gear_torques(robot, at, wrench)
    y = motor_rates(robot, at)
    bent = np.einsum("kij,kj->ki", drive_function(robot, "transmission_matrix")(at.q), at.second)
    if not is_constant(drives):
        bent = bent + np.array([_drift(drives, q, v) for q, v in zip(at.q, at.first, strict=True)])
    sigma = np.sign(y)
    J = _numbers([m.rotor_inertia for m in motors])
    shares = np.array([[float(x) for x in load_shares(m)] for m in motors])
    forward, back = shares[:, 0] * np.abs(sigma), shares[:, 1] * np.abs(sigma)
    # the load of the motor's own direction is driven, the other drives; at most one holds
    gains = np.stack([1.0 + forward, 1.0 - back])
    dry = _dry(motors, sigma)
    return Lines(
        slope=gains * a + J * y,
        bend=gains * b + J * bent,
        flat=gains * g + dry,
        viscous=_numbers([m.viscous_friction for m in motors]) * y,
        y=y,
        sigma=sigma,
    )


def _dry(motors: tuple[Motor, ...], sigma: Array) -> Array:
    """Coulomb friction in the direction of the motion."""
    sizes = [m.coulomb_friction for m in motors]
    ahead = _numbers([None if x is None else x.forward for x in sizes])
    behind = _numbers([None if x is None else x.backward for x in sizes])
    return np.where(sigma > 0.0, ahead, np.where(sigma < 0.0, -behind, 0.0))


def _numbers(values: list[Any]) -> Array:
    return np.array([0.0 if x is None else float(x) for x in values])


def _drift(drives: Any, q: Array, rate: Array) -> list[float]:
    return [float(x) for x in drift(drives, q.tolist(), rate.tolist())]


def _gear_torques(robot: Robot, at: Points, wrench: Array | None) -> tuple[Array, Array, Array]:
    """a, b, g of tau = a s_ddot + b x + g, through the gears."""
    torque = robot_function(robot, "inverse_dynamics", wrench=wrench is not None)
    load = () if wrench is None else (wrench,)
    still = np.zeros_like(at.q)
    g = torque(at.q, still, still, *load)
    a = torque(at.q, still, at.first, *load) - g
    b = torque(at.q, at.first, at.second, *load) - g
    A = drive_function(robot, "transmission_matrix")(at.q)
    across = np.swapaxes(A, 1, 2)
    solved = np.linalg.solve(across, np.stack([a, b, g], axis=2))
    return solved[..., 0], solved[..., 1], solved[..., 2]
