"""Findings on whatever numbers a file may hold: always an answer, and the right one."""

from __future__ import annotations

import warnings
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from erfd.agreement import agreement
from erfd.dynamics.lump import tree_of
from erfd.robot.check import findings
from erfd.robot.records import Body
from erfd.robot.robot import Robot
from erfd.robot.toml_reader import parse_toml
from erfd.tables import report

TEXT = """format = 1
name = "r"
units = { length = "m", angle = "rad" }
[[joint]]
name = "j"
kind = "revolute"
[joint.body]
name = "b"
mass = 1
com = [0, 0, 0]
inertia = { xx = 1, yy = 1, zz = 1 }
"""
POSITIVE = st.floats(min_value=0.0, allow_nan=False, allow_infinity=False)
ANY = st.floats(allow_nan=False, allow_infinity=False)


def with_body(mass: float, com: tuple[float, float, float], moment: float) -> Robot:
    robot = parse_toml(TEXT)
    inertia = (moment, 0.0, 0.0), (0.0, moment, 0.0), (0.0, 0.0, moment)
    body = Body(name="b", mass=mass, com=com, inertia=inertia)
    return replace(robot, bodies=(body,))


@given(POSITIVE, st.tuples(ANY, ANY, ANY), POSITIVE)
@example(1.0, (1e300, 0.0, 0.0), 1e308)
@example(1e308, (1.0, 0.0, 0.0), 1e308)
@example(5e-324, (5e-324, 0.0, 0.0), 5e-324)
def test_any_finite_numbers_are_shown_and_judged(
    mass: float, com: tuple[float, float, float], moment: float
) -> None:
    robot = with_body(mass, com, moment)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert report(robot)
        assert findings(robot)
        agreement(tree_of(robot), [False], states=2)


@pytest.mark.parametrize(
    ("mass", "com", "moment"),
    [(1.0, (1e300, 0.0, 0.0), 1.0), (1e308, (10.0, 0.0, 0.0), 1.0)],
)
def test_numbers_beyond_all_computing_are_a_fault_and_no_law_holds(
    mass: float, com: tuple[float, float, float], moment: float
) -> None:
    robot = with_body(mass, com, moment)
    assert ("fault", "b", "its mass, centre or inertia is beyond all numbers") in findings(robot)
    result = agreement(tree_of(robot), [False], states=2)
    assert not result.passed
    assert result.singular is None
    assert not any(x.passed for x in result.laws)
