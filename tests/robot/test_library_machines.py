"""The other machines of the library: what is published of them, and what they are meant to show."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from erfd.dynamics.kinematics import poses
from erfd.dynamics.lump import tree_of
from erfd.dynamics.newton_euler import inverse_dynamics
from erfd.robot.drives import BallScrew
from erfd.robot.library import load
from tests.robot.library_tools import gravity_torque, mass_centres, placed


def test_trttr1_moves_as_the_printed_offsets() -> None:
    rng = random.Random(5)
    robot = load("trttr1")
    l1, l2, l3, l4, l5, l6 = 0.35, 0.4, 0.1, 0.3, 0.25, 0.15
    for _ in range(5):
        q1, q2, q3, q4, q5 = (rng.uniform(-2, 2) for _ in range(5))
        reach = l4 + q4 + l5 + l6 * math.cos(q5)
        height = l1 + l2 + q3 + l3 - l6 * math.sin(q5)
        expected = (reach * math.cos(q2), q1 + reach * math.sin(q2), height)
        tool = placed(robot, [q1, q2, q3, q4, q5], "tool")
        assert tool[:3, 3] == pytest.approx(expected, abs=1e-14)
    assert all(body.com == (0, 0, 0) for body in robot.bodies)


def test_trttr1_has_the_printed_driving_forces() -> None:
    """Eqs. (53), (57): Q1 and Q3 without payload, right as printed."""
    rng = random.Random(53)
    robot = load("trttr1")
    M = [body.mass for body in robot.bodies]
    for _ in range(5):
        q, qd, qdd = ([rng.uniform(-2, 2) for _ in range(5)] for _ in range(3))
        tau = inverse_dynamics(tree_of(robot), q, qd, qdd)
        assert tau[2] == pytest.approx(sum(M[2:]) * (9.81 + qdd[2]), rel=1e-12)
        assert gravity_torque(robot, q)[0] == pytest.approx(0, abs=1e-12)


def test_sdt_has_the_printed_axes_and_offsets() -> None:
    rng = random.Random(4)
    robot = load("sdt")
    tree = tree_of(robot)
    for _ in range(5):
        q = [rng.uniform(-3, 3) for _ in range(4)]
        q12, q3 = q[0] + q[1], q[2]
        z2 = (math.sin(q12), -math.cos(q12), 0)
        z3 = (math.cos(q12) * math.cos(q3), math.sin(q12) * math.cos(q3), math.sin(q3))
        frames = poses(tree, q)
        for place, axis in zip(frames, ((0, 0, 1), (0, 0, 1), z2, z3), strict=True):
            assert [row[2] for row in place.R] == pytest.approx(axis, abs=1e-15)
        centre = (2.4 * math.cos(q[0]), 2.4 * math.sin(q[0]), 1.2)
        for frame in ("dh_2", "dh_3", "dh_4", "tool"):
            assert placed(robot, q, frame)[:3, 3] == pytest.approx(centre, abs=1e-14)


def test_the_centrifuge_pilot_looks_along_the_motion() -> None:
    tree = tree_of(load("centrifuge"))
    axes = [[row[2] for row in place.R] for place in poses(tree, [0.0] * 3)]
    assert np.abs(axes) == pytest.approx(np.array([(0, 0, 1), (0, 1, 0), (1, 0, 0)]), abs=1e-15)
    head = placed(load("centrifuge"), [0.0] * 3, "tool")
    assert head[:3, 3] == pytest.approx((8, 0, 0.4), abs=1e-15)


def test_irb6_has_the_published_kinematics() -> None:
    """The five-axis model of MRROC++: absolute angles t2, t3, t4, downwards positive."""
    rng = random.Random(66)
    robot = load("irb6")
    for _ in range(5):
        t1, t2, t3, t4, t5 = (rng.uniform(-2, 2) for _ in range(5))
        q = [t1, t2, t3 - t2 - math.pi / 2, t4 - t3, t5]
        (s1, c1), (s4, c4), (s5, c5) = ((math.sin(t), math.cos(t)) for t in (t1, t4, t5))
        r = 0.455 * math.cos(t2) + 0.67 * math.cos(t3) + 0.095 * c4
        z = 0.7 - 0.455 * math.sin(t2) - 0.67 * math.sin(t3) - 0.095 * s4
        T = placed(robot, q, "tool")
        assert T[:3, 3] == pytest.approx((c1 * r, s1 * r, z), abs=1e-14)
        assert T[:3, 2] == pytest.approx((c4 * c1, c4 * s1, -s4), abs=1e-14)
        x = (c5 * s4 * c1 + s1 * s5, c5 * s4 * s1 - c1 * s5, c4 * c5)
        assert T[:3, 0] == pytest.approx(x, abs=1e-14)


def screw_length(screw: BallScrew, q: list[float]) -> float:
    t = sum(k * x for k, x in zip(screw.of, q, strict=True)) + screw.offset
    return math.sqrt(screw.constant + screw.cosine * math.cos(t) + screw.sine * math.sin(t))


def test_irb6_has_the_published_transmission() -> None:
    robot = load("irb6")
    assert robot.drives is not None
    motors = robot.drives.motors
    assert motors[0].ratios == (-158, 0, 0, 0, 0)
    assert motors[3].ratios == (0, -128, -128, -128, 0)
    assert motors[4].ratios == pytest.approx((0, -128, -128, -128, -76.8))
    upright = [0.0, -math.pi / 2, 0.0, 0.0, 0.0]
    for motor, length in ((motors[1], 77895.25 - 29346.68), (motors[2], 77895.25 - 44100.0)):
        assert motor.ball_screw is not None
        assert screw_length(motor.ball_screw, upright) == pytest.approx(math.sqrt(length) / 1000)


def test_irb6_screws_gear_between_134_and_176() -> None:
    robot = load("irb6")
    assert robot.drives is not None
    found = []
    for motor, column, span in ((1, 1, (-130, -50)), (2, 2, (-25, 40))):
        screw = robot.drives.motors[motor].ball_screw
        assert screw is not None
        for degrees in np.linspace(*span, 50):
            absolute = math.radians(degrees)
            q = [0.0, absolute, 0.0, 0.0, 0.0] if column == 1 else [0.0, 0.0, 0.0, 0.0, 0.0]
            if column == 2:
                q[2] = absolute - math.pi / 2
            near = [x + 1e-6 * (k == column) for k, x in enumerate(q)]
            slope = (screw_length(screw, near) - screw_length(screw, q)) / 1e-6
            found.append(abs(slope) * 2 * math.pi / screw.pitch)
    assert min(found) == pytest.approx(134, abs=1)
    assert max(found) == pytest.approx(176, abs=1)


def test_seven_axes_stand_upright() -> None:
    robot = load("seven_axis")
    tool = placed(robot, [0.0] * 7, "tool")
    assert tool[:3, 3] == pytest.approx((0, 0, 1.33), abs=1e-15)
    assert tool[:3, 2] == pytest.approx((0, 0, 1), abs=1e-15)
    for _, centre in mass_centres("seven_axis"):
        assert centre[:2] == pytest.approx((0, 0), abs=1e-15)
        assert 0 < centre[2] < 1.33


def test_two_arms_branch_and_mirror_each_other() -> None:
    robot = load("two_arm")
    tree = tree_of(robot)
    assert tree.n == 10
    assert len(tree.children(1)) == 2
    rng = random.Random(2)
    pitch, roll, elbow, wrist = (rng.uniform(-1, 1) for _ in range(4))
    q = [0.1, 0.0, pitch, roll, elbow, wrist, pitch, -roll, elbow, -wrist]
    left, right = placed(robot, q, "left_tool"), placed(robot, q, "tool")
    mirror = np.diag([1, -1, 1])
    assert left[:3, 3] == pytest.approx(mirror @ right[:3, 3], abs=1e-15)
    assert left[1, 3] > 0.2
