"""Rollouts and `erfd.simulate`: two texts, one motion."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import erfd

DT, STEPS = 1e-3, 150


@pytest.fixture(scope="module")
def arm() -> erfd.Arm:
    return erfd.load("rl15")


def states(rows: int = 2) -> Any:
    return np.random.default_rng(0).uniform(-0.5, 0.5, (2, rows, 6))


def simulated(arm: erfd.Arm, q: Any, qd: Any, **given: Any) -> Any:
    return erfd.simulate(arm, q, qd, STEPS * DT, dt_out=DT, **given)


@pytest.mark.parametrize("integrator", ["rk4", "semi_implicit_euler", "euler", "as_published"])
def test_fixed_steps_are_the_same(arm: erfd.Arm, integrator: str) -> None:
    q, qd = states()
    wrench, load = np.array([10.0, -20, 30, 1, -2, 3]), (5.0, (0, 0, 0.1))
    tau = np.random.default_rng(1).normal(0, 20, (2, 6))
    given: dict[str, Any] = {"integrator": integrator, "wrench": wrench}
    batch = erfd.rollout(arm, q, qd, STEPS, DT, torque=tau, payload=load, **given)
    for k in range(2):
        run = simulated(arm.with_payload(*load), q[k], qd[k], torque=tau[k], dt=DT, **given)
        np.testing.assert_allclose(batch.q[k], run.q, atol=1e-10)
        np.testing.assert_allclose(batch.qd[k], run.qd, atol=1e-9)


@pytest.mark.parametrize(
    "controller",
    [erfd.PD([4e3, 4e3, 2e3, 50, 50, 5], [4e2, 4e2, 2e2, 2, 2, 0.2]), erfd.ComputedTorque(100, 20)],
)
def test_controllers_with_the_cycle_of_the_steps_are_the_same(
    arm: erfd.Arm, controller: Any
) -> None:
    q, qd = states()
    given: dict[str, Any] = {"controller": controller, "target": np.full(6, 0.1)}
    batch = erfd.rollout(arm, q, qd, STEPS, DT, **given)
    run = simulated(arm, q[0], qd[0], cycle=DT, integrator="rk4", dt=DT, **given)
    np.testing.assert_allclose(batch.q[0], run.q, atol=1e-9)


def test_drives_come_near_the_exact_run(arm: erfd.Arm) -> None:
    """Friction that stops motors solved by steps, and by events: nearer with every finer step."""
    q, qd = states()
    tau = np.array([2.0, 8.0, 3.0, 0.5, 0.3, 0.2])
    run = simulated(arm, q[0], qd[0], motor_torque=tau, drives=True)
    errors = []
    for finer in (1, 4, 16):
        batch = erfd.rollout(
            arm, q[0], qd[0], STEPS * finer, DT / finer, drives=True, torque=tau, every=finer
        )
        errors.append(np.abs(batch.q - run.q).max())
    assert errors[0] < 5e-3
    np.testing.assert_allclose(np.log2(np.divide(errors[:-1], errors[1:])), 2, atol=0.6)
