"""What a torque is made of: every part from its own law, and their sum is the torque."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence

import numpy as np
import pytest

from erfd.curve import Array
from erfd.drives import friction
from erfd.drives.function import drive_function
from erfd.judge import motor_parts
from erfd.judge.motor_parts import ELEMENTS
from erfd.judge.parts import Splitter
from erfd.judge.verify import judge
from erfd.robot import library
from erfd.robot.records import JointFriction, Payload
from erfd.robot.robot import Robot
from tests.drives.drive_samples import driven_robot
from tests.judge.motions import from_point_to_point, trajectory

LOAD = [30.0, -20.0, 50.0, 1.0, -2.0, 3.0]


def sample(seed: int) -> Robot:
    """Couplings, elements, rotors on carriers, friction of every kind, a payload."""
    rng = random.Random(seed)
    robot = driven_robot(
        rng, 4, load=0.3, elements=seed % 2, rotors=seed > 1, reactions=0.05 * (seed > 2)
    )
    joints = tuple(
        dataclasses.replace(j, friction=dataclasses.replace(j.friction, viscous=2.0, coulomb=1.0))
        for j in robot.joints
    )
    robot = dataclasses.replace(robot, joints=joints)
    return robot.with_payload(Payload(mass=3.0, com=(0.0, 0.1, 0.2)))


def compiled(robot: Robot, mode: str, state: Sequence[Array]) -> Array:
    run = drive_function(robot, "motor_torque", wrench=True, mode=mode)  # type: ignore[arg-type]
    torque: Array = run(*state, np.array(LOAD))
    return torque


@pytest.mark.parametrize("seed", range(6))
def test_parts_add_up_to_what_compiled_code_finds(seed: int) -> None:
    robot = sample(seed)
    state = np.random.default_rng(seed).uniform(-1.0, 1.0, (3, 4))
    parts = Splitter(robot, LOAD, "consistent").motor(*state)
    whole = compiled(robot, "consistent", state)
    np.testing.assert_allclose(sum(parts.values()), whole, rtol=1e-9, atol=1e-9)
    assert np.abs(parts["friction"]).min() > 0.0
    assert (ELEMENTS in parts) == bool(seed % 2)


@pytest.mark.parametrize("seed", range(3))
def test_parts_add_up_as_published(seed: int) -> None:
    """The RL15, whose wrist is coupled: K^-1 and A^-T are not the same there."""
    robot = library.load("rl15").with_payload(Payload(mass=10.0, com=(0.0, 0.0, 0.1)))
    state = np.random.default_rng(seed).uniform(-1.0, 1.0, (3, 6))
    whole = compiled(robot, "as_published", state)
    parts = Splitter(robot, LOAD, "as_published").motor(*state)
    np.testing.assert_allclose(sum(parts.values()), whole, rtol=1e-9, atol=1e-9)
    assert not np.allclose(whole, compiled(robot, "consistent", state), rtol=1e-6)


def test_friction_at_the_joints_alone_is_friction() -> None:
    robot = library.load("rl15")
    rubbing = dataclasses.replace(
        robot,
        joints=tuple(
            dataclasses.replace(j, friction=JointFriction(viscous=4.0)) for j in robot.joints
        ),
    )
    state = np.random.default_rng(1).uniform(-1.0, 1.0, (3, 6))
    with_it, without = (Splitter(r, None, "consistent").motor(*state) for r in (rubbing, robot))
    for cause in without:
        same = np.array_equal(with_it[cause], without[cause])
        assert same == (cause != "friction"), cause


def test_a_wrong_law_of_friction_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were friction what is left of the whole, nothing could be."""
    robot = library.load("rl15")
    curve = from_point_to_point(np.array([np.zeros(6), np.full(6, 0.9)]), np.array([0.5]))
    assert judge(trajectory(robot, curve), robot).status == "NOT ACHIEVABLE"

    def wrong(*x: object) -> list[float]:
        return [1.001 * v for v in friction.on_speed(*x)]  # type: ignore[arg-type]

    monkeypatch.setattr(motor_parts, "on_speed", wrong)
    with pytest.raises(AssertionError, match="the parts of motor torque"):
        judge(trajectory(robot, curve), robot)
