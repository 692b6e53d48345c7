"""Point-to-point plans as the published runs have them: a trapezoid for each joint of its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

import erfd

DT = 0.01
WRENCH = np.array([-100.0, -100.0, -150.0, 0.0, 0.0, 0.0])
HOME, LAST = [0.0] * 6, [-115.7, 55.7, 68.7, 0.0, 0.0, 0.0]
FROM, TO = [-160, -63, -15, 67, -2, -64], [160, -83, 79, -30, 86, -93]


def rpm_over_ratio(arm: erfd.Arm) -> NDArray[np.float64]:
    motors = arm.robot.drives.motors
    return np.array([m.top_speed.value / m.ratios[i] for i, m in enumerate(motors)])


def trapezoids(
    arm: erfd.Arm, start: ArrayLike, end: ArrayLike, faster: float = 1.0
) -> NDArray[np.float64]:
    """Positions every DT (rad), from degrees; accelerations `faster` times the stated ones."""
    a, b = np.radians(start), np.radians(end)
    limits = [joint.limits for joint in arm.robot.independent]
    top = np.minimum([x.speed.value for x in limits], rpm_over_ratio(arm))
    acceleration = faster * np.array([x.acceleration.value for x in limits])
    way, length = np.sign(b - a), np.abs(b - a)
    rise = np.minimum(top / acceleration, np.sqrt(length / acceleration))
    speed = acceleration * rise
    level = np.divide(length - speed * rise, speed, out=np.zeros(len(a)), where=speed > 0)
    total = 2 * rise + level
    count = int(np.ceil(total.max() / DT - 1e-9))
    t = np.minimum(DT * np.arange(count + 1)[:, None], total)
    up, down = 0.5 * acceleration * t**2, length - 0.5 * acceleration * (total - t) ** 2
    path = np.where(t < rise, up, np.where(t < total - rise, speed * (t - 0.5 * rise), down))
    return a + way * path
