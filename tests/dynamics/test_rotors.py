"""Rotors by their spin alone equal rotors as full bodies on joints of their own (Pinocchio)."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pinocchio as pin
import pytest

from erfd.algebra import apply, outer, scale, sub_matrices
from erfd.dynamics import newton_euler
from erfd.dynamics.lump import tree_of
from erfd.dynamics.rotors import Rotor, spin_loads, spin_rows
from erfd.robot.records import BASE, Body, Joint
from erfd.robot.robot import Robot
from tests.oracle import model_of
from tests.samples import random_axis, random_placement, random_robot, random_state

SEEDS = range(12)


def with_rotor_bodies(robot: Robot, rng: random.Random, count: int) -> tuple[Robot, list[str]]:
    """The robot with rotors as bodies: symmetric about their joint, mass centre on it."""
    joints, bodies, carriers = list(robot.joints), list(robot.bodies), []
    for k in range(count):
        carrier = rng.choice([BASE, *(body.name for body in robot.bodies)])
        m, J, transverse = rng.uniform(0.5, 2), rng.uniform(0.01, 0.1), rng.uniform(0.06, 0.1)
        axis = random_axis(rng)
        spin = scale_tensor(axis, J, transverse)
        body = Body(
            name=f"rotor_{k}", mass=m, com=scale(rng.uniform(-0.1, 0.1), axis), inertia=spin
        )
        joints.append(
            Joint(
                name=f"spin_{k}",
                kind="revolute",
                parent=carrier,
                child=body.name,
                placement=random_placement(rng),
                axis=axis,
            )
        )
        bodies.append(body)
        carriers.append(carrier)
    grown = dataclasses.replace(robot, joints=tuple(joints), bodies=tuple(bodies))
    return grown, carriers


def scale_tensor(axis, J, transverse):
    """J about the axis, `transverse` across it."""
    across = ((transverse, 0, 0), (0, transverse, 0), (0, 0, transverse))
    return sub_matrices(across, outer(scale(transverse - J, axis), axis))


def depth_first(robot: Robot) -> Robot:
    """Joints numbered as the oracle wants them."""
    order: list[int] = []

    def visit(body: str) -> None:
        for i, joint in enumerate(robot.joints):
            if joint.parent == body:
                order.append(i)
                visit(joint.child)

    visit(BASE)
    return dataclasses.replace(
        robot,
        joints=tuple(robot.joints[i] for i in order),
        bodies=tuple(robot.bodies[i] for i in order),
    )


def locked(robot: Robot) -> Robot:
    """The rotors fixed to their carriers: mass and all moments lumped."""
    joints = tuple(
        dataclasses.replace(j, kind="fixed") if j.name.startswith("spin_") else j
        for j in robot.joints
    )
    return dataclasses.replace(robot, joints=joints)


def rotors_of(robot: Robot, grown: Robot) -> list[Rotor]:
    tree = tree_of(robot)
    found = []
    for joint, body in zip(grown.joints, grown.bodies, strict=True):
        if joint.name.startswith("spin_"):
            at = tree.places[joint.parent]
            z = apply(at.placement.R, apply(joint.placement.R, joint.axis))
            J = sum(joint.axis[i] * apply(body.inertia, joint.axis)[i] for i in range(3))
            found.append(Rotor(at.index, z, J))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_spin_terms_equal_rotors_as_bodies(seed: int) -> None:
    rng = random.Random(seed)
    robot = random_robot(rng, rng.randint(1, 7))
    grown, _ = with_rotor_bodies(robot, rng, rng.randint(1, 6))
    tree, rotors = tree_of(locked(grown)), rotors_of(locked(grown), grown)
    n, r = tree.n, len(rotors)
    q, qd, qdd = random_state(rng, n)
    A = np.array([[rng.uniform(-100, 100) for _ in range(n)] for _ in range(r)])
    y, yd = A @ qd, A @ qdd

    rigid = np.array(newton_euler.inverse_dynamics(tree, q, qd, qdd))
    loads = spin_loads(tree, rotors, q, qd, qdd, list(y), list(yd))
    J = np.array([rotor.J for rotor in rotors])
    ours = rigid + np.array(loads.joint) + A.T @ (np.array(loads.rotor) + J * yd)

    sorted_ = depth_first(grown)
    model = model_of(sorted_)
    names = [name for name in model.names if name != "universe"]
    own = {j.name: i for i, j in enumerate(robot.moving)}
    G = np.array([np.eye(n)[own[x]] if x in own else A[int(x[5:])] for x in names])
    full = pin.rnea(model, model.createData(), G @ q, G @ qd, G @ qdd)
    theirs = G.T @ full
    np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-10 * np.abs(theirs).max())


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_give_the_carriers_rate_about_the_axis(seed: int) -> None:
    rng = random.Random(seed)
    robot = random_robot(rng, rng.randint(1, 7))
    tree = tree_of(robot)
    rotors = [
        Rotor(rng.randrange(-1, tree.n), random_axis(rng), rng.uniform(0.01, 0.1)) for _ in range(4)
    ]
    q, _, qdd = random_state(rng, tree.n)
    still = [0.0] * tree.n
    loads = spin_loads(tree, rotors, q, still, qdd, [0] * 4, [0] * 4)
    rows = np.array(spin_rows(tree, rotors, q), dtype=float)
    J = np.array([rotor.J for rotor in rotors])
    np.testing.assert_allclose(J * (rows @ qdd), loads.rotor, rtol=1e-10, atol=1e-12)


def test_a_turned_gyroscope_presses_on_its_gimbal() -> None:
    """Spin about y, turned about z at w: the gimbal's joint, about x, holds -J y w."""
    body = Body(name="table", mass=1.0, inertia=scale_tensor((0, 0, 1), 1, 1))
    gimbal = dataclasses.replace(body, name="gimbal")
    turn = Joint(name="turn", kind="revolute", parent=BASE, child="table")
    tip = Joint(name="tip", kind="revolute", parent="table", child="gimbal", axis=(1, 0, 0))
    robot = Robot(name="gyroscope", joints=(turn, tip), bodies=(body, gimbal))
    (rotor,) = [Rotor(1, apply(tree_of(robot).places["gimbal"].placement.R, (0, 1, 0)), 0.02)]
    loads = spin_loads(tree_of(robot), [rotor], [0.3, 0.0], [2.0, 0.0], [0, 0], [50.0], [0.0])
    assert loads.joint == pytest.approx([0.0, -0.02 * 50.0 * 2.0])
    assert loads.rotor == pytest.approx([0.0])
