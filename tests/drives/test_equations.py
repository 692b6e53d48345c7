"""The formulas of both modes, from plain matrices; what differs between them, and what does not."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from erfd.drives.equations import Turning, consistent_equations, consistent_torque, turning
from erfd.drives.friction import directions
from erfd.drives.function import drive_function
from erfd.drives.motors import motor_torque
from erfd.drives.train import train_of
from erfd.errors import RobotError
from erfd.robot.drives import Drives, Motor
from erfd.robot.library import load
from erfd.trace.robot_function import robot_function

ROBOT = load("rl15")
assert ROBOT.drives is not None
MOTORS = ROBOT.drives.motors
A = np.array([m.ratios for m in MOTORS])
K = np.diag(A)
I, FV, MU = (
    np.array([getattr(m, name) for m in MOTORS])
    for name in ("rotor_inertia", "viscous_friction", "load_friction")
)
WRENCH = np.array([-100.0, -100.0, -150.0, 5.0, -3.0, 2.0])


def states(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    q, qd, qdd = np.random.default_rng(4).uniform(-2, 2, (3, count, 6))
    return q, qd, qdd


def joint_torques(*state: np.ndarray) -> np.ndarray:
    result: np.ndarray = robot_function(ROBOT, "inverse_dynamics", wrench=True)(*state)
    return result


def consistent(q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
    u = joint_torques(q, qd, qdd, WRENCH)
    tau, y = np.linalg.solve(A.T, u.T).T, qd @ A.T
    return tau + (qdd @ A.T) * I + FV * y + MU * np.abs(tau) * np.sign(y)


def published(q: np.ndarray, qd: np.ndarray, qdd: np.ndarray, dt: float = 0.0) -> np.ndarray:
    u = joint_torques(q, qd, qdd, WRENCH)
    return u * (1 + MU * np.sign(qd)) / K + (qdd @ A.T) * (I + FV * dt) + FV * (qd @ A.T)


def test_the_consistent_torque() -> None:
    state = states(200)
    run = drive_function(ROBOT, "motor_torque", wrench=True)
    np.testing.assert_allclose(run(*state, WRENCH), consistent(*state), rtol=1e-11, atol=1e-11)


def test_the_published_torque() -> None:
    state = states(200)
    run = drive_function(ROBOT, "motor_torque", wrench=True, mode="as_published", dt=0.01)
    np.testing.assert_allclose(
        run(*state, WRENCH), published(*state, dt=0.01), rtol=1e-11, atol=1e-11
    )


@pytest.mark.parametrize("mode", ["consistent", "as_published"])
@pytest.mark.parametrize("dt", [0.0, 0.01])
def test_torque_is_inertia_and_bias_at_the_motors(mode: str, dt: float) -> None:
    q, qd, qdd = states(200)
    both = (
        drive_function(ROBOT, name, wrench=True, mode=mode, dt=dt)
        for name in ("motor_equations_of_motion", "motor_torque")
    )
    equations, torque = both
    H, bias = equations(q, qd, qdd, WRENCH)
    np.testing.assert_allclose(
        np.einsum("kij,kj->ki", H, qdd) + bias, torque(q, qd, qdd, WRENCH), rtol=1e-10, atol=1e-10
    )


def test_the_caller_may_give_the_signs() -> None:
    """H_a and u'_a of chosen signs of the power, and of those that a torque has."""
    q, qd, qdd = (x[0] for x in states(1))
    drives = ROBOT.drives
    at = turning(drives, q, qd)
    H, bias = robot_function(ROBOT, "equations_of_motion")(q, qd)
    tau = np.linalg.solve(A.T, H @ qdd + bias)
    H_a, b_a = consistent_equations(drives, at, H, bias, directions(at.y, tau))
    direct = consistent_torque(drives, at, list(H @ qdd + bias), list(A @ qdd))
    np.testing.assert_allclose(np.array(H_a) @ qdd + b_a, direct, rtol=1e-12)
    driving, _ = consistent_equations(drives, at, H, bias, [1.0] * 6)
    braking, _ = consistent_equations(drives, at, H, bias, [-1.0] * 6)
    expected = 2 * MU[:, None] * np.linalg.solve(A.T, H)
    np.testing.assert_allclose(np.subtract(driving, braking), expected, atol=1e-12)


def test_without_friction_fractions_stay_fractions() -> None:
    rows = [[Fraction(5), Fraction(1)], [Fraction(0), Fraction(3)]]
    motors = [
        Motor(name=name, ratios=tuple(row), rotor_inertia=Fraction(1, 100))
        for name, row in zip("ab", rows, strict=True)
    ]
    at = Turning(rows, [Fraction(1), Fraction(2)], [0, 0])
    torque = consistent_torque(
        Drives(motors=tuple(motors)), at, [Fraction(7), Fraction(4)], [Fraction(1), Fraction(0)]
    )
    assert torque == [Fraction(7, 5) + Fraction(1, 100), Fraction(13, 15)]


def test_numbers_alone_give_the_same_as_the_kernel() -> None:
    q, qd, qdd = (list(map(float, x[0])) for x in states(1))
    plain = motor_torque(train_of(ROBOT, plain=True), q, qd, qdd)
    np.testing.assert_allclose(drive_function(ROBOT, "motor_torque")(q, qd, qdd), plain, rtol=1e-11)


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(RobotError, match="'two_link' has no drives; describe its motors"):
        drive_function(load("two_link"), "motor_torque")
    with pytest.raises(RobotError, match="'as_published' has no formula for a ball screw"):
        drive_function(load("irb6"), "motor_torque", mode="as_published").counts  # noqa: B018
    with pytest.raises(RobotError, match="no mode 'printed'; use consistent or as_published"):
        drive_function(ROBOT, "motor_torque", mode="printed")
    with pytest.raises(RobotError, match="torque constant of motor 'motor_1' is unknown"):
        drive_function(ROBOT, "motor_current").counts  # noqa: B018
