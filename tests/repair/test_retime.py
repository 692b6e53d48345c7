"""Retiming: the same path, accepted by the judge, as fast as the limits allow."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from erfd.curve import Array, Polynomials, State
from erfd.errors import ErfdError
from erfd.judge.demand import Model
from erfd.judge.verify import judge
from erfd.repair.retime import retime
from erfd.repair.run import NoTimeLawError
from erfd.repair.stretched import stretched
from erfd.robot import library
from erfd.robot.records import Limit, Payload
from tests.judge.motions import (
    from_point_to_point,
    random_points,
    slower,
    through_points,
    trajectory,
)
from tests.judge.test_mimic import pair
from tests.judge.test_verify import with_motor

RL15 = library.load("rl15")


def motion(seed: int, moves: int = 2, durations: float = 1.0) -> Polynomials:
    rng = np.random.default_rng(seed)
    points = random_points(RL15, rng, moves + 1, 0.5)
    return from_point_to_point(points, np.full(moves, durations))


def distance_to(path: Array, points: Array) -> float:
    """The largest distance of any point from a chain of straight pieces."""
    a, step = path[:-1], np.diff(path, axis=0)
    share = np.einsum("pki,ki->pk", points[:, None] - a, step) / np.maximum(
        (step * step).sum(axis=1), 1e-300
    )
    nearest = a + np.clip(share, 0.0, 1.0)[..., None] * step
    return float(np.linalg.norm(points[:, None] - nearest, axis=2).min(axis=1).max())


@pytest.mark.parametrize("seed", range(5))
def test_the_path_stays_and_the_judge_agrees(seed: int) -> None:
    plan = trajectory(RL15, slower(motion(seed), 0.5))
    made = retime(plan, RL15)
    assert made.verdict.status == "ACHIEVABLE"
    assert judge(made.trajectory, RL15).status == "ACHIEVABLE"
    fine = plan.at(np.linspace(plan.start, plan.end, 4001)).q
    new = made.trajectory.at(np.linspace(plan.start, made.trajectory.end, 300)).q
    assert distance_to(fine, new) < 2e-6
    assert max(u.utilisation for u in made.verdict.per_joint) > 0.98
    assert made.trajectory.moves[0].end == made.trajectory.moves[1].start


@pytest.mark.parametrize("seed", range(3))
def test_it_does_not_matter_how_fast_the_plan_was(seed: int) -> None:
    curve = motion(seed, moves=1)
    ends = [retime(trajectory(RL15, slower(curve, k)), RL15) for k in (0.3, 1.0, 4.0)]
    durations = [x.trajectory.duration for x in ends]
    assert max(durations) < min(durations) * (1.0 + 1e-3)  # samples lie elsewhere


def test_a_heavier_payload_takes_longer() -> None:
    heavy = RL15.with_payload(Payload(mass=50.0, com=(0.0, 0.0, 0.5)))
    plan = trajectory(RL15, motion(3, moves=1))
    assert retime(plan, heavy).trajectory.duration > 1.02 * retime(plan, RL15).trajectory.duration


def test_stops_stay_stops_and_corners_become_stops() -> None:
    rng = np.random.default_rng(8)
    points = random_points(RL15, rng, 4, 0.4)
    plan = trajectory(RL15, through_points(points, np.full(3, 0.8)))
    assert judge(plan, RL15).status == "NOT ACHIEVABLE"
    made = retime(plan, RL15)
    for k, move in enumerate(made.trajectory.moves[:-1]):
        there = made.trajectory.at(move.end)
        np.testing.assert_allclose(there.q, points[k + 1], atol=1e-9)
        np.testing.assert_allclose(there.qd, 0.0, atol=1e-6)


def test_a_pause_is_kept() -> None:
    points = np.array([np.zeros(6), np.full(6, 0.3), np.full(6, 0.3), np.zeros(6)])
    plan = trajectory(RL15, from_point_to_point(points, np.array([1.0, 0.7, 1.0])))
    made = retime(plan, RL15).trajectory
    assert made.moves[1].end - made.moves[1].start == pytest.approx(0.7)


def test_where_the_arm_cannot_even_stand_there_is_no_time_law() -> None:
    assert RL15.drives is not None
    motors = list(RL15.drives.motors)
    motors[1] = dataclasses.replace(motors[1], peak_torque=Limit(1.0, "a test"))
    weak = dataclasses.replace(RL15, drives=dataclasses.replace(RL15.drives, motors=tuple(motors)))
    reach = np.zeros((2, 6))
    reach[1, 1] = 1.2
    with pytest.raises(NoTimeLawError, match=r"line 10, .* even standing still breaks a limit"):
        retime(trajectory(weak, from_point_to_point(reach, np.ones(1))), weak)


@pytest.mark.parametrize(("seed", "jerk"), [(0, 200.0), (1, 60.0), (3, 20.0)])
def test_a_stated_jerk_is_kept_along_the_same_path(seed: int, jerk: float) -> None:
    joints = tuple(
        dataclasses.replace(j, limits=dataclasses.replace(j.limits, jerk=Limit(jerk, "a test")))
        for j in RL15.joints
    )
    robot = dataclasses.replace(RL15, joints=joints)
    plan = trajectory(robot, motion(seed))
    made, free = retime(plan, robot), retime(plan, RL15)
    assert not judge(made.trajectory, robot).violations
    assert free.trajectory.duration < made.trajectory.duration < 3.0 * free.trajectory.duration
    cycle = robot.system.r_dt
    t = np.linspace(made.trajectory.start, made.trajectory.end, 4001)
    change = made.trajectory.at(t + cycle).qdd - made.trajectory.at(t).qdd
    assert np.abs(change).max() / cycle <= jerk * (1.0 + 1e-6)
    fine = plan.at(np.linspace(plan.start, plan.end, 4001)).q
    new = made.trajectory.at(np.linspace(plan.start, made.trajectory.end, 300)).q
    assert distance_to(fine, new) < 2e-6
    assert made.trajectory.moves[0].end == made.trajectory.moves[1].start


@pytest.mark.parametrize("driven", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_stated_efforts_are_kept_and_used(seed: int, driven: bool) -> None:
    """The first law that is made keeps them: they are limits along the path."""
    plan = trajectory(RL15, slower(motion(seed), 0.6))
    robot = RL15 if driven else dataclasses.replace(RL15, drives=None)
    name = "stated joint torque" if driven else "joint torque"
    free = retime(plan, robot).trajectory
    state = free.at(free.t)
    moved, held = (
        np.abs(Model(RL15).of(State(state.q, rate * state.qd, rate * state.qdd)).tau).max(axis=0)
        for rate in (1.0, 0.0)
    )
    most = np.maximum(held + 0.7 * (moved - held), 1.05 * held) + 0.01
    joints = tuple(
        dataclasses.replace(j, limits=dataclasses.replace(j.limits, effort=Limit(x, "a test")))
        for j, x in zip(robot.joints, most.tolist(), strict=True)
    )
    weak = dataclasses.replace(robot, joints=joints)
    made = retime(plan, weak)
    assert made.verdict.violations == ()
    assert max(u.utilisation for u in made.verdict.per_joint if u.quantity == name) > 0.97


@pytest.mark.parametrize(("seed", "motor", "most"), [(0, 1, 7.0), (0, 0, 3.0), (1, 1, 8.0)])
def test_where_heat_governs_no_pace_of_plan_or_result_is_faster(
    seed: int, motor: int, most: float
) -> None:
    """Motor 2 must hold the arm: less of its peak torque would be no remedy."""
    robot = with_motor(RL15, motor, continuous_torque=Limit(most, "a test"))
    plan = trajectory(robot, motion(seed))
    made = retime(plan, robot)
    assert not made.verdict.violations
    passing = [
        o for o in np.arange(0.2, 1.0, 0.05) if not judge(stretched(plan, o), robot).violations
    ]
    assert passing
    assert made.trajectory.duration <= plan.duration / max(passing)
    for o in (1.005, 1.02, 1.1):
        assert judge(stretched(made.trajectory, o), robot).violations


def test_heat_of_the_load_at_rest_is_named_as_what_it_is() -> None:
    robot = with_motor(
        RL15, 1, continuous_torque=Limit(1.0, "a test"), stall_torque=Limit(50.0, "a test")
    )
    with pytest.raises(NoTimeLawError, match="continuous torque") as told:
        retime(trajectory(robot, motion(0)), robot)
    assert "standing still" not in str(told.value)


@pytest.mark.parametrize("margin", [0.0, -1.0, 1.5, np.nan])
def test_margins_that_are_none_are_refused_as_such(margin: float) -> None:
    with pytest.raises(ErfdError, match="a margin of"):
        retime(trajectory(RL15, motion(0, moves=1)), RL15, margin=margin)


@pytest.mark.parametrize("ratio", [2.0, -0.5])
@pytest.mark.parametrize(
    ("which", "most"), [("speed", 2.0), ("acceleration", 15.0), ("jerk", 90.0)]
)
def test_limits_of_a_joint_that_mimics_another_are_as_good_as_the_others_own(
    which: str, most: float, ratio: float
) -> None:
    """A leader with the same limit, by the ratio, takes as long; both use all of it."""
    own = {"lower": -9.0, "upper": 9.0, "speed": 99.0, "acceleration": 99.0, "effort": 1e9}
    follower = pair(ratio, 0.1, **{**own, which: most})
    first, second, *rest = pair(ratio, 0.1, **own).joints
    limit = dataclasses.replace(first.limits, **{which: Limit(most / abs(ratio), "a test")})
    leader = dataclasses.replace(
        follower, joints=(dataclasses.replace(first, limits=limit), second, *rest)
    )
    points = np.zeros((2, len(follower.independent)))
    points[1, 0] = 0.8
    plan = trajectory(follower, from_point_to_point(points, np.ones(1)))
    made = [retime(plan, robot) for robot in (follower, leader)]
    assert made[0].trajectory.duration == pytest.approx(made[1].trajectory.duration, rel=2e-3)
    if which != "jerk":
        uses = {(u.quantity, u.subject): u.utilisation for u in made[0].verdict.per_joint}
        assert uses[f"stated joint {which}", second.name] > 0.99
