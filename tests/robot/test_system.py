"""The system variables of a robot: defaults, what is refused, the file's units."""

from __future__ import annotations

import dataclasses
import math

import pytest

import erfd
from erfd.errors import RobotError
from erfd.robot.system import BOUNDS, System
from erfd.robot.toml_reader import parse_toml
from erfd.robot.toml_writer import to_toml


def test_the_published_cycle_is_ten_milliseconds() -> None:
    system = erfd.load("rl15").robot.system
    assert (system.r_dt, system.r_c_ptp, system.r_c_speed) == (0.01, 50.0, 100.0)
    assert (system.r_speed, system.r_acc) == (0.25, 1.0)


def test_a_robot_without_the_table_has_the_defaults_and_writes_none() -> None:
    robot = erfd.load("two_link").robot
    assert robot.system == System()
    assert "[system]" not in to_toml(robot)


def test_units_are_those_of_the_file() -> None:
    text = to_toml(erfd.load("two_link").robot).replace('"m"', '"mm"').replace('"rad"', '"deg"')
    table = "[system]\nr_speed = 400\nr_acc_ori = 180\nr_joint_speed = { joint_1 = 90 }\n"
    system = parse_toml(text + "\n" + table).system
    assert (system.r_speed, system.r_acc_ori) == (0.4, math.pi)
    assert system.r_joint_speed == {"joint_1": math.pi / 2}


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf, True, "1"])
def test_impossible_values_are_refused(name: str, value: object) -> None:
    with pytest.raises(RobotError, match=name):
        System(**{name: value})  # type: ignore[arg-type]


def test_joints_named_must_exist() -> None:
    robot = erfd.load("two_link").robot
    with pytest.raises(RobotError, match="r_joint_acc names 'elbow'"):
        dataclasses.replace(robot, system=System(r_joint_acc={"elbow": 1.0}))
