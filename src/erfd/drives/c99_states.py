"""States for the test of a C export's motor functions: of motors at work, at their limits, at rest.

Of every motor by itself:

    speed     none, next to none, slow, at a corner of its curve, at its top, beyond; both ways
    torque    a share of what it has at that speed: driving and braking, just within it, just beyond
    plan      a speed just within the top speed, or beyond

"Just" is so near that a limit that is wrong by a hundredth is on the other side.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np

from erfd.drives import transmission
from erfd.drives.limits import torque_range, torque_ranges
from erfd.drives.motors import motor_equations, motor_torque
from erfd.drives.train import Train
from erfd.robot.drives import Motor
from erfd.robot.robot import Robot

State = dict[str, list[float]]
JUST = (0.996, 1.004)
SHARES = (0.1, 0.7, *JUST, *JUST, 1.5, 3.0)
SPEEDS = (0.001, 0.05, 0.3, 0.7, *JUST, *JUST, 1.3)
WITHIN = 0.5  # m, of prismatic joints
USUAL = 100.0  # rad/s, of a motor of which nothing is known


def state_of(rng: random.Random, *, robot: Robot, train: Train, quantity: str) -> State:
    """The numbers of all inputs but wrench, parameters and undriven accelerations."""
    q = [rng.uniform(-1, 1) * _reach(joint.kind) for joint in robot.independent]
    if quantity == "effective_inertia":
        return {"q": q}
    qd = _joints(train, q, [_speed(rng, m) for m in train.drives.motors])
    if rng.random() < 0.2:
        qd = [rng.choice((0.0, v)) for v in qd]
    if quantity == "achievable_step":
        return _cycle(rng, train, q, qd)
    if rng.random() < 0.5:
        qdd = [rng.uniform(-1, 1) * 10 ** rng.uniform(-1, 1.5) for _ in q]
    else:
        qdd = _acceleration(rng, train, q, qd)
    if quantity != "motor_forward_dynamics":
        return {"q": q, "qd": qd, "qdd": qdd}
    return {"q": q, "qd": qd, "tau_motor": [float(x) for x in motor_torque(train, q, qd, qdd)]}


def _reach(kind: str) -> float:
    return WITHIN if kind == "prismatic" else math.pi


def _corners(motor: Motor) -> list[float]:
    """The speeds, rad/s, at which something changes."""
    found = [] if motor.top_speed.value is None else [float(motor.top_speed.value)]
    found += [float(speed) for speed, _ in motor.torque_curve or ()]
    kt, U = motor.torque_constant, motor.supply_voltage
    if kt is not None and motor.resistance is not None and U is not None:
        level = float(torque_range(motor, 0.0, motor.peak_torque.value).upper)
        found += [float(U / kt), float((U - motor.resistance * level / kt) / kt)]
    return [x for x in found if x > 0] or [USUAL]


def _speed(rng: random.Random, motor: Motor) -> float:
    return rng.choice((-1, 1)) * rng.choice(SPEEDS) * rng.choice(_corners(motor))


def _joints(train: Train, q: Sequence[float], y: Sequence[float]) -> list[float]:
    """Joint speeds of motor speeds, the smallest where they are not unique."""
    A = np.array(transmission.matrix(train.drives, q), dtype=float)
    return [float(x) for x in np.linalg.lstsq(A, np.array(y), rcond=None)[0]]


def _cycle(rng: random.Random, train: Train, q: list[float], qd: list[float]) -> State:
    """Of a cycle: motors take a share of their torque, or the plan's speed that of the top."""
    dt, here = 10 ** rng.uniform(-2.5, -1), [rng.uniform(-0.01, 0.01) for _ in q]
    if rng.random() < 0.2:
        wanted = _joints(train, q, [_speed(rng, m) for m in train.drives.motors])
    else:
        a = _acceleration(rng, train, q, qd)
        wanted = [v + x * dt for v, x in zip(qd, a, strict=True)]
    following = [x + v * dt for x, v in zip(here, wanted, strict=True)]
    return {"q": q, "qd": qd, "planned": here, "q_next": following, "dt": [dt]}


def _acceleration(
    rng: random.Random, train: Train, q: Sequence[float], qd: Sequence[float]
) -> list[float]:
    """That at which every motor takes its share; in a few steps, for friction turns with torque."""
    qdd = [0.0] * len(q)
    y = [float(v) for v in transmission.turning(train.drives, q, qd).y]
    shares = [rng.choice(SHARES) for _ in y]
    if rng.random() < 0.5:
        one = rng.randrange(len(y))
        shares = [rng.choice(JUST) if k == one else 0.4 * rng.random() for k in range(len(y))]
    torque = [
        s * _bound(float(b)) if x > 0 else -s * _bound(-float(a))
        for s, x, (a, b) in zip(
            shares, [rng.uniform(-1, 1) for _ in y], torque_ranges(train.drives, y), strict=True
        )
    ]
    for _ in range(4):
        H, bias = motor_equations(train, q, qd, qdd)
        rest = np.array(torque) - np.array(bias, dtype=float)
        qdd = [float(x) for x in np.linalg.lstsq(np.array(H, dtype=float), rest, rcond=None)[0]]
    return qdd


def _bound(x: float) -> float:
    return x if math.isfinite(x) else 1.0
