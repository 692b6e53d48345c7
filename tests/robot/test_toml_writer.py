"""A robot written and read again is the same robot bit for bit, with all that was said of it."""

from __future__ import annotations

import dataclasses
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from erfd.errors import RobotError
from erfd.robot.library import load, names
from erfd.robot.placement import Placement
from erfd.robot.records import Limit, Limits, Payload
from erfd.robot.robot import Robot
from erfd.robot.toml_reader import parse_toml, read_toml
from erfd.robot.toml_writer import to_toml, write
from tests.robot.toml_samples import full_robot
from tests.samples import random_robot


def everything(value: Any) -> Any:
    """All that a robot holds, floats by their bits; also what `==` leaves out."""
    if dataclasses.is_dataclass(value):
        fields = [f.name for f in dataclasses.fields(value) if f.name != "warnings"]
        return {name: everything(getattr(value, name)) for name in fields}
    if isinstance(value, tuple):
        return [everything(x) for x in value]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value).hex()
    return value


def without_merged_sources(robot: Robot) -> Robot:
    """A motor's limits name their source; the writer repeats it among the motor's sources."""
    if robot.drives is None:
        return robot
    motors = tuple(dataclasses.replace(m, sources={}) for m in robot.drives.motors)
    return dataclasses.replace(robot, drives=dataclasses.replace(robot.drives, motors=motors))


@pytest.mark.parametrize("name", names())
def test_library_robots_survive(name: str) -> None:
    robot = load(name)
    assert everything(parse_toml(to_toml(robot))) == everything(robot)


@pytest.mark.parametrize("seed", range(30))
def test_random_robots_survive(seed: int) -> None:
    rng = random.Random(seed)
    robot = random_robot(rng, rng.randrange(1, 12))
    assert everything(parse_toml(to_toml(robot))) == everything(robot)


@pytest.mark.parametrize("seed", range(30))
def test_everything_said_of_a_robot_survives(seed: int) -> None:
    rng = random.Random(seed)
    robot = full_robot(rng, rng.randrange(2, 8))
    text = to_toml(robot)
    again = parse_toml(text)
    assert again == robot
    assert everything(without_merged_sources(again)) == everything(without_merged_sources(robot))
    assert to_toml(again) == text


def test_rounding_in_matrices_is_kept() -> None:
    robot = load("two_link")
    tilt = Placement(
        ((1.0 + 2e-16, 1e-17, 0.0), (-1e-17, 1.0, 0.0), (0.0, 0.0, 1.0)), (1e-320, 0, 0)
    )
    skewed = ((1.0, 1e-17, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    robot = dataclasses.replace(robot, base=tilt, payload=Payload(mass=1, inertia=skewed))
    assert everything(parse_toml(to_toml(robot))) == everything(robot)


def test_the_text_says_units_and_the_reader_s_warnings() -> None:
    robot = dataclasses.replace(load("rl15"), warnings=("one\nthing",))
    text = to_toml(robot)
    assert "# Warning of its reader: one?thing\n" in text
    assert "mass = 252.0  # kg\n" in text
    assert "speed = 3.05  # rad/s\n" in text


def test_exact_fractions_are_written_as_floats() -> None:
    robot = load("two_link").map(Fraction)
    assert parse_toml(to_toml(robot)) == robot


def test_what_is_no_float_is_refused() -> None:
    third = Payload(mass=Fraction(1, 3))
    with pytest.raises(RobotError, match="is not a finite float"):
        to_toml(dataclasses.replace(load("two_link"), payload=third))


def test_what_the_format_cannot_hold_is_refused() -> None:
    robot = load("two_link")
    fixed = dataclasses.replace(robot.joints[1], kind="fixed", limits=Limits(speed=Limit(1.0)))
    robot = dataclasses.replace(robot, joints=(robot.joints[0], fixed))
    with pytest.raises(RobotError, match="it is fixed but has 'limits'"):
        to_toml(robot)


def test_what_would_be_lost_is_refused() -> None:
    """A motor with both ratios and a screw: only one of them would be written."""
    robot = load("irb6")
    assert robot.drives is not None
    first, second, *_ = robot.drives.motors
    both = dataclasses.replace(second, ratios=first.ratios)
    robot = dataclasses.replace(robot, drives=dataclasses.replace(robot.drives, motors=(both,)))
    with pytest.raises(RobotError, match="cannot hold all of robot 'irb6'"):
        to_toml(robot)


def test_ratios_must_fit_the_joints() -> None:
    with pytest.raises(RobotError, match="motor 'motor_1' has 6 ratios; give a tuple of 2"):
        dataclasses.replace(load("two_link"), drives=load("rl15").drives)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    robot, path = load("rl15"), tmp_path / "arm.toml"
    write(robot, path)
    assert read_toml(path) == robot
    before = path.read_bytes()
    with pytest.raises(RobotError):
        write(dataclasses.replace(robot, payload=Payload(mass=Fraction(1, 3))), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match="cannot be written: No such file"):
        write(load("two_link"), tmp_path / "none" / "arm.toml")
    with pytest.raises(RobotError, match=r"cannot be written"):
        write(load("two_link"), tmp_path)
    assert not list(tmp_path.iterdir())
