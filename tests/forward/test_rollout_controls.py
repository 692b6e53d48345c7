"""Controllers, targets, friction and torques that change: each against the loop by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import erfd
from erfd.forward.rollout_result import Rollout

DT, ROWS = 1e-3, 5
KP, KD = np.array([4e3, 4e3, 2e3, 50, 50, 5]), np.array([4e2, 4e2, 2e2, 2, 2, 0.2])


@pytest.fixture(scope="module")
def arm() -> erfd.Arm:
    return erfd.load("rl15")


def states(rows: int = ROWS, seed: int = 0) -> Any:
    return np.random.default_rng(seed).uniform(-0.5, 0.5, (2, rows, 6))


def loop(arm: erfd.Arm, q: Any, qd: Any, steps: int, torque: Any, loss: Any = None) -> Any:
    """Semi-implicit Euler by the arm's own methods; torque(q, qd, step)."""
    kept = []
    for k in range(steps):
        tau = torque(q, qd, k) - (0 if loss is None else loss(qd))
        qd = qd + DT * arm.forward_dynamics(q, qd, tau)
        q = q + DT * qd
        kept.append(q)
    return np.stack(kept, axis=-2)


def rolled(arm: erfd.Arm, q: Any, qd: Any, steps: int, **given: Any) -> Rollout:
    return erfd.rollout(arm, q, qd, steps, DT, integrator="semi_implicit_euler", **given)


@pytest.mark.parametrize("gravity", [True, False])
def test_pd_is_its_formula(arm: erfd.Arm, gravity: bool) -> None:
    (q, qd), goal = states(), np.array([0.1, -0.2, 0.3, 0.0, 0.2, -0.1])

    def torque(x: Any, v: Any, _: int) -> Any:
        return KP * (goal - x) - KD * v + (arm.gravity(x) if gravity else 0)

    batch = rolled(
        arm, q, qd, 60, controller=erfd.PD(KP, KD, gravity), target=goal, keep_torque=True
    )
    np.testing.assert_allclose(batch.q[:, 1:], loop(arm, q, qd, 60, torque), atol=1e-10)
    np.testing.assert_allclose(
        batch.torque, torque(batch.q[:, :-1], batch.qd[:, :-1], 0), rtol=1e-9, atol=1e-8
    )


def test_pd_with_gravity_rests_at_its_target(arm: erfd.Arm) -> None:
    goal = states()[0]
    batch = erfd.rollout(arm, goal, 0 * goal, 500, DT, controller=erfd.PD(KP, KD), target=goal)
    assert np.abs(batch.q - goal[:, None]).max() < 1e-12


def test_computed_torque_follows_and_its_gains_may_differ_by_row(arm: erfd.Arm) -> None:
    q, qd = states()
    t = DT * np.arange(300)[:, None]
    targets = 0.3 * np.sin(t + np.arange(6)), 0.3 * np.cos(t + np.arange(6))
    targets = (*targets, -targets[0])
    kp, kd = np.linspace(50, 400, ROWS)[:, None] * np.ones(6), 2 * np.sqrt(400) * np.ones(6)

    def torque(x: Any, v: Any, k: int) -> Any:
        a, b, c = (target[k] for target in targets)
        return arm.inverse_dynamics(x, v, c + kd * (b - v) + kp * (a - x))

    batch = rolled(arm, q, qd, 300, controller=erfd.ComputedTorque(kp, kd), targets=targets)
    np.testing.assert_allclose(batch.q[:, 1:], loop(arm, q, qd, 300, torque), atol=1e-9)
    left = np.abs(batch.q[:, -1] - targets[0][-1]).max(axis=1)
    assert left[-1] < left[0]
    assert left[-1] < 0.02


def test_what_the_controller_knows(arm: erfd.Arm) -> None:
    """At rest on its target under gravity: with its own payload known a row stays, else it sags."""
    goal, load = states()[0], (10.0, (0, 0, 0.2))
    given: dict[str, Any] = {"controller": erfd.ComputedTorque(100, 20), "target": goal}
    sags = erfd.rollout(arm, goal, 0 * goal, 100, DT, payload=load, **given)
    stays = erfd.rollout(arm, goal, 0 * goal, 100, DT, payload=load, knows="row", **given)
    assert np.abs(stays.q_end - goal).max() < 1e-12
    assert np.abs(sags.q_end - goal).max() > 1e-4

    def torque(x: Any, v: Any, _: int) -> Any:
        return arm.inverse_dynamics(x, v, -20 * v + 100 * (goal - x))

    expected = loop(arm.with_payload(*load), goal, 0 * goal, 100, torque)
    again = rolled(arm, goal, 0 * goal, 100, payload=load, **given)
    np.testing.assert_allclose(again.q[:, 1:], expected, atol=1e-10)


def test_a_trajectory_is_a_target_and_is_held_at_its_end(arm: erfd.Arm) -> None:
    free = erfd.rollout(arm, [0.1] * 6, [0.2] * 6, 40, 5e-3)
    plan = free.trajectory
    wish = plan.at(DT * np.arange(250))
    given: dict[str, Any] = {"controller": erfd.ComputedTorque(900, 60)}
    one = erfd.rollout(arm, [0.1] * 6, [0.2] * 6, 250, DT, target=plan, **given)
    two = erfd.rollout(arm, [0.1] * 6, [0.2] * 6, 250, DT, targets=tuple(wish), **given)
    np.testing.assert_array_equal(one.q, two.q)
    assert np.abs(one.q[:200] - plan.at(one.t[:200]).q).max() < 2e-3


def test_torques_add_up_and_are_clipped(arm: erfd.Arm) -> None:
    (q, qd), goal = states(), np.zeros(6)
    rng, most = np.random.default_rng(1), np.array([300.0, 500, 200, 20, 20, 5])
    extra = rng.normal(0, 50, (50, 6))

    def torque(x: Any, v: Any, k: int) -> Any:
        return np.clip(extra[k] + KP * (goal - x) - KD * v + arm.gravity(x), -most, most)

    batch = rolled(
        arm, q, qd, 50, torques=extra, controller=erfd.PD(KP, KD), target=goal, limit=most,
        keep_torque=True,
    )  # fmt: skip
    np.testing.assert_allclose(batch.q[:, 1:], loop(arm, q, qd, 50, torque), atol=1e-10)
    assert (np.abs(batch.torque) <= most).all()
    assert (np.abs(batch.torque) == most).any()


def test_a_series_of_equal_torques_is_a_constant_one(arm: erfd.Arm) -> None:
    q, qd = states()
    tau = np.random.default_rng(4).normal(0, 30, (ROWS, 6))
    same = np.broadcast_to(tau[:, None], (ROWS, 80, 6))
    one, two = (erfd.rollout(arm, q, qd, 80, DT, **x) for x in ({"torque": tau}, {"torques": same}))
    np.testing.assert_array_equal(one.q, two.q)


def test_friction_is_its_formula_and_only_takes(arm: erfd.Arm) -> None:
    q, qd = states()
    b, c, slip = np.array([20, 20, 20, 2, 2, 0.2]), np.array([30, 30, 20, 1, 1, 0.1]), 0.5

    def loss(v: Any) -> Any:
        return b * v + c * np.clip(v / slip, -1, 1)

    batch = rolled(arm, q, qd, 100, viscous=b, coulomb=c, slip=slip)
    expected = loop(arm, q, qd, 100, lambda *_: 0.0, loss)
    np.testing.assert_allclose(batch.q[:, 1:], expected, atol=1e-10)
    kept = erfd.rollout(arm, q, qd, 2000, 5e-4, viscous=b, coulomb=c, slip=slip, every=20)
    energy = sum(arm.energy(kept.q, kept.qd))
    assert np.diff(energy, axis=1).max() < 1e-9
    none = erfd.rollout(arm, q, qd, 100, DT)
    zero = erfd.rollout(arm, q, qd, 100, DT, viscous=0.0, coulomb=0.0)
    np.testing.assert_allclose(zero.q, none.q, atol=1e-13)


def test_without_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """On NumPy the same tape gives the same motion."""
    from erfd.forward import rollout
    from erfd.trace import engine

    arm = erfd.load("three_link")
    q, qd = np.random.default_rng(3).uniform(-1, 1, (2, 3, arm.n))
    given: dict[str, Any] = {"controller": erfd.ComputedTorque(50, 10), "target": np.zeros(arm.n)}
    fast = erfd.rollout(arm, q, qd, 20, DT, **given)
    monkeypatch.setattr(engine, "binding", lambda: None)
    rollout.compiled.cache_clear()
    with pytest.warns(RuntimeWarning, match="llvmlite"):
        slow = erfd.rollout(arm, q, qd, 20, DT, **given)
    rollout.compiled.cache_clear()
    np.testing.assert_allclose(slow.q, fast.q, atol=1e-12)
