"""Jerk, power, stall torque and coupled ranges in a robot's file: read, written, refused."""

from __future__ import annotations

import dataclasses
import math

import pytest

from erfd.errors import RobotError
from erfd.robot import library
from erfd.robot.records import CoupledRange, Limit
from erfd.robot.toml_reader import parse_toml

HEAD = 'format = 1\nname = "x"\nunits = { length = "mm", angle = "deg" }\n'
JOINT = """
[[joint]]
name = "{name}"
kind = "{kind}"
placement = {{ translation = [0, 0, 100] }}
limits = {{ position = [-90, 90], jerk = 1800, source = "data sheet" }}
[joint.body]
name = "b_{name}"
mass = 0
"""
DRIVES = """
[drives]
[[drives.motor]]
name = "m"
ratios = { a = 50 }
peak_power = 400
stall_torque = 1.5
sources = { peak_power = "plate" }
"""
SHARED = """
[[coupled_range]]
name = "both"
of = { a = 1, b = -1 }
position = [-30, 120]
source = "drawing"
"""


def text(kinds: str = "rr", shared: str = SHARED) -> str:
    names = {"r": "revolute", "p": "prismatic"}
    joints = [JOINT.format(name=n, kind=names[k]) for n, k in zip("ab", kinds, strict=True)]
    return HEAD + "".join(joints) + DRIVES + shared


def test_they_are_read_in_si_with_their_sources() -> None:
    robot = parse_toml(text())
    assert robot.joints[0].limits.jerk == Limit(math.radians(1800.0), "data sheet")
    assert robot.drives is not None
    motor = robot.drives.motors[0]
    assert (motor.peak_power, motor.stall_torque.value) == (Limit(400.0, "plate"), 1.5)
    (shared,) = robot.coupled
    assert shared.of == (1.0, -1.0)
    assert shared.upper == Limit(math.radians(120.0), "drawing")


def test_they_are_written_bit_for_bit() -> None:
    robot = parse_toml(text())
    again = parse_toml(robot.to_toml())
    assert again == robot
    assert again.coupled[0].lower.source == "drawing"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (text("rp"), "coupled range 'both' is of"),
        (text(shared=SHARED.replace("b = -1", "c = 1")), "'c' is not a joint"),
        (text(shared=SHARED.replace("-30, 120", "120, -30")), "exchange them"),
        (text(shared=SHARED + SHARED), "2 coupled ranges are named 'both'"),
        (text(shared=SHARED.replace("of =", "off =")), "did you mean 'of'?"),
        (text().replace("peak_power = 400", "peak_power = -1"), "peak_power"),
        (text().replace("jerk = 1800", "jerk = 'much'"), "jerk"),
    ],
)
def test_what_is_wrong_is_said(given: str, words: str) -> None:
    with pytest.raises(RobotError) as caught:
        parse_toml(given)
    assert words in str(caught.value)


def test_weights_belong_to_the_coordinates() -> None:
    robot = library.load("rl15")
    with pytest.raises(RobotError, match="give one for each coordinate"):
        dataclasses.replace(robot, coupled=(CoupledRange(name="x", of=(1.0,)),))
