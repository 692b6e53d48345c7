"""Laws of rollouts: each row is the plain loop of its own robot, whoever stands beside it."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pytest

import erfd
from erfd.arm import Arm
from erfd.dynamics import quantities
from erfd.dynamics.lump import tree_of
from erfd.forward import rollout_run
from erfd.robot.records import Mimic
from tests.samples import random_robot

DT = 1e-3


def states(arm: Arm, rows: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).uniform(-1.0, 1.0, (2, rows, arm.n))


def by_hand(arm: Arm, q: Any, qd: Any, steps: int, integrator: str, tau: Any, wrench: Any) -> Any:
    """The states after every step, in plain floats, in the robot's own frames."""
    tree, n = tree_of(arm.robot), arm.n

    def f(x: list[float]) -> list[float]:
        return [*x[n:], *quantities.forward_dynamics(tree, x[:n], x[n:], list(tau), wrench)]

    def moved(x: list[float], h: float, k: list[float]) -> list[float]:
        return [a + h * b for a, b in zip(x, k, strict=True)]

    x, kept = [*q.tolist(), *qd.tolist()], []
    for _ in range(steps):
        k1 = f(x)
        if integrator == "rk4":
            k2 = f(moved(x, DT / 2, k1))
            k3 = f(moved(x, DT / 2, k2))
            k4 = f(moved(x, DT, k3))
            k = [(a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(k1, k2, k3, k4, strict=True)]
            x = moved(x, DT, k)
        elif integrator == "euler":
            x = moved(x, DT, k1)
        else:
            v = moved(x[n:], DT, k1[n:])
            x = [*moved(x[:n], DT, v), *v]
        kept.append(x)
    return np.array(kept)


@pytest.mark.parametrize("integrator", ["rk4", "semi_implicit_euler", "euler", "as_published"])
@pytest.mark.parametrize("name", ["rl15", "three_link", "stanford"])
def test_a_row_is_the_plain_loop(name: str, integrator: str) -> None:
    arm, steps = erfd.load(name), 25
    q, qd = states(arm, 11)
    rng = np.random.default_rng(5)
    tau, wrench = rng.normal(0, 5, (11, arm.n)), rng.normal(0, 20, (11, 6))
    batch = erfd.rollout(arm, q, qd, steps, DT, torque=tau, wrench=wrench, integrator=integrator)
    assert not batch.diverged.any()
    np.testing.assert_array_equal(batch.q[:, 0], q)
    np.testing.assert_allclose(batch.t, DT * np.arange(steps + 1), rtol=1e-15)
    for k in (0, 7, 10):
        rule = "semi_implicit_euler" if integrator == "as_published" else integrator
        found = np.hstack([batch.q[k, 1:], batch.qd[k, 1:]])
        expected = by_hand(arm, q[k], qd[k], steps, rule, tau[k], wrench[k].tolist())
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("seed", range(4))
def test_random_trees(seed: int) -> None:
    """Branching trees of mixed joints; from 15 joints on the stages are a loop of their own."""
    arm = Arm(random_robot(random.Random(seed), (3, 5, 8, 16)[seed]))
    q, qd = states(arm, 3, seed)
    batch = erfd.rollout(arm, q, qd, 5, DT)
    for k in range(3):
        expected = by_hand(arm, q[k], qd[k], 5, "rk4", np.zeros(arm.n), None)
        found = np.hstack([batch.q[k, 1:], batch.qd[k, 1:]])
        np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9)


def test_joints_that_mimic_others() -> None:
    arm = Arm(random_robot(random.Random(1), 5, branching=0.0, fixed=0.0))
    first, second = arm.robot.joints[1].name, arm.robot.joints[3].name
    joints = tuple(
        dataclasses.replace(j, mimic=Mimic(of=first, multiplier=-0.5, offset=0.2))
        if j.name == second
        else j
        for j in arm.robot.joints
    )
    arm = Arm(dataclasses.replace(arm.robot, joints=joints))
    assert arm.n == 4
    q, qd = states(arm, 3)
    batch = erfd.rollout(arm, q, qd, 5, DT)
    expected = by_hand(arm, q[2], qd[2], 5, "rk4", np.zeros(4), None)
    found = np.hstack([batch.q[2, 1:], batch.qd[2, 1:]])
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-10)
    wish: dict[str, Any] = {"controller": erfd.ComputedTorque(100, 20), "target": np.zeros(4)}
    held = erfd.rollout(arm, np.zeros(4), np.zeros(4), 50, DT, **wish)
    assert np.abs(held.q).max() < 1e-12


def test_a_payload_in_a_row_is_an_arm_with_that_payload() -> None:
    arm = erfd.load("rl15")
    q, qd = states(arm, 5)
    masses = np.array([0.0, 1.0, 5.0, 10.0, 15.0])
    coms, inertia = np.random.default_rng(1).uniform(-0.1, 0.1, (5, 3)), 0.02 * np.eye(3)
    batch = erfd.rollout(arm, q, qd, 50, DT, payload=(masses, coms, inertia))
    for k in range(5):
        loaded = arm.with_payload(masses[k], coms[k], inertia)
        alone = erfd.rollout(loaded, q[k], qd[k], 50, DT)
        np.testing.assert_allclose(batch.q[k], alone.q, rtol=0, atol=1e-11)


def test_parameters_of_bodies_and_gravity_by_row() -> None:
    arm = erfd.load("rl15")
    q, qd = states(arm, 3)
    own = next(b for b in arm.robot.bodies if b.name == arm.robot.bodies[2].name)
    masses = own.mass * np.array([1.0, 1.0, 1.2])
    gravity = np.array([[0, 0, -9.81], [0, 0, -1.62], [0, 0, -9.81]])
    same = {"gravity": gravity, f"{own.name}.mass": masses}
    batch, plain = (
        erfd.rollout(arm, q, qd, 50, DT, **given) for given in ({"parameters": same}, {})
    )
    difference = np.abs(batch.q[:, -1] - plain.q[:, -1]).max(axis=1)
    assert difference[0] < 1e-11
    assert (difference[1:] > 1e-5).all()


SMALL: dict[str, Any] = {"torque": np.full(6, 3.0), "payload": (2.0, (0, 0, 0.1))}


def test_the_same_bits_at_any_place_in_any_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = erfd.load("rl15")
    q, qd = states(arm, 21)
    whole = erfd.rollout(arm, q, qd, 60, DT, **SMALL)
    for rows in (slice(3, 4), slice(5, 14), slice(None, None, -1)):
        part = erfd.rollout(arm, q[rows], qd[rows], 60, DT, **SMALL)
        np.testing.assert_array_equal(part.q, whole.q[rows])
        np.testing.assert_array_equal(part.qd, whole.qd[rows])
    np.testing.assert_array_equal(erfd.rollout(arm, q[4], qd[4], 60, DT, **SMALL).q, whole.q[4])
    monkeypatch.setattr(rollout_run, "PORTION", 21 * 7)
    again = erfd.rollout(arm, q, qd, 60, DT, **SMALL)
    np.testing.assert_array_equal(again.q, whole.q)
    for enough in (1, 10**9):
        monkeypatch.setattr(rollout_run, "ENOUGH", enough)
        for every in (5, 60):
            few = erfd.rollout(arm, q, qd, 60, DT, every=every, **SMALL)
            np.testing.assert_array_equal(few.q, whole.q[:, ::every])
            np.testing.assert_array_equal(few.qd, whole.qd[:, ::every])
            np.testing.assert_array_equal(few.t, whole.t[::every])


def test_torques_are_kept_with_every_choice_of_states(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = erfd.load("rl15")
    q, qd = states(arm, 9)
    given: dict[str, Any] = {"controller": erfd.ComputedTorque(100, 20), "target": np.zeros(6)}
    whole = erfd.rollout(arm, q, qd, 60, DT, keep_torque=True, **given)
    monkeypatch.setattr(rollout_run, "PORTION", 9 * 7)
    for enough in (1, 10**9):
        monkeypatch.setattr(rollout_run, "ENOUGH", enough)
        for every in (1, 5, 30):
            few = erfd.rollout(arm, q, qd, 60, DT, keep_torque=True, every=every, **given)
            assert few.torque is not None
            assert whole.torque is not None
            np.testing.assert_array_equal(few.q, whole.q[:, ::every])
            np.testing.assert_array_equal(few.torque, whole.torque[:, every - 1 :: every])


def test_threads_and_used_memory_change_no_bit() -> None:
    arm = erfd.load("rl15")
    q, qd = states(arm, 301)
    series = np.random.default_rng(2).normal(0, 10, (301, 40, 6))
    one = erfd.rollout(arm, q, qd, 40, DT, torques=series)
    two = erfd.rollout(arm, q, qd, 40, DT, torques=series, threads=2)
    np.testing.assert_array_equal(one.q, two.q)
    before, place = one.q.copy(), one.q
    third = erfd.rollout(arm, q, qd, 40, DT, torques=series, out=one)
    assert third.q is place
    np.testing.assert_array_equal(third.q, before)


def test_a_row_that_diverges_stays_alone() -> None:
    arm = erfd.load("rl15")
    q, qd = states(arm, 19)
    fine = erfd.rollout(arm, q, qd, 40, DT)
    qd[4, 2], q[11, 0], qd[17] = 1e80, np.nan, 1e155
    mixed = erfd.rollout(arm, q, qd, 40, DT)
    bad = [4, 11, 17]
    assert np.flatnonzero(mixed.diverged).tolist() == bad
    rest = [k for k in range(19) if k not in bad]
    np.testing.assert_array_equal(mixed.q[rest], fine.q[rest])
    assert (mixed.bad_step[rest] == -1).all()
    for k in bad:
        first = mixed.bad_step[k]
        assert np.isnan(mixed.q[k, first + 1 :]).all()
        assert np.isfinite(mixed.q[k, 1 : first + 1]).all()
    assert mixed.complaints()[1] == "robot 11 diverged in step 0, from t = 0 s to 0.001 s"


def test_a_diverging_row_is_found_in_its_step_whatever_is_kept() -> None:
    """Far too long a step: the plain loop tells when it ends."""
    arm = erfd.load("three_link")
    q, qd = states(arm, 16)
    qd *= 300.0
    batch = erfd.rollout(arm, q, qd, 400, 0.05, integrator="euler")
    assert batch.diverged.sum() > 0
    few = erfd.rollout(arm, q, qd, 400, 0.05, integrator="euler", every=100)
    np.testing.assert_array_equal(few.bad_step, batch.bad_step)
    for k in np.flatnonzero(batch.diverged):
        good = np.isfinite(batch.q[k]).all(-1)
        assert good.sum() == batch.bad_step[k] + 1
        assert np.diff(good.astype(int)).min() == -1


@pytest.mark.parametrize(
    ("integrator", "order", "dt"),
    [("rk4", 4, 0.02), ("semi_implicit_euler", 1, 1e-3), ("euler", 1, 1e-3)],
)
def test_measured_order(integrator: str, order: int, dt: float) -> None:
    """Halving the step divides the error by 2^order, on free motion of RL15 over 0.32 s."""
    arm = erfd.load("rl15")
    q, qd = states(arm, 8)
    span = 0.32
    exact = erfd.rollout(arm, q, qd, 3200, span / 3200, every=3200)

    def error(h: float) -> float:
        steps = round(span / h)
        found = erfd.rollout(arm, q, qd, steps, h, integrator=integrator, every=steps)
        return float(np.abs(found.q_end - exact.q_end).max())

    slopes = np.log2([error(h) / error(h / 2) for h in (dt / 2, dt / 4)])
    np.testing.assert_allclose(slopes, order, atol=0.25 if order == 4 else 0.1)


@pytest.mark.parametrize("name", ["rl15", "three_link", "stanford", "seven_axis"])
def test_free_motion_keeps_its_energy(name: str) -> None:
    arm = erfd.load(name)
    q, qd = states(arm, 9)
    batch = erfd.rollout(arm, q, qd, 1000, 5e-4, every=50)
    kinetic, potential = arm.energy(batch.q, batch.qd)
    energy = kinetic + potential
    drift = np.abs(energy - energy[:, :1]).max(axis=1) / kinetic.max(axis=1)
    assert drift.max() < 1e-6


def test_power_of_torques_friction_and_wrench_is_what_energy_gains() -> None:
    arm = erfd.load("rl15")
    q, qd = states(arm, 6)
    tau, b, dt = (
        np.random.default_rng(3).normal(0, 50, (6, 6)),
        np.array([20.0] * 3 + [2.0] * 3),
        1e-4,
    )
    batch = erfd.rollout(arm, q, qd, 2000, dt, torque=tau, viscous=b)
    kinetic, potential = arm.energy(batch.q, batch.qd)
    power = ((tau[:, None] - b * batch.qd) * batch.qd).sum(-1)
    work = dt * (power.sum(1) - 0.5 * (power[:, 0] + power[:, -1]))
    gained = (kinetic + potential)[:, -1] - (kinetic + potential)[:, 0]
    np.testing.assert_allclose(gained, work, rtol=1e-4, atol=1e-3)


@pytest.mark.oracle
def test_mujoco_rolls_out_alike() -> None:
    pytest.importorskip("mujoco")
    from benchmarks.peers import MuJoCo
    from mujoco import mjtIntegrator, rollout

    arm, rows, steps = erfd.load("rl15"), 4, 500
    peer = MuJoCo(arm)
    peer.model.opt.integrator, peer.model.opt.timestep = mjtIntegrator.mjINT_RK4, DT
    q, qd = states(arm, rows)
    inverse = np.argsort(peer.order)
    start = np.hstack([np.zeros((rows, 1)), q[:, inverse], qd[:, inverse]])
    theirs, _ = rollout.rollout(peer.model, peer.data, start, nstep=steps)
    ours = erfd.rollout(arm, q, qd, steps, DT)
    np.testing.assert_allclose(ours.q[:, 1:], theirs[..., 1:7][..., peer.order], atol=1e-9)
    np.testing.assert_allclose(ours.qd[:, 1:], theirs[..., 7:][..., peer.order], atol=1e-8)
