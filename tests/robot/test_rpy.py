"""Angles of a rotation give it back, gimbal lock included."""

import math
import random

from erfd.algebra import product
from erfd.robot.placement import from_rpy
from erfd.robot.rpy import to_rpy
from tests.samples import random_rotation


def gap(A, B) -> float:
    return max(abs(a - b) for x, y in zip(A, B, strict=True) for a, b in zip(x, y, strict=True))


def near_lock(rng: random.Random):
    """Pitch a little off a right angle, the little spread over all magnitudes."""
    off = rng.choice((0.0, 1.0, -1.0)) * 10.0 ** rng.uniform(-17.0, -1.0)
    pitch = rng.choice((1.0, -1.0)) * (math.pi / 2 + off)
    return from_rpy(rng.uniform(-4.0, 4.0), pitch, rng.uniform(-4.0, 4.0))


def test_the_angles_give_the_matrix_back() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        for R in (random_rotation(rng), product(random_rotation(rng), near_lock(rng))):
            assert gap(R, from_rpy(*to_rpy(R))) < 1e-15


def test_near_gimbal_lock_too() -> None:
    """Angles within 1e-15 of a right angle are read as right angles, hence the factor two."""
    rng = random.Random(2)
    for _ in range(4000):
        R = near_lock(rng)
        assert gap(R, from_rpy(*to_rpy(R))) < 2e-15


def test_right_angles_are_exact() -> None:
    quarter = math.pi / 2
    for k in range(64):
        R = from_rpy(k % 4 * quarter, k // 4 % 4 * quarter, k // 16 * quarter)
        assert from_rpy(*to_rpy(R)) == R
    assert to_rpy(from_rpy(0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)
