"""A rotation matrix as roll, pitch and yaw: R = Rz(yaw) Ry(pitch) Rx(roll).

Near gimbal lock (pitch at a right angle) yaw is ill-determined, but roll and pitch are then taken
from what this very yaw leaves of R, so the angles always give the matrix back.
"""

from __future__ import annotations

import math

from erfd.algebra import Matrix, product, transpose
from erfd.robot.placement import turn


def to_rpy(R: Matrix) -> tuple[float, float, float]:
    """Roll, pitch and yaw in radians; exactly zero or a right angle where R is that exact."""
    (r00, _, _), (r10, _, _), _ = R
    yaw = math.atan2(r10, r00) if math.hypot(r00, r10) > 2e-16 else 0.0
    rest = product(transpose(turn("z", yaw)), R)
    roll = math.atan2(-rest[1][2], rest[1][1])
    pitch = math.atan2(-rest[2][0], rest[0][0])
    return roll + 0.0, pitch + 0.0, yaw + 0.0
