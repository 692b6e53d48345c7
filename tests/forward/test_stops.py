"""Joint stops: found exactly, no energy invented, what rests presses, what bounces ends."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import erfd
from erfd.errors import RobotError
from erfd.robot.records import Limit, Limits, Mimic


def walled(arm: erfd.Arm, lower: float, upper: float) -> erfd.Arm:
    """The same arm, each joint between the same two stops."""
    limits = Limits(lower=Limit(lower, "test"), upper=Limit(upper, "test"))
    robot = arm.robot
    joints = tuple(dataclasses.replace(j, limits=limits) for j in robot.joints)
    return erfd.Arm(dataclasses.replace(robot, joints=joints))


def pendulum(lower: float = -2.0, upper: float = 0.5) -> erfd.Arm:
    return walled(erfd.load("one_link"), lower, upper)


def slide() -> erfd.Arm:
    """One mass on a vertical rail: z up."""
    robot = erfd.load("trttr1").robot
    joint = dataclasses.replace(
        robot.joints[0],
        axis=(0, 0, 1),
        limits=Limits(lower=Limit(0.0, "test"), upper=Limit(None)),
    )
    tool = dataclasses.replace(robot.tool, body=robot.bodies[0].name)
    return erfd.Arm(
        dataclasses.replace(
            robot, joints=(joint,), bodies=robot.bodies[:1], tool=tool, frames=(), drives=None
        )
    )


@pytest.mark.parametrize("height", [0.1, 1.0, 3.0])
def test_a_falling_mass_hits_when_it_should(height: float) -> None:
    """t = sqrt(2 h / g), to the rounding of the integration."""
    run = erfd.simulate(slide(), [height], t_end=2.0, stops=True)
    (hit,) = (e for e in run.events if e.kind == "stop")
    assert abs(hit.t - math.sqrt(2 * height / 9.81)) < 1e-11
    assert run.q[-1, 0] == 0.0
    assert run.qd[-1, 0] == 0.0
    assert np.abs(run.q[run.t > hit.t]).max() == 0.0


@settings(max_examples=15, deadline=None)
@given(st.floats(0.1, 0.9), st.floats(0.2, 2.0))
def test_a_bouncing_ball_comes_to_rest_at_the_known_instant(e: float, height: float) -> None:
    """Zeno: infinitely many bounces end at t0 (1 + e) / (1 - e); the last slow ones are cut off."""
    t0 = math.sqrt(2 * height / 9.81)
    ends = t0 * (1 + e) / (1 - e)
    run = erfd.simulate(slide(), [height], t_end=ends + 0.1, stops=True, restitution=e)
    times = [x.t for x in run.events if x.kind == "stop"]
    bounces = [t0 + 2 * t0 * sum(e**i for i in range(1, k + 1)) for k in range(len(times))]
    assert np.abs(np.array(times) - bounces).max() < 1e-7
    assert ends - times[-1] < 2e-3 / 9.81 * 2 / (1 - e)
    assert run.q[-1, 0] == 0.0
    assert run.qd[-1, 0] == 0.0
    assert run.drift < 1e-9


def test_bounces_without_loss_keep_the_energy() -> None:
    run = erfd.simulate(slide(), [1.0], t_end=10.0, stops=True, restitution=1.0)
    assert sum(e.kind == "stop" for e in run.events) == 11
    assert run.drift < 1e-9
    assert np.abs(run.energy.works["stops"]).max() < 1e-9 * run.energy.kinetic.max()


@pytest.mark.parametrize("name", ["rl15", "irb6", "three_link", "puma", "two_arm"])
@pytest.mark.parametrize("restitution", [0.0, 0.4, 1.0])
def test_blows_never_add_energy(name: str, restitution: float) -> None:
    arm = walled(erfd.load(name), -0.8, 0.9)
    run = erfd.simulate(arm, t_end=1.5, stops=True, restitution=restitution)
    assert run.diverged is None
    assert any(e.kind == "stop" for e in run.events)
    taken = run.energy.works["stops"]
    assert taken.max() <= 1e-9
    assert np.diff(taken).max() <= 1e-9 * max(1.0, np.abs(taken).max())
    assert run.drift < 1e-9
    assert run.q.max() <= 0.9 + 1e-9
    assert run.q.min() >= -0.8 - 1e-9


def test_an_inelastic_blow_takes_what_momentum_says() -> None:
    """At the blow the other joints jump so that M (qd+ - qd-) is a torque at this joint alone."""
    arm = walled(erfd.load("three_link"), -3.0, 3.0)
    robot = arm.robot
    limits = Limits(lower=Limit(-0.5, "test"))
    joints = (dataclasses.replace(robot.joints[0], limits=limits), *robot.joints[1:])
    arm = erfd.Arm(dataclasses.replace(robot, joints=joints))
    run = erfd.simulate(arm, t_end=1.0, stops=True)
    hit = next(e.t for e in run.events if e.kind == "stop" and e.name == "joint_1")
    before, after = run.at(hit, "left"), run.at(hit, "right")
    jump = arm.mass_matrix(before.q) @ (after.qd - before.qd)
    assert after.qd[0] == 0.0
    assert np.abs(jump[1:]).max() < 1e-9 * abs(jump[0])
    assert jump[0] > 0.0


def test_what_rests_on_a_stop_presses_and_lets_go() -> None:
    """A pendulum held against its stop by a torque leaves it when the torque is weaker than g."""
    arm = pendulum(upper=0.5)
    weight = float(arm.gravity([0.5])[0])

    def push(t: float) -> list[float]:
        return [weight * 2.0 * (1.0 - t)]

    run = erfd.simulate(arm, [0.5], t_end=1.0, torque=push, stops=True)
    (off,) = (e for e in run.events if e.text.startswith("leaves"))
    assert abs(off.t - 0.5) < 1e-9
    still = run.t < off.t
    assert np.abs(run.q[still] - 0.5).max() == 0.0
    assert run.q[-1, 0] < 0.5


def test_without_stops_the_range_is_left_and_that_is_said() -> None:
    run = erfd.simulate(pendulum(lower=-0.2, upper=0.5), [0.45], t_end=1.0)
    assert run.notices[0].code == "W_RANGE"
    assert run.notices[0].joint == "joint_1"


@pytest.mark.parametrize("e", [-0.1, 1.1, math.nan])
def test_restitution_is_between_none_and_all(e: float) -> None:
    with pytest.raises(erfd.ErfdError, match="restitution is"):
        erfd.simulate(pendulum(), t_end=0.1, stops=True, restitution=e)


def test_events_that_pile_up_end_the_run_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the least speed of a bounce the bounces never end: the guard ends the run."""
    monkeypatch.setattr("erfd.forward.blows.BOUNCE", 0.0)
    run = erfd.simulate(slide(), [1.0], t_end=5.0, stops=True, restitution=0.5)
    assert run.diverged is not None
    assert run.diverged.joint == "joint_1"
    assert run.diverged.cause == "500 events within 1 ms"
    t0 = math.sqrt(2.0 / 9.81)
    assert abs(run.end - 3 * t0) < 1e-2


@pytest.mark.parametrize("e", [0.0, 0.5])
def test_two_joints_hit_their_stops_at_once(e: float) -> None:
    """Two arms side by side, mirror images: both blows are taken, symmetry stays."""
    robot = slide().robot
    other = dataclasses.replace(robot.joints[0], name="joint_2", child="link_b")
    body = dataclasses.replace(robot.bodies[0], name="link_b")
    both = dataclasses.replace(robot, joints=(*robot.joints, other), bodies=(*robot.bodies, body))
    run = erfd.simulate(erfd.Arm(both), [0.5, 0.5], t_end=1.5, stops=True, restitution=e)
    hits = {
        name: [x.t for x in run.events if x.name == name and x.kind == "stop"]
        for name in ("joint_1", "joint_2")
    }
    assert len(hits["joint_1"]) == len(hits["joint_2"]) > 0
    assert np.allclose(hits["joint_1"], hits["joint_2"], atol=1e-7)
    assert np.abs(run.q[:, 0] - run.q[:, 1]).max() < 1e-7
    assert run.drift < 1e-9


@pytest.mark.parametrize(("ratio", "offset"), [(2.0, 0.1), (-0.5, 0.2)])
def test_the_stop_of_a_joint_that_mimics_another_stops_that_other(
    ratio: float, offset: float
) -> None:
    """The motion of the same arm whose first joint has the equivalent range itself."""
    arm = erfd.load("three_link").robot
    first, second, third = arm.joints
    own = Limits(lower=Limit(-0.6, "test"), upper=Limit(0.5, "test"))
    mimic = Mimic(of=first.name, multiplier=ratio, offset=offset)
    second = dataclasses.replace(second, mimic=mimic)
    ends = sorted((x - offset) / ratio for x in (-0.6, 0.5))
    same = Limits(lower=Limit(ends[0], "test"), upper=Limit(ends[1], "test"))
    free = [dataclasses.replace(j, limits=Limits()) for j in (first, second, third)]
    follower = (free[0], dataclasses.replace(free[1], limits=own), free[2])
    leader = (dataclasses.replace(free[0], limits=same), free[1], free[2])
    runs = [
        erfd.simulate(
            erfd.Arm(dataclasses.replace(arm, joints=joints)), qd0=[1.0, 0.0], t_end=1.0, stops=True
        )
        for joints in (follower, leader)
    ]
    assert any(e.kind == "stop" for e in runs[0].events)
    assert np.array_equal(runs[0].q, runs[1].q)
    assert runs[0].q[:, 0].max() <= ends[1]
    assert runs[0].q[:, 0].min() >= ends[0]
    robot = erfd.Arm(dataclasses.replace(arm, joints=follower))
    with pytest.raises(RobotError, match="beyond its stops"):
        erfd.simulate(robot, q0=[ends[1] + 0.01, 0.0], t_end=1.0, stops=True)
    loose = erfd.simulate(robot, q0=[ends[1] + 0.01, 0.0], t_end=0.1)
    assert [n.code for n in loose.notices] == ["W_RANGE"]


def test_ranges_that_do_not_meet_are_no_stops() -> None:
    arm = erfd.load("three_link").robot
    first, second, third = arm.joints
    ends = Limits(lower=Limit(1.0, "test"), upper=Limit(2.0, "test"))
    below = Limits(lower=Limit(-1.0, "test"), upper=Limit(0.0, "test"))
    joints = (
        dataclasses.replace(first, limits=below),
        dataclasses.replace(second, limits=ends, mimic=Mimic(of=first.name)),
        third,
    )
    robot = erfd.Arm(dataclasses.replace(arm, joints=joints))
    with pytest.raises(RobotError, match="do not meet"):
        erfd.simulate(robot, t_end=0.1, stops=True)
