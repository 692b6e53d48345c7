"""Random robots with all that drives may have: screws, efficiencies, rotors, elements."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest
from numpy.typing import NDArray

import erfd
from erfd.errors import RobotError
from erfd.robot.drives import Drives, Motor
from erfd.robot.robot import Robot
from tests.drives.drive_samples import driven_robot
from tests.drives.plans import FROM, TO, trapezoids

Array = NDArray[np.float64]
DT = 0.01


def states(robot: Robot, count: int, seed: int) -> tuple[Array, Array, Array]:
    rng = np.random.default_rng(seed)
    n = len(robot.independent)
    q, qd = rng.uniform(-1, 1, (2, count, n))
    qdd = 10.0 ** rng.uniform(-1, 1.5, (count, 1)) * rng.uniform(-1, 1, (count, n))
    return q, qd, q + (qd + qdd * DT) * DT


def held(robot: Robot, seed: int) -> None:
    """Every law of the mixed solve, the torques taken by inverse dynamics."""
    arm = erfd.Arm(robot)
    q, qd, goal = states(robot, 40, seed)
    n = arm.n
    free = np.full(n, np.inf)
    wanted = arm.achievable_step(q, qd, goal, DT, peak_torque=free, top_speed=free)
    np.testing.assert_allclose(wanted.q, goal, rtol=0, atol=1e-13)
    need = arm.motor_torque(q, qd, wanted.qdd)
    np.testing.assert_allclose(wanted.torque, need, rtol=1e-7, atol=1e-9 * np.abs(need).max())
    peak = np.quantile(np.abs(need), 0.7, axis=0)
    step = arm.achievable_step(q, qd, goal, DT, peak_torque=peak, top_speed=free)
    assert step.converged.all()
    assert step.saturated.any(1).mean() > 0.3
    torque = arm.motor_torque(q, qd, step.qdd)
    small = 1e-8 * np.abs(need).max()
    np.testing.assert_allclose(step.torque, torque, rtol=1e-7, atol=small)
    assert np.all(np.abs(torque) <= peak + small)
    A = arm.transmission_matrix(q)
    w = np.einsum("kij,kj->ki", A, step.qdd - wanted.qdd)
    size = 1e-8 * np.einsum("kij,kj->ki", np.abs(A), np.abs(wanted.qdd) + np.abs(step.qdd))
    assert np.all((np.abs(w) <= size)[~step.saturated])
    assert np.all((np.abs(np.abs(torque) - peak) <= small)[step.saturated])
    assert np.all((w * np.sign(torque) <= size)[step.saturated])


@pytest.mark.parametrize("seed", range(4))
def test_screws_efficiencies_and_joint_friction(seed: int) -> None:
    held(driven_robot(random.Random(seed), 2 + seed), seed)


@pytest.mark.parametrize("seed", range(3))
def test_rotors_on_carriers_and_elements(seed: int) -> None:
    held(driven_robot(random.Random(100 + seed), 3 + seed, rotors=True, elements=seed), seed)


@pytest.mark.parametrize("seed", range(3))
def test_friction_on_the_reactions_of_joints(seed: int) -> None:
    held(driven_robot(random.Random(200 + seed), 3, reactions=0.2, rotors=seed == 2), seed)


@pytest.mark.parametrize("seed", range(3))
def test_given_torques_move_the_robot_as_forward_dynamics_says(seed: int) -> None:
    """Solved another way, in the joints: what is clipped must come out alike."""
    robot = driven_robot(
        random.Random(300 + seed), 4, rotors=seed == 1, reactions=0.1 * (seed == 2)
    )
    arm = erfd.Arm(robot)
    q, qd, goal = states(robot, 40, seed)
    free = np.full(4, np.inf)
    need = arm.achievable_step(q, qd, goal, DT, peak_torque=free, top_speed=free).needed
    peak = np.quantile(np.abs(need), 0.6, axis=0)
    step = arm.achievable_step(q, qd, goal, DT, peak_torque=peak, top_speed=free, solve="full")
    qdd = arm.motor_forward_dynamics(q, qd, np.clip(need, -peak, peak))
    some = step.saturated.any(1)
    assert some.any()
    scale = 1e-7 * np.abs(qdd).max()
    np.testing.assert_allclose(step.qdd[some], qdd[some], rtol=1e-7, atol=scale)


@pytest.mark.parametrize("seed", range(3))
def test_moving_motors_do_not_stick(seed: int) -> None:
    """Far from rest the rule at one instant is forward dynamics."""
    robot = driven_robot(
        random.Random(400 + seed), 4, rotors=seed == 1, reactions=0.1 * (seed == 2)
    )
    arm = erfd.Arm(robot)
    q, qd, goal = states(robot, 40, seed)
    free = np.full(4, np.inf)
    need = arm.achievable_step(q, qd, goal, DT, peak_torque=free, top_speed=free).needed
    found = arm.motor_stiction(q, qd, 0.5 * need)
    going = (np.abs(arm.motor_speeds(q, qd)) > 1e-3).all(1)
    assert going.mean() > 0.9
    qdd = arm.motor_forward_dynamics(q, qd, 0.5 * need)
    scale = 1e-7 * np.abs(qdd).max()
    np.testing.assert_allclose(found.qdd[going], qdd[going], rtol=1e-7, atol=scale)
    assert not found.holds[going].any()


def on_a_rail(ideal: bool) -> erfd.Arm:
    """RL15 on a base that slides as it is told, or by a motor without limits, inertia, friction."""
    arm = erfd.load("rl15").with_moving_base("prismatic", (1, 0, 0))
    robot = arm.robot
    if not ideal:
        return arm
    pull = Motor(name="pull", ratios=(1.0, *[0.0] * 6))
    motors = (pull, *robot.drives.motors)
    return erfd.Arm(dataclasses.replace(robot, drives=Drives(motors=motors)))


PLAN = trapezoids(erfd.load("rl15"), FROM, TO, 2.5)
SLIDE = 0.4 * np.sin(3.0 * np.linspace(0, 1, len(PLAN))) ** 2


@pytest.mark.parametrize("rules", [{}, {"track": "gain", "gain": 5.0}])
def test_a_coordinate_without_a_motor_follows_its_plan(rules: dict[str, object]) -> None:
    moving = np.column_stack([SLIDE, PLAN])
    run = on_a_rail(False).achievable_motion(moving, DT, **rules)
    same = on_a_rail(True).achievable_motion(moving, DT, **rules)
    assert run.converged.all()
    assert run.saturated[:, 0].sum() > 50
    assert run.torque.shape == (len(PLAN) - 1, 6)
    np.testing.assert_allclose(run.error[:, 0], 0.0, atol=1e-12)
    np.testing.assert_allclose(run.q, same.q, rtol=0, atol=1e-9)
    np.testing.assert_allclose(run.torque, same.torque[:, 1:], rtol=1e-7, atol=1e-7)
    still = on_a_rail(False).achievable_motion(np.column_stack([0 * SLIDE, PLAN]), DT, **rules)
    alone = erfd.load("rl15").achievable_motion(PLAN, DT, **rules)
    np.testing.assert_allclose(still.q[:, 1:], alone.q, rtol=0, atol=1e-9)


def test_clipped_torques_on_a_rail_move_the_rest() -> None:
    """`full`: what forward dynamics says of these torques, the rail's acceleration given."""
    arm = on_a_rail(False)
    run = arm.achievable_motion(np.column_stack([SLIDE, PLAN]), DT, solve="full")
    speeds = np.where(np.abs(run.qd[:-1]) < 1e-10, 0.0, run.qd[:-1])  # rounding has no sense
    state = run.q[:-1], speeds, run.torque
    found = arm.motor_forward_dynamics(*state, undriven=run.qdd[:, :1])
    assert run.saturated.any()
    np.testing.assert_allclose(found, run.qdd, rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(run.error[:, 0], 0.0, atol=1e-12)


@pytest.mark.parametrize(
    "rules", [{"solve": "literal"}, {"speed_limit": "joint"}, {"mode": "as_published"}]
)
def test_what_pairs_joints_with_motors_needs_a_motor_for_each(rules: dict[str, str]) -> None:
    arm = on_a_rail(False)
    with pytest.raises(RobotError, match="6 of 7 coordinates have a motor"):
        arm.achievable_step(*np.zeros((3, 7)), DT, **rules)
    with pytest.raises(RobotError, match="whether those at rest stay depends on all"):
        arm.motor_stiction(*np.zeros((2, 7)), np.zeros(6))
