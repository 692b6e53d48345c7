"""A is the derivative of the motor angles, its drift that of A; gears transmit all the power."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from erfd.drives.function import drive_function
from erfd.drives.gears import driven, gear_torques, solve
from erfd.drives.transmission import drift, is_constant, matrix, motor_angles, speeds
from erfd.dynamics.dual import Dual
from erfd.errors import RobotError
from erfd.robot.drives import Drives, Motor
from erfd.robot.library import load
from tests.cases import moving, rates

IRB6 = load("irb6").drives
RL15 = load("rl15").drives
assert IRB6 is not None
assert RL15 is not None


def state(seed: int) -> tuple[list[float], list[float]]:
    """Of the IRb-6, inside its ranges."""
    rng = random.Random(seed)
    reach = ((-2.9, 2.9), (-2.2, -0.9), (-1.1, 1.3), (-2.2, 2.0), (-9, 9))
    return [rng.uniform(*x) for x in reach], [rng.uniform(-2, 2) for _ in reach]


@pytest.mark.parametrize("seed", range(20))
def test_a_is_the_derivative_of_the_motor_angles(seed: int) -> None:
    q, qd = state(seed)
    angles = motor_angles(IRB6, moving(q, qd))
    A = matrix(IRB6, q)
    np.testing.assert_allclose(rates(angles), speeds(A, qd), rtol=1e-13, atol=1e-11)
    h = 1e-5
    ahead, behind = ([x + s * v for x, v in zip(q, qd, strict=True)] for s in (h, -h))
    step = np.subtract(motor_angles(IRB6, ahead), motor_angles(IRB6, behind)) / (2 * h)
    np.testing.assert_allclose(step, speeds(A, qd), rtol=1e-8, atol=1e-6)


@pytest.mark.parametrize("seed", range(20))
def test_the_drift_is_what_a_changes_by(seed: int) -> None:
    q, qd = state(seed)
    changing = rates(matrix(IRB6, moving(q, qd)))
    np.testing.assert_allclose(drift(IRB6, q, qd), changing @ qd, rtol=1e-12, atol=1e-10)
    assert drift(RL15, [0] * 6, [1.0] * 6) == [0] * 6


def test_the_ratios_of_the_ball_screws() -> None:
    """134 to 176 turns a turn over the published range of the crank triangles."""
    assert not is_constant(IRB6)
    assert is_constant(RL15)
    arms = [matrix(IRB6, [0, math.radians(x), 0, 0, 0])[1][1] for x in range(-130, -49)]
    assert (min(map(abs, arms)), max(map(abs, arms))) == pytest.approx((134, 176), abs=1.5)


def test_the_published_matrix_of_rl15() -> None:
    run = drive_function(load("rl15"), "transmission_matrix")
    A = run(np.zeros((2, 6)))
    expected = np.diag([120, 119, 119, 936 / 7, 1536 / 7, 160 / 3])
    expected[2, 1], expected[4, 3], expected[5, 3], expected[5, 4] = 1, 12 / 7, -1, 160 / 3
    np.testing.assert_allclose(A, [expected, expected], rtol=1e-15)


@pytest.mark.parametrize("seed", range(20))
def test_gears_transmit_all_the_power(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.randint(1, 8)
    A = [[rng.choice((0.0, rng.uniform(-100, 100))) for _ in range(n)] for _ in range(n)]
    for i in range(n):
        A[i][i] += 150.0
    u = [[rng.uniform(-500, 500)] for _ in range(n)]
    tau = gear_torques(A, u, range(n))
    np.testing.assert_allclose(np.transpose(A) @ tau, u, rtol=1e-10, atol=1e-9)


def test_exact_numbers_stay_exact() -> None:
    B = [[Fraction(0), Fraction(2)], [Fraction(3), Fraction(1, 7)]]
    assert solve(B, [[Fraction(1)], [Fraction(2)]]) == [[Fraction(9, 14)], [Fraction(1, 2)]]


def test_joints_that_no_motor_moves_are_left_out() -> None:
    motors = (Motor(name="a", ratios=(0.0, 2.0, 1.0)), Motor(name="b", ratios=(0.0, 0.0, 4.0)))
    assert driven(Drives(motors=motors)) == [1, 2]
    (a,), (b,) = gear_torques([m.ratios for m in motors], [[9.0], [4.0], [6.0]], [1, 2])
    assert (a, b) == (2.0, 1.0)


def test_a_singular_coupling_is_refused() -> None:
    with pytest.raises(RobotError, match="A is singular"):
        solve([[1.0, 2.0], [2.0, 4.0]], [[1.0], [1.0]])


def test_a_screw_runs_on_numbers_with_a_rate() -> None:
    assert isinstance(motor_angles(IRB6, [Dual(x, 1.0) for x in state(1)[0]])[1], Dual)
