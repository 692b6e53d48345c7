"""What records let through and what they refuse, made by hand rather than read from a file."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy

from erfd.agreement import agreement
from erfd.dynamics.lump import tree_of
from erfd.errors import RobotError
from erfd.robot.library import load
from erfd.robot.robot import Robot


def with_mass(mass: Any) -> Robot:
    robot = load("two_link")
    return replace(robot, bodies=(replace(robot.bodies[0], mass=mass), *robot.bodies[1:]))


@pytest.mark.parametrize(
    "mass", [2, 2.0, Fraction(2), np.float64(2), np.int32(2), sympy.Symbol("m")]
)
def test_any_scalar_is_a_mass(mass: Any) -> None:
    assert with_mass(mass).bodies[0].mass is mass


@pytest.mark.parametrize(
    "mass", [True, "2", 2j, np.array(2.0), np.array(-2.0), np.array(np.nan), np.bool_(True), [2.0]]
)
def test_what_can_change_or_is_no_number_is_refused(mass: Any) -> None:
    """An array without dimensions too: it may be changed later, and its text hides digits."""
    with pytest.raises(RobotError, match=r"the mass of body .* give a number"):
        with_mass(mass)


@pytest.mark.parametrize("axis", [(0.7071068, 0.7071068, 0.0), (0.5773503, -0.5773503, 0.5773503)])
def test_an_axis_of_seven_digits_makes_a_rotation(axis: tuple[float, float, float]) -> None:
    robot = load("two_link")
    tree = tree_of(replace(robot, joints=(replace(robot.joints[0], axis=axis), *robot.joints[1:])))
    R = np.array(tree.R[0], dtype=float)
    assert np.abs(R @ R.T - np.eye(3)).max() < 1e-15
    assert np.abs(R[:, 2] - axis).max() < 1e-7
    assert agreement(tree, [False] * 2, states=2).passed
