"""Rotors, drive elements and joint friction against Pinocchio, on models built from the records."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pinocchio as pin
import pytest

from erfd.algebra import apply
from erfd.arm import Arm, load
from erfd.drives.elements import angles, drifts, grown, rows
from erfd.robot.drives import Drives, Motor, RotorPlace
from erfd.robot.records import JointFriction
from erfd.robot.robot import Robot
from tests.drives.drive_samples import driven_robot
from tests.dynamics.test_rotors import depth_first, locked, with_rotor_bodies
from tests.oracle import model_of
from tests.samples import random_robot, random_state

pytestmark = pytest.mark.oracle
Array = Any


def followed(robot: Robot, q: Array, qd: Array, qdd: Array, G: dict[str, Array]) -> Array:
    """G^T u of the whole robot's joints, where every joint's rate is a row of G times qd."""
    model = model_of(depth_first(robot))
    rows = np.array([G[name] for name in model.names if name != "universe"])
    data = model.createData()
    return rows.T @ pin.rnea(model, data, *(rows @ np.array(x) for x in (q, qd, qdd)))


@pytest.mark.parametrize("seed", range(10))
def test_inertia_of_uncoupled_rotors_is_pinocchios_armature(seed: int) -> None:
    rng = random.Random(seed)
    robot = random_robot(rng, rng.randint(1, 7))
    n = len(robot.independent)
    motors = tuple(
        Motor(
            name=f"m{k}",
            ratios=tuple(rng.uniform(20, 150) * (j == k) for j in range(n)),
            rotor_inertia=rng.uniform(1e-4, 1e-2),
        )
        for k in range(n)
    )
    arm = Arm(dataclasses.replace(robot, drives=Drives(motors=motors)))
    model = model_of(robot)
    A = arm.transmission_matrix()
    model.armature = np.diag(A) ** 2 * [m.rotor_inertia for m in motors]
    q, qd, qdd = map(np.array, random_state(rng, n))
    theirs = pin.rnea(model, model.createData(), q, qd, qdd)
    np.testing.assert_allclose(A.T @ arm.motor_torque(q, qd, qdd), theirs, rtol=1e-10, atol=1e-9)


def test_an_armature_knows_no_coupling() -> None:
    """RL15: A^T I_a A has entries beside its diagonal, and joint 5 turns two rotors."""
    arm = load("rl15")
    assert arm.robot.drives is not None
    A = arm.transmission_matrix()
    I = np.array([m.rotor_inertia for m in arm.robot.drives.motors])
    model = model_of(arm.robot)
    model.armature = np.diag(A) ** 2 * I
    q = np.array([0.3, -0.4, 0.5, 0.6, -0.7, 0.8])
    data = model.createData()
    upper = np.triu(pin.crba(model, data, q))
    theirs = upper + np.triu(upper, 1).T
    H, _ = arm.motor_equations_of_motion(q, np.zeros(6))
    missing = A.T @ H - theirs
    whole = A.T @ np.diag(I) @ A
    np.testing.assert_allclose(missing, whole - np.diag(np.diag(A) ** 2 * I), atol=1e-9)
    assert missing[4, 5] == pytest.approx(2.0, abs=0.05)
    assert missing[1, 2] == pytest.approx(0.5, abs=0.05)
    assert missing[3, 4] == pytest.approx(0.3, abs=0.05)
    assert (whole[4, 4], model.armature[4]) == pytest.approx((50.1, 48.1), abs=0.05)


@pytest.mark.parametrize("seed", range(8))
def test_exact_rotors_are_bodies_on_joints_of_their_own(seed: int) -> None:
    rng = random.Random(seed)
    bare = random_robot(rng, rng.randint(1, 6))
    n = len(bare.independent)
    grown_robot, carriers = with_rotor_bodies(bare, rng, n)
    held = locked(grown_robot)
    A = np.array([[rng.uniform(-5, 5) for _ in range(n)] for _ in range(n)]) + 40 * np.eye(n)
    spins = [
        (j, b)
        for j, b in zip(grown_robot.joints, grown_robot.bodies, strict=True)
        if j.name.startswith("spin_")
    ]
    motors = tuple(
        Motor(
            name=joint.name,
            ratios=tuple(map(float, row)),
            rotor_inertia=sum(joint.axis[i] * apply(body.inertia, joint.axis)[i] for i in range(3)),
            rotor=RotorPlace(body=carrier, axis=apply(joint.placement.R, joint.axis)),
        )
        for (joint, body), carrier, row in zip(spins, carriers, A, strict=True)
    )
    arm = Arm(dataclasses.replace(held, drives=Drives(motors=motors)))
    q, qd, qdd = random_state(rng, n)
    G = {j.name: np.eye(n)[i] for i, j in enumerate(bare.moving)}
    G |= {joint.name: row for (joint, _), row in zip(spins, A, strict=True)}
    theirs = followed(grown_robot, q, qd, qdd, G)
    size = float(np.abs(theirs).max())
    np.testing.assert_allclose(A.T @ arm.motor_torque(q, qd, qdd), theirs, atol=1e-10 * size)
    H, bias = arm.motor_equations_of_motion(q, qd)
    np.testing.assert_allclose(A.T @ (H @ qdd + bias), theirs, atol=1e-10 * size)
    M = A.T @ H
    np.testing.assert_allclose(M, M.T, atol=1e-10 * float(np.abs(M).max()))


@pytest.mark.parametrize("seed", range(8))
def test_elements_are_bodies_that_follow(seed: int) -> None:
    rng = random.Random(seed)
    robot = driven_robot(rng, rng.randint(1, 5), load=0.0, elements=3, joint_friction=False)
    assert robot.drives is not None
    plain = tuple(
        dataclasses.replace(m, rotor_inertia=None, viscous_friction=None, coulomb_friction=None)
        for m in robot.drives.motors
    )
    drives = dataclasses.replace(robot.drives, motors=plain)
    robot = dataclasses.replace(robot, drives=drives)
    arm, n = Arm(robot), len(robot.independent)
    q, qd, qdd = map(np.array, random_state(rng, n))
    E, late = np.array(rows(drives, list(q)), dtype=float), drifts(drives, list(q), list(qd))
    whole = depth_first(grown(robot))
    model = model_of(whole)
    names = [j.name for j in (*robot.moving, *(x.joint for x in drives.elements))]
    order = [names.index(name) for name in model.names if name != "universe"]
    full = [
        np.concatenate([q, angles(drives, list(q))])[order],
        np.concatenate([qd, E @ qd])[order],
        np.concatenate([qdd, E @ qdd + late])[order],
    ]
    G = np.vstack([np.eye(n), E])[order]
    theirs = G.T @ pin.rnea(model, model.createData(), *full)
    A = arm.transmission_matrix(q)
    size = float(np.abs(theirs).max())
    np.testing.assert_allclose(A.T @ arm.motor_torque(q, qd, qdd), theirs, atol=1e-9 * size)
    H, bias = arm.motor_equations_of_motion(q, qd)
    np.testing.assert_allclose(A.T @ (H @ qdd + bias), theirs, atol=1e-9 * size)


@pytest.mark.parametrize("seed", range(8))
def test_joint_friction_follows_pinocchios_reactions(seed: int) -> None:
    """(4), (5): b qd + c arm |axis x F| sgn qd, F the force that Pinocchio finds in the joint."""
    rng = random.Random(seed)
    robot = random_robot(rng, rng.randint(1, 6))
    friction = JointFriction(viscous=0.7, coulomb=0.4, reaction=0.15, diameter=0.08)
    joints = tuple(
        j if j.kind == "fixed" else dataclasses.replace(j, friction=friction) for j in robot.joints
    )
    n = len(robot.independent)
    direct = tuple(
        Motor(name=f"m{k}", ratios=tuple(float(i == k) for i in range(n))) for k in range(n)
    )
    arm = Arm(dataclasses.replace(robot, joints=joints, drives=Drives(motors=direct)))
    q, qd, qdd = map(np.array, random_state(rng, n))
    model = model_of(robot)
    data = model.createData()
    torque = pin.rnea(model, data, q, qd, qdd).copy()
    for k, joint in enumerate(robot.moving):
        axis = np.array(joint.axis, dtype=float)
        across = np.linalg.norm(np.cross(axis, data.f[k + 1].linear))
        arm_length = 1.0 if joint.kind == "prismatic" else 0.04
        torque[k] += 0.7 * qd[k] + (0.4 + 0.15 * arm_length * across) * np.sign(qd[k])
    np.testing.assert_allclose(arm.motor_torque(q, qd, qdd), torque, rtol=1e-10, atol=1e-9)
