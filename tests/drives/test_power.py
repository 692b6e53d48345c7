"""Power: what the motors give goes into motion, height and heat, and heat is never negative.

The energies are differentiated along the motion, they know nothing of torques.
"""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pytest

from erfd.arm import Arm, load
from erfd.drives import elements
from erfd.drives.equations import transmitted
from erfd.drives.friction import on_load, on_speed
from erfd.drives.joint_friction import on_reactions
from erfd.drives.joint_friction import on_speed as on_joint_speed
from erfd.drives.motors import motor_torque
from erfd.drives.sides import load as loaded
from erfd.drives.train import Train, train_of
from erfd.drives.transmission import matrix, speeds, weighed
from erfd.dynamics import energy
from erfd.dynamics.rotors import spin_rows
from tests.cases import moving, rates
from tests.drives.drive_samples import driven_robot
from tests.samples import random_state

SEEDS = range(40)


def stored(train: Train, q: Any, qd: Any) -> Any:
    """Kinetic and potential energy of bodies, drive elements and rotors."""
    E = elements.rows(train.drives, q)
    positions = [*q, *elements.angles(train.drives, q)]
    going = [*qd, *(weighed(row, qd) for row in E)]
    total = energy.kinetic(train.tree, positions, going) + energy.potential(train.tree, positions)
    y = speeds(matrix(train.drives, q), qd)
    for motor, rate in zip(train.drives.motors, y, strict=True):
        total = total + rate * rate * (0.5 * (motor.rotor_inertia or 0.0))
    rows = spin_rows(train.tree, [r for _, r in train.rotors], positions)
    for (k, rotor), row in zip(train.rotors, rows, strict=True):
        total = total + y[k] * weighed(row, going) * rotor.J
    return total


@pytest.mark.parametrize("seed", SEEDS)
def test_motor_power_is_stored_or_lost(seed: int) -> None:
    rng = random.Random(seed)
    robot = driven_robot(
        rng,
        rng.randint(1, 6),
        rotors=seed % 2 == 0,
        elements=rng.randint(0, 2),
        reactions=rng.choice((0.0, 0.3)),
    )
    train = train_of(robot, plain=True)
    q, qd, qdd = random_state(rng, train.n)
    y = speeds(matrix(train.drives, q), qd)
    power = float(np.dot(motor_torque(train, q, qd, qdd), y))
    growth = float(rates([stored(train, moving(q, qd), moving(qd, qdd))])[0])
    at_motors, at_joints = losses(train, q, qd, qdd)
    assert min(at_motors) >= 0.0
    assert min(at_joints) >= 0.0
    size = abs(power) + abs(growth) + 1.0
    assert power == pytest.approx(growth + sum(at_motors) + sum(at_joints), abs=1e-9 * size)


def losses(train: Train, q: Any, qd: Any, qdd: Any) -> tuple[list[float], list[float]]:
    """Friction times speed, motor by motor and joint by joint."""
    at, u, _ = loaded(train, q, qd, qdd)
    tau = transmitted(train.drives, at, u)
    rubbing = np.add(on_speed(train.drives, at.y), on_load(train.drives, at.y, tau))
    E = elements.rows(train.drives, q)
    drift = elements.drifts(train.drives, q, qd)
    positions = [*q, *elements.angles(train.drives, q)]
    going = [*qd, *(weighed(row, qd) for row in E)]
    changing = [*qdd, *(weighed(r, qdd) + d for r, d in zip(E, drift, strict=True))]
    joints = np.array(on_joint_speed(train.friction, going), dtype=float)
    pressed = on_reactions(train.whole, train.pressed, positions, going, changing, None)
    return list(rubbing * at.y), list((joints + pressed) * going)


def test_printed_friction_gives_power_in_half_of_all_states() -> None:
    """mu sign(qd) u / k on the motor's speed helps whenever the load drives the joint."""
    arm = load("rl15")
    assert arm.robot.drives is not None
    mu = [m.load_friction for m in arm.robot.drives.motors]
    q, qd, qdd = np.random.default_rng(5).uniform(-2, 2, (3, 4000, 6))
    u = arm.inverse_dynamics(q, qd, qdd)
    printed = mu * np.sign(qd) * u * qd
    share = float((printed.sum(axis=-1) < 0).mean())
    assert 0.4 < share < 0.6


@pytest.mark.parametrize("mode", ["consistent", "as_published"])
def test_what_joints_and_motors_say_of_power_without_friction(mode: str) -> None:
    """A^-T gives the joints' power at the motors, u / k loses a watt and more on average."""
    arm = Arm(frictionless())
    q, qd, qdd = np.random.default_rng(6).uniform(-2, 2, (3, 1000, 6))
    y = arm.motor_speeds(q, qd)
    joint = (arm.inverse_dynamics(q, qd, qdd) * qd).sum(-1)
    motor = (arm.motor_torque(q, qd, qdd, mode=mode) * y).sum(-1)
    off = float(np.abs(joint - motor).mean())
    assert off < 1e-9 if mode == "consistent" else off > 1.0


def frictionless() -> Any:
    robot = load("rl15").robot
    assert robot.drives is not None
    motors = tuple(
        dataclasses.replace(m, load_friction=None, viscous_friction=None, rotor_inertia=None)
        for m in robot.drives.motors
    )
    return dataclasses.replace(robot, drives=dataclasses.replace(robot.drives, motors=motors))
