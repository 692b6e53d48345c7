"""Forward dynamics from the motors is the inverse of the motor torque, friction and all."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest

from erfd.arm import Arm, load
from erfd.drives.forward import motor_forward_dynamics
from erfd.drives.motors import motor_torque
from erfd.drives.train import train_of
from erfd.errors import RobotError
from erfd.robot.records import JointFriction
from erfd.robot.robot import Robot
from tests.drives.drive_samples import driven_robot


def states(rng: np.random.Generator, n: int, count: int) -> tuple[np.ndarray, ...]:
    q, qd, qdd = rng.uniform(-1, 1, (3, count, n))
    return 3 * q, 2 * qd, 5 * qdd


def with_friction(robot: Robot, mu: float) -> Robot:
    assert robot.drives is not None
    motors = (dataclasses.replace(m, load_friction=mu) for m in robot.drives.motors)
    return dataclasses.replace(
        robot, drives=dataclasses.replace(robot.drives, motors=tuple(motors))
    )


@pytest.mark.parametrize("mu", [None, 0.5, 0.9])
@pytest.mark.parametrize("mode", ["consistent", "as_published"])
def test_rl15_in_ten_thousand_states(mu: float | None, mode: str) -> None:
    arm = load("rl15") if mu is None else Arm(with_friction(load("rl15").robot, mu))
    rng = np.random.default_rng(7)
    q, qd, qdd = states(rng, 6, 10_000)
    wrench = rng.uniform(-100, 100, (10_000, 6))
    torque = arm.motor_torque(q, qd, qdd, wrench, mode=mode, dt=0.01)
    back = arm.motor_forward_dynamics(q, qd, torque, wrench, mode=mode, dt=0.01)
    np.testing.assert_allclose(back, qdd, rtol=0, atol=1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_random_drives(seed: int) -> None:
    """Couplings, screws, efficiencies and shares up to 0.9, asymmetric Coulomb friction."""
    rng = random.Random(seed)
    arm = Arm(driven_robot(rng, rng.randint(1, 7), elements=rng.randint(0, 2)))
    q, qd, qdd = states(np.random.default_rng(seed), arm.n, 1000)
    back = arm.motor_forward_dynamics(q, qd, arm.motor_torque(q, qd, qdd))
    np.testing.assert_allclose(back, qdd, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_rotors_on_carriers(seed: int) -> None:
    rng = random.Random(seed)
    robot = driven_robot(rng, rng.randint(2, 6), load=0.4, rotors=True, elements=1)
    arm = Arm(robot)
    q, qd, qdd = states(np.random.default_rng(seed), arm.n, 500)
    back = arm.motor_forward_dynamics(q, qd, arm.motor_torque(q, qd, qdd))
    np.testing.assert_allclose(back, qdd, rtol=1e-9, atol=1e-9)


def test_signs_that_go_round_in_circles_are_found_one_by_one() -> None:
    """Random torques, light rotors, strong couplings, friction of 0.9: every row has its answer."""
    worst = 0.0
    for seed in range(4):
        rng = random.Random(seed)
        robot = driven_robot(rng, 6, load=0.0, screws=False, joint_friction=False)
        assert robot.drives is not None
        light = tuple(
            dataclasses.replace(
                m,
                ratios=tuple(rng.uniform(-20, 20) for _ in range(6)),
                rotor_inertia=10 ** rng.uniform(-7, -1),
                load_friction=0.9,
                efficiency=None,
                backward_efficiency=None,
            )
            for m in robot.drives.motors
        )
        arm = Arm(
            dataclasses.replace(robot, drives=dataclasses.replace(robot.drives, motors=light))
        )
        draw = np.random.default_rng(seed)
        q, qd, _ = states(draw, 6, 2000)
        torque = draw.uniform(-50, 50, (2000, 6))
        qdd = arm.motor_forward_dynamics(q, qd, torque)
        again = arm.motor_torque(q, qd, qdd)
        worst = max(worst, float(np.abs(again - torque).max()))
    assert worst < 1e-9 * 50


def test_beyond_the_proven_range_is_refused() -> None:
    arm = Arm(with_friction(load("rl15").robot, 1.0))
    with pytest.raises(RobotError, match=r"motor_1': friction takes 1 of the load's torque"):
        arm.motor_forward_dynamics(*np.zeros((3, 6)))


@pytest.mark.parametrize("seed", range(8))
def test_friction_on_the_joints_reactions(seed: int) -> None:
    rng = random.Random(seed)
    arm = Arm(driven_robot(rng, rng.randint(1, 5), load=0.4, reactions=0.12))
    q, qd, qdd = states(np.random.default_rng(seed), arm.n, 200)
    wrench = np.random.default_rng(seed).uniform(-20, 20, (200, 6))
    back = arm.motor_forward_dynamics(q, qd, arm.motor_torque(q, qd, qdd, wrench), wrench)
    np.testing.assert_allclose(back, qdd, rtol=1e-8, atol=1e-8)


def test_where_friction_on_reactions_has_no_answer_it_says_so() -> None:
    robot = driven_robot(random.Random(3), 3, load=0.0, reactions=0.1)
    jammed = tuple(
        j
        if j.kind == "fixed"
        else dataclasses.replace(j, friction=JointFriction(reaction=60.0, diameter=2.0))
        for j in robot.joints
    )
    arm = Arm(dataclasses.replace(robot, joints=jammed))
    q, qd, _ = states(np.random.default_rng(1), 3, 50)
    with pytest.raises(RobotError, match="no accelerations of 'random_3' were found in row"):
        arm.motor_forward_dynamics(q, qd, np.ones((50, 3)))
    marked = arm.function("motor_forward_dynamics")(q, qd, np.ones((50, 3)))
    assert np.isnan(marked).any()


def test_a_given_nan_stays_in_its_row() -> None:
    arm = load("rl15")
    q, qd, torque = np.ones((3, 4, 6))
    torque[2, 3] = np.nan
    qdd = arm.motor_forward_dynamics(q, qd, torque)
    assert np.isnan(qdd[2]).all()
    assert np.isfinite(np.delete(qdd, 2, 0)).all()


@pytest.mark.parametrize("seed", range(4))
def test_plain_numbers_say_what_the_kernel_says(seed: int) -> None:
    rng = random.Random(seed)
    robot = driven_robot(rng, 4, elements=1, rotors=True, load=0.3, reactions=0.05)
    train, arm = train_of(robot, plain=True), Arm(robot)
    q, qd, qdd = (list(map(float, x[0])) for x in states(np.random.default_rng(seed), 4, 1))
    torque = motor_torque(train, q, qd, qdd)
    np.testing.assert_allclose(arm.motor_torque(q, qd, qdd), torque, rtol=1e-9, atol=1e-9)
    back = motor_forward_dynamics(train, q, qd, torque)
    np.testing.assert_allclose(back, qdd, rtol=1e-8, atol=1e-8)


def test_a_base_that_no_motor_moves() -> None:
    """Its acceleration is given; the motors move the rest."""
    arm = load("rl15").with_moving_base("prismatic", (1, 0, 0), mass=200)
    q, qd, qdd = states(np.random.default_rng(2), 7, 100)
    torque = arm.motor_torque(q, qd, qdd)
    assert torque.shape == (100, 6)
    back = arm.motor_forward_dynamics(q, qd, torque, undriven=qdd[:, :1])
    np.testing.assert_allclose(back, qdd, rtol=0, atol=1e-9)
    with pytest.raises(RobotError, match="no motor moves base_motion; give their 1 acc"):
        arm.motor_forward_dynamics(q, qd, torque)
