"""Rollouts of motors: the loop of `arm.motor_stiction`, torques that are there, friction."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import erfd
from erfd.drives.limits import torque_ranges
from erfd.errors import ErfdError

DT = 1e-3


@pytest.fixture(scope="module")
def arm() -> erfd.Arm:
    return erfd.load("rl15")


def states(rows: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).uniform(-0.5, 0.5, (2, rows, 6))


def by_hand(arm: erfd.Arm, q: Any, qd: Any, torques: Any, wrench: Any = None) -> Any:
    for tau in np.moveaxis(torques, -2, 0):
        held = arm.motor_stiction(q, qd, tau, wrench, dt=DT)
        assert held.converged.all()
        qd = qd + DT * held.qdd
        q = q + DT * qd
    return q, qd


@pytest.mark.parametrize("payload", [None, (5.0, (0, 0, 0.1))])
@pytest.mark.parametrize("wrench", [None, np.array([10.0, -20, 50, 1, 2, -1])])
def test_a_row_is_the_loop_by_hand(arm: erfd.Arm, payload: Any, wrench: Any) -> None:
    (q, qd), rng = states(9), np.random.default_rng(1)
    asked = rng.normal(0, 10, (9, 100, 6))
    given: dict[str, Any] = {"payload": payload, "wrench": wrench, "keep_torque": True}
    batch = erfd.rollout(arm, q, qd, 100, DT, drives=True, torques=asked, **given)
    assert not batch.diverged.any()
    assert batch.torque is not None
    loaded = arm if payload is None else arm.with_payload(*payload)
    x, v = by_hand(loaded, q, qd, batch.torque, wrench)
    np.testing.assert_allclose(batch.q_end, x, atol=1e-10)
    np.testing.assert_allclose(batch.qd_end, v, atol=1e-8)
    speeds = arm.motor_speeds(batch.q[:, :-1], batch.qd[:, :-1])
    drives: Any = arm.robot.drives
    for k, y in enumerate(np.moveaxis(speeds, -1, 0)):
        ranges = [torque_ranges(drives, [s] * 6)[k] for s in y.ravel()]
        lower, upper = np.array(ranges).T.reshape(2, *y.shape)
        np.testing.assert_array_equal(batch.torque[..., k], np.clip(asked[..., k], lower, upper))
    assert (batch.torque != asked).any()


def test_friction_holds_what_motors_nearly_hold(arm: erfd.Arm) -> None:
    """At rest, the torque of gravity and a little more or less: nothing moves, not by a bit."""
    q = states(20)[0]
    hold = arm.motor_torque(q, 0 * q, 0 * q)
    held = arm.motor_stiction(q, 0 * q, 1.01 * hold, dt=DT).holds.all(-1)
    assert held.sum() > 10
    batch = erfd.rollout(arm, q[held], 0 * q[held], 500, DT, drives=True, torque=1.01 * hold[held])
    np.testing.assert_array_equal(batch.q_end, q[held])


@pytest.mark.parametrize("controller", [erfd.PD(2e4, 2e3), erfd.ComputedTorque(100, 20)])
def test_controllers_reach_their_targets(arm: erfd.Arm, controller: Any) -> None:
    q, goal = states(5)[0], np.array([0.1, -0.3, 0.2, 0.1, 0.4, -0.2])
    given: dict[str, Any] = {"controller": controller, "target": goal, "every": 1000}
    batch = erfd.rollout(arm, q, 0 * q, 3000, DT, drives=True, **given)
    assert not batch.diverged.any()
    assert np.abs(batch.q_end - goal).max() < 0.02
    assert np.abs(batch.qd_end).max() < 1e-3


def test_torques_of_controllers(arm: erfd.Arm) -> None:
    """PD through A^-T; computed torque is the motors' own inverse dynamics; then what there is."""
    (q, qd), goal = states(3), np.zeros(6)
    A = arm.transmission_matrix()
    drives: Any = arm.robot.drives
    kp, kd = 1e3, 1e2
    pd = np.linalg.solve(A.T, (kp * (goal - q) - kd * qd + arm.gravity(q)).T).T
    own = arm.motor_torque(q, qd, kp * (goal - q) - kd * qd)
    for controller, wanted in ((erfd.PD(kp, kd), pd), (erfd.ComputedTorque(kp, kd), own)):
        batch = erfd.rollout(
            arm, q, qd, 1, DT, drives=True, controller=controller, target=goal, keep_torque=True
        )
        for row, torque in enumerate(wanted):
            ranges = torque_ranges(drives, arm.motor_speeds(q, qd)[row].tolist())
            there = [np.clip(u, r.lower, r.upper) for u, r in zip(torque, ranges, strict=True)]
            assert batch.torque is not None
            np.testing.assert_allclose(batch.torque[row, 0], there, rtol=1e-9, atol=1e-9)


def test_the_same_bits_at_any_place(arm: erfd.Arm) -> None:
    q, qd = states(19)
    tau = np.random.default_rng(2).normal(0, 5, (19, 6))
    whole = erfd.rollout(arm, q, qd, 60, DT, drives=True, torque=tau)
    part = erfd.rollout(arm, q[7:9], qd[7:9], 60, DT, drives=True, torque=tau[7:9])
    np.testing.assert_array_equal(part.q, whole.q[7:9])
    qd[3] = np.nan
    spoilt = erfd.rollout(arm, q, qd, 60, DT, drives=True, torque=tau)
    assert np.flatnonzero(spoilt.diverged).tolist() == [3]
    np.testing.assert_array_equal(np.delete(spoilt.q, 3, 0), np.delete(whole.q, 3, 0))


WRONG: list[tuple[dict[str, Any], str]] = [
    (
        {"integrator": "rk4"},
        "there is no integrator 'rk4' with drives; use semi_implicit_euler, as",
    ),
    ({"viscous": 1.0}, "viscous= or coulomb= with drives; the drives have friction of their own"),
    ({"torque": np.zeros(5)}, "torque has the shape (5,); give (..., 6): 6 motors of 'rl15': "),
    ({"torques": np.zeros((3, 6))}, "give (..., 10, 6): 10 steps, 6 motors of 'rl15'"),
    ({"limit": np.zeros(5)}, "limit has the shape (5,); give (..., 6): 6 motors of 'rl15'"),
]


@pytest.mark.parametrize(("given", "message"), WRONG, ids=range(len(WRONG)))
def test_bad_input(arm: erfd.Arm, given: dict[str, Any], message: str) -> None:
    with pytest.raises(ErfdError) as caught:
        erfd.rollout(arm, np.zeros(6), np.zeros(6), 10, DT, drives=True, **given)
    assert message in str(caught.value)


def test_a_robot_without_drives() -> None:
    arm = erfd.load("three_link")
    with pytest.raises(ErfdError, match=r"'three_link' has no drives; describe its motors"):
        erfd.rollout(arm, np.zeros(arm.n), np.zeros(arm.n), 10, DT, drives=True)
