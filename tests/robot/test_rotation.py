"""Rotations are what they say: kept to the bit, brought to the nearest one, or refused."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import erfd
from erfd.agreement import agreement
from erfd.algebra import Matrix
from erfd.errors import RobotError
from erfd.robot.library import load
from erfd.robot.placement import Placement, from_rpy
from erfd.robot.robot import Robot
from erfd.robot.rotation import departure, mirrors, nearest_rotation
from erfd.robot.urdf import parse_urdf
from tests.samples import random_rotation

URDF = """<robot name="one"><link name="base"/><link name="arm"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="turn" type="continuous">{origin}<parent link="base"/><child link="arm"/></joint>
</robot>"""
RPY = (0.3, -1.1, 2.0)


def rounded(R: Matrix, digits: int) -> Matrix:
    a, b, c = (tuple(round(float(x), digits) for x in row) for row in R)
    return a, b, c  # type: ignore[return-value]


def with_rotation(R: Any) -> Robot:
    robot = load("rl15")
    first = robot.joints[0]
    placed = replace(first, placement=Placement(R, first.placement.p))
    return replace(robot, joints=(placed, *robot.joints[1:]))


def as_written(R: Matrix) -> str:
    """A TOML robot with this matrix at its first joint."""
    text = load("two_link").to_toml()
    frame = f"""
[[frame]]
name = "camera"
body = "link_2"
rotation = {{ matrix = {[list(map(float, row)) for row in R]} }}
"""
    return text + frame


@pytest.mark.parametrize("seed", range(20))
def test_the_nearest_rotation_is_one_and_is_near(seed: int) -> None:
    rng = random.Random(seed)
    R = np.array(random_rotation(rng))
    for size in (1e-13, 1e-9, 1e-6, 1e-3):
        wrong = R + size * np.array([[rng.uniform(-1, 1) for _ in range(3)] for _ in range(3)])
        U, _, Vt = np.linalg.svd(wrong)
        found: Any = nearest_rotation(tuple(map(tuple, wrong.tolist())))  # type: ignore[arg-type]
        assert departure(found) < 2e-15
        assert np.abs(np.array(found) - U @ Vt).max() < 2e-14


@pytest.mark.parametrize("seed", range(20))
def test_a_rotation_keeps_its_bits(seed: int) -> None:
    R = random_rotation(random.Random(seed))
    assert nearest_rotation(R) == R
    assert with_rotation(R).joints[0].placement.R == R


@pytest.mark.parametrize("digits", [6, 7, 8, 10, 12])
def test_records_refuse_rotations_of_few_digits_and_say_what_to_do(digits: int) -> None:
    R = rounded(from_rpy(*RPY), digits)
    with pytest.raises(
        RobotError, match=r"the placement of joint 'joint_1' is no rotation: R R"
    ) as e:
        with_rotation(R)
    assert ("nearest_rotation(R) gives the one" in str(e.value)) == (departure(R) <= 1e-6)
    robot = with_rotation(nearest_rotation(R))
    tree = erfd.Arm(robot).tree
    assert agreement(tree, [False] * 6, states=2).passed


@pytest.mark.parametrize("R", [((1, 0, 0), (0, 1, 0), (0, 0, -1)), ((1e200,) * 3,) * 3])
def test_records_refuse_what_is_no_rotation_at_all(R: Any) -> None:
    with pytest.raises(RobotError, match="is no rotation"):
        with_rotation(R)


@pytest.mark.parametrize(("digits", "warned"), [(7, True), (12, False), (17, False)])
def test_readers_bring_matrices_to_the_nearest_rotation(
    digits: int, warned: bool, tmp_path: Any
) -> None:
    R = rounded(from_rpy(*RPY), digits)
    file = tmp_path / "robot.toml"
    file.write_text(as_written(R), "utf-8")
    robot = erfd.load(file).robot
    (camera,) = [x for x in robot.frames if x.name == "camera"]
    assert nearest_rotation(R) == camera.placement.R
    assert departure(camera.placement.R) < 1e-15 or camera.placement.R == R
    said = [x for x in robot.warnings if "brought to the nearest rotation" in x]
    assert bool(said) == warned
    assert camera.placement.R == R or digits < 17


def test_angles_of_a_urdf_keep_every_bit() -> None:
    for k in range(20):
        angles = (0.1 * k, -0.37 * k, math.pi - 0.01 * k)
        R = from_rpy(*angles)
        said = f'<origin rpy="{angles[0]!r} {angles[1]!r} {angles[2]!r}"/>'
        robot = parse_urdf(URDF.format(origin=said))
        assert robot.joints[0].placement.R == R


def test_a_tool_of_seven_digits_is_a_rotation() -> None:
    T = np.eye(4)
    T[:3, :3] = rounded(from_rpy(*RPY), 7)
    tool = erfd.load("rl15").with_tool(T).robot.tool.placement.R
    assert departure(tool) < 1e-14
    assert not mirrors(tool)
    T[0, 0] += 1e-5
    with pytest.raises(RobotError, match="the rotation in T is not a rotation; make R R"):
        erfd.load("rl15").with_tool(T)
