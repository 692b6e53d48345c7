"""One moving base coordinate: what stood on the base is carried along, and feels it."""

from __future__ import annotations

import numpy as np
import pytest

import erfd
from erfd.errors import RobotError
from erfd.robot.moving_base import JOINT, with_moving_base

Q, QD, QDD = np.random.default_rng(4).uniform(-1, 1, (3, 6))


@pytest.fixture
def arm() -> erfd.arm.Arm:
    return erfd.load("rl15")


def test_a_base_at_rest_changes_nothing(arm) -> None:
    moving = erfd.arm.Arm(with_moving_base(arm.robot, "prismatic", (1, 0, 0)))
    assert moving.joint_names == (JOINT, *arm.joint_names)
    still = [np.concatenate([[0.0], x]) for x in (Q, QD, QDD)]
    np.testing.assert_allclose(
        moving.inverse_dynamics(*still)[1:], arm.inverse_dynamics(Q, QD, QDD), rtol=1e-12
    )
    np.testing.assert_allclose(moving.forward_kinematics(still[0]), arm.forward_kinematics(Q))


def test_an_accelerated_base_is_a_turned_gravity(arm) -> None:
    """A base that falls freely: no weight is left."""
    falling = erfd.arm.Arm(with_moving_base(arm.robot, "prismatic", (0, 0, 1)))
    state = [np.concatenate([[x], y]) for x, y in ((0.7, Q), (0.0, 0 * Q), (-9.81, 0 * Q))]
    assert np.abs(falling.inverse_dynamics(*state)).max() < 1e-9


def test_a_turning_base_is_one_more_turn_of_the_first_axis(arm) -> None:
    table = erfd.arm.Arm(with_moving_base(arm.robot, "revolute"))
    state = [np.concatenate([[x], y]) for x, y in ((0.4, Q), (0.9, QD), (-2.0, QDD))]
    sums = [x[1:] + x[0] * np.eye(6)[0] for x in state]
    np.testing.assert_allclose(
        table.inverse_dynamics(*state)[1:], arm.inverse_dynamics(*sums), rtol=1e-9
    )


def test_motors_keep_their_joints(arm) -> None:
    motors = with_moving_base(arm.robot, "revolute").drives.motors
    assert [m.ratios[0] for m in motors] == [0.0] * 6
    assert [m.ratios[1:] for m in motors] == [m.ratios for m in arm.robot.drives.motors]


@pytest.mark.parametrize(
    ("kind", "axis", "words"),
    [
        ("spherical", (0, 0, 1), "cannot move 'spherical'"),
        ("revolute", (0, 0, 0), "axis of the moving base is zero"),
        ("revolute", (0, 0, float("nan")), "axis of the moving base"),
    ],
)
def test_what_cannot_be_is_refused(arm, kind, axis, words) -> None:
    with pytest.raises(RobotError, match=words):
        with_moving_base(arm.robot, kind, axis)
    moving = with_moving_base(arm.robot, "revolute")
    with pytest.raises(RobotError, match="moves already"):
        with_moving_base(moving, "revolute")


def test_a_prescribed_base_moves_as_told_and_says_what_it_takes(arm) -> None:
    moving = arm.with_moving_base("prismatic", (1, 0, 0), mass=200.0)
    q, qd, qdd = (np.random.default_rng(k).uniform(-1, 1, (9, 7)) for k in range(3))
    tau = moving.inverse_dynamics(q, qd, qdd)
    given = np.concatenate([qdd[:, :1], tau[:, 1:]], axis=1)
    found, torques = moving.hybrid_dynamics(q, qd, given, prescribed=[JOINT])
    np.testing.assert_allclose(found, qdd, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(torques, tau, rtol=1e-9)
    with pytest.raises(RobotError, match="no joint 'base'"):
        moving.hybrid_dynamics(q, qd, given, prescribed=["base"])
    with pytest.raises(RobotError, match=r"give a list of names"):
        moving.hybrid_dynamics(q, qd, given, prescribed="base_motion")
    with pytest.raises(RobotError, match="given has the shape"):
        moving.hybrid_dynamics(q, qd, given[:, :6], prescribed=[JOINT])
