"""Bounds on one side only, also beyond zero; jerk at both ends; a supply of which half is known."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from erfd.curve import Polynomials
from erfd.judge.uses import Bounds, utilisation
from erfd.judge.verify import judge
from erfd.robot import library
from erfd.robot.records import CoupledRange, Limit
from tests.judge.motions import from_point_to_point, slower, trajectory
from tests.judge.test_verify import motion, with_joint, with_motor

RL15 = library.load("rl15")


@pytest.mark.parametrize(("lower", "upper", "sign"), [(0.5, None, 1.0), (None, -0.5, -1.0)])
def test_one_bound_beyond_zero_is_judged(
    lower: float | None, upper: float | None, sign: float
) -> None:
    points = np.zeros((2, 6))
    points[1, 1:3] = 0.1 * sign
    sides = {"lower": Limit(lower, "test"), "upper": Limit(upper, "test")}
    coupled = CoupledRange(name="sum", of=(0, 1.0, 1.0, 0, 0, 0), **sides)
    robot = dataclasses.replace(RL15, coupled=(coupled,))
    curve = slower(from_point_to_point(points, np.ones(1)), 8)
    verdict = judge(trajectory(robot, curve), robot)
    assert verdict.status == "NOT ACHIEVABLE"
    assert {v.limit for v in verdict.violations} == {0.5 * sign}


def test_shares_of_one_bound() -> None:
    value = np.array([[-0.4, 0.4, 0.6, -0.6]])
    bounds = Bounds(np.array([-np.inf, 0.5, 0.5, -np.inf]), np.array([-0.5, np.inf, np.inf, -0.5]))
    assert ((utilisation(value, bounds) > 1.0) == [[True, True, False, False]]).all()


def test_a_resistance_alone_makes_no_torque_known() -> None:
    robot = with_motor(RL15, 1, peak_torque=Limit(), resistance=1.0, torque_constant=0.5)
    verdict = judge(trajectory(robot, slower(motion(3), 8)), robot)
    assert verdict.status == "NOT VERIFIED"
    assert any(u.required and u.subject == "motor_2" for u in verdict.unknown)


@pytest.mark.parametrize("reverse", [False, True])
def test_jerk_at_the_start_counts_as_at_the_end(reverse: bool) -> None:
    T, a = 4.0, 1.0  # qd = a t (1 - t / T)^2: the acceleration jumps by a at the start
    q = np.polynomial.Polynomial([0.0, 0.0, a / 2, -2 * a / (3 * T), a / (4 * T * T)])
    q = q(np.polynomial.Polynomial([T, -1.0])) if reverse else q
    table = np.zeros((1, 5, 6))
    table[0, : len(q.coef), 0] = q.coef
    robot = with_joint(RL15, 0, jerk=Limit(20.0, "test"))
    verdict = judge(trajectory(robot, Polynomials(np.array([0.0, T]), table)), robot)
    assert verdict.status == "NOT ACHIEVABLE"
    assert max(abs(v.value) for v in verdict.violations) == pytest.approx(100.0, rel=0.05)
