"""What is found out about drives: speeds that do not fit, gravity's share, neglected terms."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import numpy as np
import pytest

from erfd.algebra import apply
from erfd.arm import Arm, load
from erfd.cli.main import run
from erfd.drives.check import check_drives
from erfd.drives.gyroscopic import places_of
from erfd.errors import RobotError
from erfd.robot.drives import RotorPlace
from erfd.robot.records import Limit
from erfd.robot.robot import Robot


def changed(name: str, **values: Any) -> Robot:
    """A library robot with these fields of all motors."""
    robot = load(name).robot
    assert robot.drives is not None
    motors = tuple(dataclasses.replace(m, **values) for m in robot.drives.motors)
    return dataclasses.replace(robot, drives=dataclasses.replace(robot.drives, motors=motors))


def texts(robot: Robot, level: str) -> list[str]:
    return [f"{f.where}: {f.what}" for f in check_drives(robot).findings if f.level == level]


def test_rl15s_stated_speeds_exceed_three_motors() -> None:
    found = texts(load("rl15").robot, "doubt")
    assert [x[:7] for x in found] == ["joint_1", "joint_2", "joint_3"]
    assert "3.05 rad/s needs 3495 rpm of motor_1, which is stated to reach 3150 rpm" in found[0]
    assert "3932 rpm of motor_2, which is stated to reach 2800" in found[1]
    assert "3500 rpm of motor_3, which is stated to reach 3150" in found[2]
    assert [x.rpartition(": ")[2] for x in found] == ["2.749 rad/s", "2.464 rad/s", "2.772 rad/s"]


def test_joints_together_need_more_of_motor_6() -> None:
    (note,) = [x for x in texts(load("rl15").robot, "note") if x.startswith("motor_6: its")]
    assert note.startswith("motor_6: its joints together at their stated speeds need 42")


def test_gravity_on_rl15() -> None:
    check = check_drives(load("rl15").robot)
    shares = [x.share for x in check.holds]
    assert shares[1] == pytest.approx(0.32, abs=0.01)
    assert {x.kind for x in check.holds} == {"peak"}
    hold = check.holds[1]
    still = np.zeros(6)
    torque = load("rl15").motor_torque(hold.pose, still, still)
    assert abs(torque[1]) == pytest.approx(hold.torque)
    loaded = load("rl15").with_payload(15, com=(0, 0, 0))
    assert check_drives(loaded.robot).holds[1].share == pytest.approx(0.39, abs=0.01)


def test_the_continuous_torque_comes_first() -> None:
    robot = changed("rl15", continuous_torque=Limit(4.0, "ours"))
    check = check_drives(robot)
    assert {x.kind for x in check.holds} == {"continuous"}
    assert "motor_2: gravity alone takes 312 % of its continuous torque in some pose" in texts(
        robot, "doubt"
    )


def test_transmissions_that_cannot_be_inverted() -> None:
    row = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    assert texts(changed("rl15", ratios=row), "fault")[0].startswith("drives: A cannot be inverted")
    robot = load("rl15").robot
    assert robot.drives is not None
    first, *rest = robot.drives.motors
    alone = dataclasses.replace(robot.drives, motors=tuple(rest))
    assert "joint_1: no motor moves it" in texts(dataclasses.replace(robot, drives=alone), "note")
    fewer = dataclasses.replace(robot.drives, motors=(first, *rest[:2], *rest[3:]))
    found = texts(dataclasses.replace(robot, drives=fewer), "fault")
    assert found == ["drives: A cannot be inverted: 5 motors move 6 coordinates"]
    almost = tuple(
        dataclasses.replace(m, ratios=(1.0, 2.0, 3.0, 4.0, 5.0, 6.0 + 1e-14 * k))
        for k, m in enumerate(robot.drives.motors)
    )
    close = dataclasses.replace(robot, drives=dataclasses.replace(robot.drives, motors=almost))
    assert "in every pose" in texts(close, "fault")[0]


def test_a_dead_centre_of_a_screw_is_seen() -> None:
    assert any("dead centre" in x for x in texts(load("irb6").robot, "doubt"))


def test_a_supply_voltage_alone_is_said_to_be_of_no_use() -> None:
    found = texts(changed("rl15", supply_voltage=48.0, torque_constant=0.2), "doubt")
    assert (
        "motor_1: its torque over speed at the supply voltage is not used: unknown resistance"
        in found
    )
    whole = changed("rl15", supply_voltage=48.0, torque_constant=0.2, resistance=0.5)
    assert not any("supply voltage" in x for x in texts(whole, "doubt"))


def test_a_ball_screw_closes_a_triangle() -> None:
    screw = load("irb6").robot.drives.motors[1].ball_screw
    swing = float(np.hypot(screw.cosine, screw.sine))
    changed("irb6", ball_screw=dataclasses.replace(screw, constant=swing), ratios=())
    for constant in (0.99 * swing, 0.0, -1.0):
        with pytest.raises(RobotError, match="closes no triangle: constant"):
            changed("irb6", ball_screw=dataclasses.replace(screw, constant=constant), ratios=())


def test_friction_takes_power() -> None:
    check = check_drives(load("rl15").robot)
    assert check.least_loss is not None
    assert check.least_loss > 0
    assert check_drives(changed("rl15", load_friction=None, viscous_friction=None)).least_loss == 0
    locked = changed("rl15", load_friction=1.2)
    assert "its load cannot turn it" in texts(locked, "doubt")[0]


def test_the_command_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "rl15", "--states", "1"]) == 0
    text = capsys.readouterr().out
    assert "transmission: A can be inverted, condition number 2.62" in text
    assert "Gravity load of the motors in the worst pose found" in text
    assert "38.6 N m peak    32 %" in text
    assert run(["check", "rl15", "--states", "1", "--json"]) == 0
    drives = json.loads(capsys.readouterr().out)["drives"]
    assert [x["motor"] for x in drives["gravity"]] == [f"motor_{k}" for k in range(1, 7)]
    assert [x["motor"] for x in drives["effective_inertia"]] == [f"motor_{k}" for k in range(1, 7)]
    assert len(drives["rotor_terms"]["joint_torque"]) == 6
    assert "Effective inertia at the motors over the poses" in text
    assert "no rotor has a place: assumed each on the carrier" in text
    assert run(["check", "two_link", "--states", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["drives"] is None


def test_the_neglected_terms_of_rl15s_rotors() -> None:
    """Places assumed: 1 in the base, 2 and 3 on link 1, 4 to 6 along the forearm on link 3."""
    arm = load("rl15")
    z, joints = (0, 0, 1), arm.robot.joints
    lower = RotorPlace(body="link_1", axis=apply(joints[1].placement.R, z))
    fore = RotorPlace(body="link_3", axis=apply(joints[3].placement.R, z))
    places = {"motor_1": RotorPlace(body="base", axis=z), "motor_2": lower, "motor_3": lower}
    places |= dict.fromkeys(("motor_4", "motor_5", "motor_6"), fore)
    terms = arm.rotor_terms(places)
    np.testing.assert_allclose(terms.joint_torque, [5.0, 2.6, 2.6, 1.6, 3.7, 0.5], rtol=0.12)
    assert terms.inertia[0, 4] == pytest.approx(0.26, abs=0.01)
    assert terms.inertia.max() == terms.inertia[0, 4]
    share = terms.motor_torque / [17.8, 38.6, 17.8, 3.47, 3.47, 3.47]
    assert 0.0003 < share.min() < share.max() < 0.005


def test_rotors_without_a_place_are_assumed_where_their_first_joint_is_carried() -> None:
    """A coupling tells: motors 4 to 6 turn with joint 4, so they sit before it, on link 3."""
    places = places_of(load("rl15").robot)
    bodies = [places[f"motor_{k}"].body for k in range(1, 7)]
    assert bodies == ["base", "link_1", "link_1", "link_3", "link_3", "link_3"]
    arm = load("rl15")
    for a, b in zip(arm.rotor_terms(), arm.rotor_terms(places), strict=True):
        np.testing.assert_array_equal(a, b)
    with pytest.raises(RobotError, match="there is no motor 'motor_7'"):
        arm.rotor_terms({"motor_7": RotorPlace(body="base", axis=(0, 0, 1))})


def test_effective_inertias_over_the_poses() -> None:
    """Within the least and the most everywhere, and both are reached; never below the rotor's."""
    arm = load("rl15")
    felt = check_drives(arm.robot).felt
    limits = [joint.limits for joint in arm.robot.independent]
    low, high = ([getattr(x, side).value for x in limits] for side in ("lower", "upper"))
    found = arm.effective_inertia(np.random.default_rng(9).uniform(low, high, (3000, 6)))
    for k, x in enumerate(felt):
        assert x.rotor is not None
        assert x.rotor < x.least
        assert found[:, k].min() > 0.95 * x.least
        assert found[:, k].max() < 1.05 * x.most
        assert found[:, k].max() > 0.95 * x.most


def test_a_braking_axis_that_the_print_calls_saturated() -> None:
    """17.91 N m of 17.8 as printed, 12.09 N m where the load helps to brake."""
    arm = load("rl15")
    q = np.radians([0, -15, 40, 0, 0, 0])
    qd, qdd = [2.3, 2.1, 0.3, 0, 0, 0], [-3.65, 0, 0, 0, 0, 0]
    printed = arm.motor_torque(q, qd, qdd, mode="as_published")
    assert printed[0] == pytest.approx(-17.91, abs=0.005)
    assert arm.motor_torque(q, qd, qdd)[0] == pytest.approx(-12.09, abs=0.005)


def test_effective_inertia_is_the_diagonal_in_motor_coordinates() -> None:
    for name in ("rl15", "irb6"):
        arm: Arm = load(name)
        q = np.full(arm.n, -0.9)
        A, still = arm.transmission_matrix(q), np.zeros(arm.n)
        H, _ = Arm(frictionless(name)).motor_equations_of_motion(q, still)
        expected = np.diag(H @ np.linalg.inv(A))
        np.testing.assert_allclose(arm.effective_inertia(q), expected, rtol=1e-10)


def frictionless(name: str) -> Robot:
    return changed(name, load_friction=None)


def test_a_torque_curve_is_a_known_limit_at_rest() -> None:
    curve, unknown = ((0.0, 50.0), (300.0, 20.0)), Limit()
    bare = {"peak_torque": unknown, "continuous_torque": unknown}
    robot = changed("rl15", torque_curve=curve, **bare)
    assert {(x.limit, x.kind) for x in check_drives(robot).holds} == {(50.0, "standstill")}
    assert not [x for x in texts(robot, "note") if "peak torque" in x]
    without = changed("rl15", **bare)
    assert {x.limit for x in check_drives(without).holds} == {None}
    assert [x for x in texts(without, "note") if "unknown limits: peak torque" in x]
