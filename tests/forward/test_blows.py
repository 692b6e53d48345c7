"""Blows as laws: stops push only, no energy from nowhere, moving bases take their part."""

from __future__ import annotations

import dataclasses
import itertools
import math

import numpy as np
import pytest

import erfd
from erfd.curve import Array
from erfd.forward.impact import jumped
from erfd.robot.records import JointFriction, Limit, Limits

Case = tuple[Array, Array, dict[int, float], dict[int, int]]


def cases(count: int, seed: int) -> list[Case]:
    """Some joints rest on stops, one more hits its own."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        B = rng.normal(size=(4, 4))
        M = B @ B.T + 0.05 * np.eye(4)
        held = [int(x) for x in rng.permutation(4)[: rng.integers(1, 4)]]
        sides = {j: int(rng.choice([-1, 1])) for j in held}
        qd, last = rng.normal(size=4), held[-1]
        qd[held[:-1]] = 0.0
        qd[last] = abs(qd[last]) * sides[last]
        back = -float(rng.choice([0.0, 0.5, 1.0])) * qd[last]
        made.append((M, qd, dict.fromkeys(held, 0.0) | {last: back}, sides))
    return made


def test_stops_push_and_nothing_goes_on_into_one() -> None:
    """M (qd+ - qd-) is an impulse of the stops alone, zero at joints that leave faster."""
    for M, qd, targets, sides in cases(4000, 1):
        after, off = jumped(M, qd, targets, sides)
        impulse = M @ (after - qd)
        size = 1e-9 * (1.0 + np.abs(impulse).max())
        assert max((abs(impulse[j]) for j in range(4) if j not in targets), default=0.0) < size
        for j, side in sides.items():
            assert side * impulse[j] < size
            assert side * (after[j] - targets[j]) < 1e-9
            assert abs(impulse[j] if j in off else after[j] - targets[j]) < size
        assert after @ M @ after < qd @ M @ qd + 1e-9


def test_of_all_sets_of_stops_the_blow_takes_the_only_one_that_fits() -> None:
    for M, qd, targets, sides in cases(100, 2):
        after, _ = jumped(M, qd, targets, sides)
        fits = []
        for k in range(len(sides) + 1):
            for held in itertools.combinations(sides, k):
                pick = np.eye(4)[list(held)]
                back = np.linalg.solve(M, pick.T)
                rise = [targets[j] - qd[j] for j in held]
                blow = np.linalg.solve(pick @ back, rise) if k else np.zeros(0)
                v = qd + back @ blow
                pushes = all(sides[j] * x < 1e-9 for j, x in zip(held, blow, strict=True))
                if pushes and all(sides[j] * (v[j] - targets[j]) < 1e-9 for j in sides):
                    fits.append(v)
        assert fits
        assert all(np.allclose(v, after, atol=1e-6) for v in fits)


def block(lower: float = -0.5, friction: float = 0.0) -> erfd.Arm:
    """A mass of 1 kg on a rail without gravity, which a base without mass carries along."""
    robot = erfd.load("trttr1").robot
    body = dataclasses.replace(robot.bodies[0], mass=1.0)
    joint = dataclasses.replace(
        robot.joints[0],
        axis=(0, 0, 1),
        limits=Limits(lower=Limit(lower, "test"), upper=Limit(None)),
        friction=JointFriction(coulomb=friction or None),
    )
    tool = dataclasses.replace(robot.tool, body=body.name)
    alone = dataclasses.replace(
        robot, gravity=(0, 0, 0), joints=(joint,), bodies=(body,), tool=tool, frames=(), drives=None
    )
    return erfd.Arm(alone).with_moving_base("prismatic", axis=(0, 0, 1))


def carried(t: float) -> tuple[float, float, float]:
    return t, 1.0, 0.0


def test_a_moving_base_pays_for_the_blow() -> None:
    """In the base's frame 1 kg stops from 1 m/s: 0.5 J go; outside it gains 0.5 J: the base's."""
    run = erfd.simulate(
        block(), [0, 0], [1, -1], t_end=1.0, stops=True, prescribed={"base_motion": carried}
    )
    (hit,) = (e for e in run.events if e.kind == "stop")
    assert abs(hit.t - 0.5) < 1e-9
    works = run.energy.works
    assert works["stops"][-1] == pytest.approx(-0.5, abs=1e-9)
    assert works["base"][-1] == pytest.approx(1.0, abs=1e-9)
    assert run.energy.kinetic[-1] == pytest.approx(0.5, abs=1e-9)
    assert run.drift < 1e-9


def test_what_comes_to_rest_on_a_moving_base_rests() -> None:
    """Friction stops 1 kg from 1 m/s within 0.5 m of the base; the base's inertia is nothing."""
    arm = block(lower=-2.0, friction=1.0)
    run = erfd.simulate(
        arm, [0, 0], [1, -1], t_end=2.0, friction=True, prescribed={"base_motion": carried}
    )
    (rest,) = (e for e in run.events if e.kind == "stick")
    assert abs(rest.t - 1.0) < 1e-6
    assert run.q[-1, 1] == pytest.approx(-0.5, abs=1e-6)
    assert run.qd[-1, 1] == 0.0
    assert run.energy.works["friction"][-1] == pytest.approx(-0.5, abs=1e-6)
    assert run.drift < 1e-9


@pytest.mark.parametrize("seed", range(8))
def test_stops_on_a_moving_base_never_give_energy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    robot = erfd.load("two_link").robot
    limits = Limits(lower=Limit(-0.5, "test"), upper=Limit(0.5, "test"))
    joints = (robot.joints[0], dataclasses.replace(robot.joints[1], limits=limits))
    arm = erfd.Arm(dataclasses.replace(robot, joints=joints, gravity=(0, 0, 0)))
    moving = arm.with_moving_base("prismatic", axis=(1, 0, 0))
    q = [0.0, float(rng.uniform(-3, 3)), float(rng.uniform(-0.4, 0.4))]
    run = erfd.simulate(
        moving,
        q,
        [4.0, *(3.0 * rng.normal(size=2))],
        t_end=0.5,
        stops=True,
        restitution=float(rng.uniform()),
        prescribed={"base_motion": lambda t: (4 * t, 4.0, 0.0)},
    )
    assert np.diff(run.energy.works["stops"]).max() < 1e-9
    assert run.drift < 1e-9


def resting(**more: object) -> erfd.Run:
    """A pendulum pressed to its stop picks up what stood still."""
    arm = erfd.load("two_link")
    limits = Limits(lower=Limit(-0.5, "test"), upper=Limit(0.5, "test"))
    joints = (arm.robot.joints[0], dataclasses.replace(arm.robot.joints[1], limits=limits))
    arm = erfd.Arm(dataclasses.replace(arm.robot, joints=joints, gravity=(0, 0, 0)))
    return erfd.simulate(
        arm,
        [0.0, 0.5],
        t_end=0.3,
        stops=True,
        torque=[0.0, 30.0],
        loads=[erfd.pick(0.1, 5.0, at_rest=True)],
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("speed", [-3.0, 3.0])
def test_a_load_at_rest_is_borne_by_the_stop_or_pulls_off_it(speed: float) -> None:
    """Before and after a joint is never beyond its stop, and never moves into it."""
    run = resting(qd0=[speed, 0.0])
    after = run.at(0.1, "right")
    assert after.q[1] == pytest.approx(0.5, abs=1e-9)
    assert after.qd[1] < 1e-12
    left = any(e.t == pytest.approx(0.1) and e.text.startswith("leaves") for e in run.events)
    assert left == (after.qd[1] < 0.0)
    assert run.q[:, 1].max() < 0.5 + 1e-9
    assert np.abs(run.energy.works["stops"][run.t < 0.11]).max() < 1e-9
    assert run.drift < 1e-9


def test_a_load_at_rest_on_a_moving_base_is_pushed_by_the_base() -> None:
    """The base keeps its speed: the 2 kg that stood still are the block's and the base's work."""
    arm = block(lower=0.0)
    run = erfd.simulate(
        arm,
        [0, 0],
        [1, 0],
        t_end=0.5,
        stops=True,
        prescribed={"base_motion": carried},
        loads=[erfd.pick(0.2, 2.0, at_rest=True)],
    )
    assert run.drift < 1e-9
    assert math.isclose(run.qd[-1, 0], 1.0)
    assert np.isfinite(run.energy.works["base"]).all()
