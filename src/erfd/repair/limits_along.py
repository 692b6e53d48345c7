"""Every limit along a path, as an interval of s_ddot at a squared speed x = s_dot^2.

With q(s), its derivatives q' and q'': qd = q' s_dot, qdd = q' s_ddot + q'' x. Torques through the
gears are tau = a s_ddot + b x + g (inertia, velocity terms, gravity and wrench); a motor that turns
with y = y' s_dot, its direction sigma = sign(y'), must give

    u = tau + mu |tau| sigma + J (y' s_ddot + y'' x) + f_v y' s_dot + f_c sigma

which is the larger (sigma > 0) or the smaller (sigma < 0) of two straight lines in s_ddot: one for
a load that is driven, one for a load that drives. A joint's stated effort bounds tau before the
gears, one straight line. Between two points both ends are asked.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from erfd.curve import Array, Index
from erfd.drives.friction import load_shares
from erfd.drives.function import drive_function
from erfd.drives.transmission import drift, is_constant
from erfd.judge.joint_limits import moving
from erfd.judge.kernels import kernel, once
from erfd.judge.motor_limits import torque_bounds
from erfd.repair.interval import interval_function
from erfd.robot.drives import Motor
from erfd.robot.robot import Robot

FLAT = 1e-14


@dataclass(frozen=True)
class Points:
    """Points of a path: q, dq/ds, d2q/ds2; a row a point."""

    q: Array
    first: Array
    second: Array


@dataclass(frozen=True)
class Lines:
    """Of every motor, then of every joint with an effort, at every point: two lines
    u = slope s_ddot + bend x + flat, and the rest; y of the motors only."""

    slope: Array  # (2, points, motors and joints)
    bend: Array
    flat: Array
    viscous: Array  # (points, motors and joints), times s_dot
    y: Array
    sigma: Array


class Torques(NamedTuple):
    """a, b, g of tau = a s_ddot + b x + g."""

    a: Array
    b: Array
    g: Array


class Side(NamedTuple):
    """What `interval_function` is given of one end of every interval, and the motors' dy/ds."""

    slope: Array
    bend: Array
    flat: Array
    viscous: Array
    sigma: Array
    first: Array
    second: Array
    y: Array


def ceiling(robot: Robot, at: Points, share: float) -> Array:
    """The largest x that joint and motor speeds allow at every point."""
    rates = [_share_of(np.abs(at.first), joint_maxima(robot, "speed") * share)]
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


def joint_maxima(robot: Robot, name: str) -> Array:
    """Of the independent joints: their own maxima, or what those that mimic them leave."""
    most = np.full(len(robot.independent), math.inf)
    for joint, how, _ in moving(robot):
        own = getattr(joint.limits, name)
        if own.known and how.ratio != 0 and (joint.mimic is None or name != "effort"):
            most[how.of] = min(most[how.of], float(own.value) / abs(float(how.ratio)))
    return most


def _transmission(robot: Robot) -> Any:
    return once(robot, "A(q)", lambda: drive_function(robot, "transmission_matrix"))


def motor_rates(robot: Robot, at: Points) -> Array:
    """dy/ds of the motors' angles."""
    A = _transmission(robot)(at.q)
    rates: Array = np.einsum("kij,kj->ki", A, at.first)
    return rates


class Limits:
    """The interval of s_ddot at the points of one path."""

    def __init__(self, robot: Robot, left: Points, right: Points, wrench: Array | None) -> None:
        self.robot = robot
        self.most = joint_maxima(robot, "acceleration")
        self.known = np.flatnonzero(np.isfinite(self.most))
        self.motors = robot.drives.motors if robot.drives else ()
        effort = joint_maxima(robot, "effort")
        strong = np.flatnonzero(np.isfinite(effort))
        self.effort = effort[strong]
        self.sides = [_side(robot, p, wrench, self.known, strong) for p in (left, right)]
        self.run = interval_function(len(self.motors) + len(strong), len(self.known))

    def interval(self, used: Array, k: Index, x: Array) -> tuple[Array, Array]:
        """The lowest and the highest s_ddot from points k to the next, for squared speeds x.

        `used` is the share of every limit that is used at each point.
        """
        low, high = np.full(x.shape, -np.inf), np.full(x.shape, np.inf)
        if not len(self.motors) and not len(self.known) and not len(self.effort):
            return low, high
        share = used[k][:, None, None]
        for side in self.sides:
            lower, upper = self._bounds(side, k, x)
            most = np.broadcast_to(self.most[self.known] * share, (len(k), 1, len(self.known)))
            part = [values[k][:, None] for values in side]
            a, b = self.run(*part[:5], lower * share, upper * share, *part[5:7], most, x)
            low, high = np.maximum(low, a), np.minimum(high, b)
        return low, high

    def _bounds(self, side: Side, k: Index, x: Array) -> tuple[Array, Array]:
        """Torque bounds of all motors, at every speed where they depend on it; then efforts."""
        bends = any(_bends(m) for m in self.motors)
        speed = np.sqrt(x)[:, :, None] if bends else np.zeros((len(k), 1, 1))
        y = side.y[k][:, None, :] * speed
        pairs = [_bounds_of(m, y[:, :, i]) for i, m in enumerate(self.motors)]
        flat = np.ones(y.shape[:2])
        pairs += [(-most * flat, most * flat) for most in self.effort]
        if not pairs:
            none = np.zeros((len(k), 1, 0))
            return none, none
        lower, upper = (np.stack(side, axis=-1) for side in zip(*pairs, strict=True))
        return lower, upper


def _bounds_of(motor: Motor, y: Array) -> tuple[Array, Array]:
    """Torque bounds with those that current and power set."""
    lower, upper = torque_bounds(motor, y)
    most = np.full(y.shape, math.inf)
    if motor.peak_current.known and motor.torque_constant is not None:
        most = np.minimum(most, float(motor.peak_current.value) * float(motor.torque_constant))
    if motor.peak_power.known:
        with np.errstate(divide="ignore"):
            most = np.minimum(most, float(motor.peak_power.value) / np.abs(y))
    return np.maximum(lower, -most), np.minimum(upper, most)


def _bends(motor: Motor) -> bool:
    curved = bool(motor.torque_curve) or motor.supply_voltage is not None
    return curved or motor.peak_power.known


def _side(robot: Robot, at: Points, wrench: Array | None, known: Index, strong: Index) -> Side:
    count = len(at.q)
    first, second = _not_flat(at.first[:, known]), at.second[:, known]
    torques = _joint_torques(robot, at, wrench)
    x = _of_joints(Torques(*(part[:, strong] for part in torques)))
    if robot.drives is not None:
        x = _beside(_lines(robot, at, _through_gears(robot, at, torques)), x)
    slope, bend, flat = (
        np.moveaxis(part, 0, 1).reshape(count, -1) for part in (x.slope, x.bend, x.flat)
    )
    return Side(_not_flat(slope), bend, flat, x.viscous, x.sigma, first, second, x.y)


def _of_joints(torques: Torques) -> Lines:
    """The same line twice: no friction, no direction."""
    a, b, g = (np.stack([part, part]) for part in torques)
    none = np.zeros(torques.a.shape)
    return Lines(slope=a, bend=b, flat=g, viscous=none, y=none[:, :0], sigma=none)


def _beside(motors: Lines, joints: Lines) -> Lines:
    pairs = zip(vars(motors).values(), vars(joints).values(), strict=True)
    return Lines(*(np.concatenate(pair, axis=-1) for pair in pairs))


def _not_flat(slope: Array) -> Array:
    """What changes nothing has a slope of almost nothing: its bounds are far away."""
    return np.where(np.abs(slope) < FLAT, FLAT, slope)


def _lines(robot: Robot, at: Points, torques: Torques) -> Lines:
    drives = robot.drives
    if drives is None:
        raise ValueError("a robot without drives has no motors")
    motors = drives.motors
    a, b, g = torques
    y = motor_rates(robot, at)
    bent = np.einsum("kij,kj->ki", _transmission(robot)(at.q), at.second)
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


def _joint_torques(robot: Robot, at: Points, wrench: Array | None) -> Torques:
    torque = kernel(robot, "inverse_dynamics", wrench=wrench is not None)
    load = () if wrench is None else (wrench,)
    still = np.zeros_like(at.q)
    g = torque(at.q, still, still, *load)
    a = torque(at.q, still, at.first, *load) - g
    b = torque(at.q, at.first, at.second, *load) - g
    return Torques(a, b, g)


def _through_gears(robot: Robot, at: Points, torques: Torques) -> Torques:
    across = np.swapaxes(_transmission(robot)(at.q), 1, 2)
    solved = np.linalg.solve(across, np.stack(torques, axis=2))
    return Torques(*np.moveaxis(solved, 2, 0))
