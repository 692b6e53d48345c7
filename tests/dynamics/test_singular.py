"""A joint that feels no inertia is found, whatever it hangs on; no other is accused."""

from __future__ import annotations

import random

import pytest

from erfd.dynamics.lump import tree_of
from erfd.dynamics.singular import singular_joint
from erfd.robot import library
from erfd.robot.placement import Placement
from erfd.robot.records import BASE, Body, Joint
from erfd.robot.robot import Robot
from tests.samples import random_robot, random_state

POINT = ((0, 0, 0), (0, 0, 0), (0, 0, 0))


def gantry(offset: float, mass: float) -> Robot:
    """A slide that carries a joint whose only mass sits at `offset` from its axis."""
    joints = (
        Joint(name="slide", kind="prismatic", parent=BASE, child="cart", axis=(1, 0, 0)),
        Joint(
            name="turn",
            kind="revolute",
            parent="cart",
            child="arm",
            placement=Placement(p=(0.3, -0.2, 0.1)),
        ),
    )
    bodies = (
        Body(name="cart", mass=1000.0),
        Body(name="arm", mass=mass, com=(offset, 0.0, 0.7), inertia=POINT),
    )
    return Robot(name="gantry", joints=joints, bodies=bodies)


@pytest.mark.parametrize("mass", [1e-6, 1.0, 1e6])
def test_a_point_mass_on_the_axis_is_singular(mass: float) -> None:
    rng = random.Random(1)
    for _ in range(50):
        q = [rng.uniform(-3, 3), rng.uniform(-3, 3)]
        assert singular_joint(tree_of(gantry(0.0, mass)), q) == 1
        assert singular_joint(tree_of(gantry(1e-5, mass)), q) is None


@pytest.mark.parametrize("name", library.names())
def test_the_library(name: str) -> None:
    robot = library.load(name)
    tree = tree_of(robot)
    q = random_state(random.Random(2), len(robot.independent))[0]
    assert singular_joint(tree, q) == (5 if name in {"kr5", "kr5_r6"} else None)


def test_random_trees_are_regular() -> None:
    rng = random.Random(3)
    for _ in range(60):
        robot = random_robot(rng, rng.randrange(1, 20))
        q = random_state(rng, len(robot.moving))[0]
        assert singular_joint(tree_of(robot), q) is None
