"""Motors at rest: who holds, who starts; all together; nothing is gained from friction."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import erfd
from erfd.drives import stiction
from erfd.drives.train import train_of
from erfd.errors import ErfdError
from erfd.robot.drives import Coulomb

Array = NDArray[np.float64]
Z = np.zeros(6)


@pytest.fixture(scope="module")
def rl15() -> erfd.Arm:
    return erfd.load("rl15")


def dry(arm: erfd.Arm, starting: Array, kinetic: Array, load: float | None = None) -> erfd.Arm:
    """With Coulomb friction of these sizes at the motors, and this share of the load."""
    drives = arm.robot.drives
    motors = tuple(
        dataclasses.replace(
            m,
            load_friction=load,
            coulomb_friction=Coulomb(
                forward=k, backward=k, starting_forward=s, starting_backward=s
            ),
        )
        for m, s, k in zip(drives.motors, starting.tolist(), kinetic.tolist(), strict=True)
    )
    drives = dataclasses.replace(drives, motors=motors)
    return erfd.Arm(dataclasses.replace(arm.robot, drives=drives))


def matrix(arm: erfd.Arm) -> Array:
    return np.array([m.ratios for m in arm.robot.drives.motors], dtype=float)


def held_torque(arm: erfd.Arm, q: Array) -> Array:
    """What gravity asks of the motors."""
    return np.linalg.solve(matrix(arm).T, arm.gravity(q)[..., None])[..., 0]


def test_a_held_arm_stays_and_the_print_lets_it_fall(rl15: erfd.Arm) -> None:
    """Motors off at q = 0, starting friction 20 % above the load."""
    load = np.abs(held_torque(rl15, Z))
    arm = dry(rl15, 1.2 * load, load)
    ours = arm.motor_stiction(Z, Z, Z)
    np.testing.assert_array_equal(ours.qdd, Z)
    assert ours.holds.all()
    np.testing.assert_allclose(ours.friction, -held_torque(rl15, Z), atol=1e-12)
    np.testing.assert_array_equal(arm.motor_stiction(Z, Z, Z, dt=0.01).qdd, Z)
    print_ = arm.motor_stiction(Z, Z, Z, published=True)
    np.testing.assert_allclose(print_.qdd[[1, 2]], [-0.6, -3.1], atol=0.05)
    assert not print_.holds.any()


def test_too_little_friction_lets_it_fall_with_friction(rl15: erfd.Arm) -> None:
    load = np.abs(held_torque(rl15, Z))
    arm = dry(rl15, 0.5 * load, 0.5 * load)
    found = arm.motor_stiction(Z, Z, Z)
    free = arm.motor_stiction(Z, Z, Z, published=True)
    assert np.all(found.qdd[[1, 2]] < 0)
    assert np.all(found.qdd[[1, 2]] > free.qdd[[1, 2]])
    np.testing.assert_allclose(np.abs(found.friction[[1, 2]]), 0.5 * load[[1, 2]], rtol=1e-9)


def test_the_share_of_the_load_holds_too(rl15: erfd.Arm) -> None:
    """mu = 0.3, motors at 75 % of the load: enough, at 60 %: not."""
    arm = dry(rl15, np.zeros(6), np.zeros(6), load=0.3)
    need = held_torque(rl15, Z)
    assert arm.motor_stiction(Z, Z, 0.75 * need).holds[[1, 2]].all()
    assert arm.motor_stiction(Z, Z, 1.25 * need).holds[[1, 2]].all()
    assert not arm.motor_stiction(Z, Z, 0.6 * need).holds[[1, 2]].any()
    assert not arm.motor_stiction(Z, Z, 1.4 * need).holds[[1, 2]].any()


def states(count: int, seed: int) -> tuple[Array, Array, Array]:
    rng = np.random.default_rng(seed)
    q = rng.uniform(-1.5, 1.5, (count, 6))
    qd = rng.uniform(-1, 1, (count, 6)) * (rng.random((count, 6)) > 0.5)
    return q, qd, rng.normal(size=(count, 6)) * [6, 8, 6, 0.5, 0.5, 0.2]


@pytest.mark.parametrize("load", [0.0, 0.3, 0.9])
def test_each_motor_is_on_its_curve(rl15: erfd.Arm, load: float) -> None:
    """At one instant: held with friction to spare, or moving against all of it."""
    starting, kinetic = np.array([3, 4, 3, 0.3, 0.3, 0.1]), np.array([2, 3, 2, 0.2, 0.2, 0.05])
    arm = dry(rl15, starting, kinetic, load)
    q, qd, torque = states(2000, 1)
    found = arm.motor_stiction(q, qd, torque)
    A = matrix(arm)
    y, yd = qd @ A.T, found.qdd @ A.T
    rest = np.abs(y) <= 1e-3
    J = np.array([m.rotor_inertia for m in arm.robot.drives.motors])
    f = np.array([m.viscous_friction for m in arm.robot.drives.motors])
    u = arm.inverse_dynamics(q, qd, found.qdd)
    tau = np.linalg.solve(A.T, u[..., None])[..., 0]
    assert found.converged.all()
    assert 0.2 < (rest & found.holds).sum() / rest.sum() < 0.9
    np.testing.assert_allclose(tau + J * yd + found.friction, torque, rtol=1e-9, atol=1e-9)
    phi = found.friction - f * y
    most = np.where(rest, starting, kinetic) + load * np.abs(tau)
    assert np.all(np.abs(phi) <= most * (1 + 1e-9))
    size = 1e-9 * (np.abs(yd) + np.abs(found.qdd) @ np.abs(A).T + 1)
    np.testing.assert_array_less(np.abs(yd)[found.holds], size[found.holds])
    way = np.where(rest, np.sign(yd), np.sign(y))
    going = ~found.holds
    np.testing.assert_allclose(phi[going], (way * most)[going], rtol=1e-8, atol=1e-8)
    assert not (found.holds & ~rest).any()


def test_over_a_cycle_the_end_has_friction_against_it(rl15: erfd.Arm) -> None:
    """Motors that would turn round stop; those that stop are at rest."""
    starting, kinetic = np.array([3, 4, 3, 0.3, 0.3, 0.1]), np.array([2, 3, 2, 0.2, 0.2, 0.05])
    arm, dt = dry(rl15, starting, kinetic, 0.2), 0.01
    q, qd, torque = states(2000, 2)
    qd *= 0.02
    found = arm.motor_stiction(q, qd, torque, dt=dt)
    A = matrix(arm)
    y, after = qd @ A.T, (qd + found.qdd * dt) @ A.T
    assert found.converged.all()
    np.testing.assert_allclose(after[found.holds], 0.0, atol=1e-12)
    stopped = found.holds & (np.abs(y) > 1e-3)
    assert stopped.any()
    moving = ~found.holds
    assert np.all((found.friction * np.sign(after))[moving] > 0)


def test_a_push_comes_to_rest_and_energy_falls(rl15: erfd.Arm) -> None:
    """Motors hold the weight, friction stops the rest; no cycle adds energy beyond the motors'."""
    kinetic = np.array([2, 4, 3, 0.3, 0.3, 0.1])
    arm, dt = dry(rl15, 1.3 * kinetic, kinetic), 0.002
    q, v = np.array([0.3, 0.2, -0.4, 0.1, 0.5, 0.0]), np.array([0.4, -0.2, 0.3, 1.0, -0.5, 1.0])
    A = matrix(arm)
    hold = held_torque(arm, q)
    for _ in range(600):
        step = arm.motor_stiction(q, v, hold, dt=dt)
        v = v + step.qdd * dt
        q = q + v * dt
        assert np.all(step.friction * (A @ v) >= -1e-12)
        if step.holds.all():
            break
    assert step.holds.all()
    np.testing.assert_allclose(v, 0.0, atol=1e-14)
    again = arm.motor_stiction(q, v, hold, dt=dt)
    np.testing.assert_allclose(again.qdd, 0.0, atol=1e-11)


def test_without_friction_it_is_forward_dynamics(rl15: erfd.Arm) -> None:
    motors = tuple(
        dataclasses.replace(m, load_friction=None, viscous_friction=None)
        for m in rl15.robot.drives.motors
    )
    drives = dataclasses.replace(rl15.robot.drives, motors=motors)
    arm = erfd.Arm(dataclasses.replace(rl15.robot, drives=drives))
    q, qd, torque = states(100, 3)
    A, J = matrix(arm), np.diag([m.rotor_inertia for m in motors])
    H, bias = arm.equations_of_motion(q, qd)
    expected = np.linalg.solve(H + A.T @ J @ A, (torque @ A - bias)[..., None])[..., 0]
    for found in (arm.motor_stiction(q, qd, torque), arm.motor_stiction(q, qd, torque, dt=0.01)):
        np.testing.assert_allclose(found.qdd, expected, rtol=1e-7, atol=1e-7)


def test_numbers_and_kernel_agree(rl15: erfd.Arm) -> None:
    kinetic = np.array([2, 3, 2, 0.2, 0.2, 0.05])
    arm = dry(rl15, 1.5 * kinetic, kinetic, 0.3)
    train = train_of(arm.robot, plain=True)
    wrench = np.array([10.0, -20.0, 30.0, 1.0, 2.0, 3.0])
    q, qd, torque = states(15, 4)
    texts: list[tuple[dict[str, Any], Any]] = [
        ({}, lambda *x: stiction.accelerations(train, *x, wrench.tolist())),
        ({"dt": 0.01}, lambda *x: stiction.step(train, *x, 0.01, wrench.tolist())),
        ({"published": True}, lambda *x: stiction.published(train, *x, wrench.tolist())),
    ]
    for options, text in texts:
        found = arm.motor_stiction(q, qd, torque, wrench, **options)
        for k in range(len(q)):
            plain = text(q[k].tolist(), qd[k].tolist(), torque[k].tolist())
            np.testing.assert_allclose(plain.qdd, found.qdd[k], rtol=1e-8, atol=1e-8)
            np.testing.assert_array_equal(np.array(plain.holds) > 0.5, found.holds[k])


def test_friction_may_differ_forward_and_backward(rl15: erfd.Arm) -> None:
    drives = rl15.robot.drives
    asymmetric = Coulomb(forward=2.0, backward=5.0)
    motors = tuple(
        dataclasses.replace(m, load_friction=None, coulomb_friction=asymmetric if i == 0 else None)
        for i, m in enumerate(drives.motors)
    )
    arm = erfd.Arm(
        dataclasses.replace(rl15.robot, drives=dataclasses.replace(drives, motors=motors))
    )
    hold = held_torque(arm, Z)
    for push, holds in ((1.9, True), (2.1, False), (-4.9, True), (-5.1, False)):
        found = arm.motor_stiction(Z, Z, hold + push * np.eye(6)[0])
        assert bool(found.holds[0]) is holds
        assert bool(found.qdd[0] == 0.0) is holds


def test_what_is_refused(rl15: erfd.Arm) -> None:
    with pytest.raises(ErfdError, match="knows no cycle"):
        rl15.motor_stiction(Z, Z, Z, dt=0.01, published=True)
    with pytest.raises(ErfdError, match=r"tau_motor has the shape \(5,\)"):
        rl15.motor_stiction(Z, Z, np.zeros(5))
    with pytest.raises(ErfdError, match="has no drives"):
        erfd.load("three_link").motor_stiction(*np.zeros((3, 3)))
