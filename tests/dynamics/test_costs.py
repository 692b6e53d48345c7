"""How the mass matrix's cost grows with the number of joints of a chain: as its page says."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from erfd.dynamics import modified_newton_euler
from erfd.dynamics import walker_orin as wo
from erfd.dynamics.general_vectors import general_vectors
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot.placement import Placement
from tests.dynamics.counting import multiplications
from tests.samples import random_robot, random_rotation, random_vector


def chain(n: int) -> Tree:
    """Revolute joints in general position: no constant is 0 or 1."""
    rng = random.Random(n)
    robot = random_robot(rng, n, branching=0.0, prismatic=0.0, fixed=0.0)
    joints = tuple(
        replace(joint, placement=Placement(random_rotation(rng), random_vector(rng)))
        for joint in robot.joints
    )
    return tree_of(replace(robot, joints=joints))


CHAINS = [chain(n) for n in range(3, 9)]


@pytest.mark.parametrize(
    ("mass_matrix", "step", "six"),
    [
        (modified_newton_euler.mass_matrix, 33, 1269),
        (wo.mass_matrix_1, 120, 1614),
        (wo.mass_matrix_2, 88, 1140),
        (wo.mass_matrix_3, 9, 1194),
    ],
    ids=["mrnea", "1", "2", "3"],
)
def test_mass_matrix_grows_with_the_square(
    mass_matrix: Callable[..., Any], step: int, six: int
) -> None:
    """The second differences, twice the factor of n^2, are constant; six joints as on the page."""
    counts = [multiplications(mass_matrix, tree) for tree in CHAINS]
    assert set(np.diff(counts, 2)) == {step}
    assert counts[3] == six


def test_general_vectors_grow_with_the_cube() -> None:
    counts = [multiplications(general_vectors, tree) for tree in CHAINS]
    third = np.diff(counts, 3)
    assert set(third) == {third[0]}
    assert third[0] > 0
