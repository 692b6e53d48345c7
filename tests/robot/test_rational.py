"""Any robot in fractions: rotations are rotations exactly, and laws hold with ==."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from erfd.algebra import IDENTITY, product, transpose
from erfd.dynamics import quantities
from erfd.dynamics.catalogue import ALGORITHMS
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot import library
from erfd.robot.placement import axis_to_z
from erfd.robot.rational import exact_axis, exact_rotation
from erfd.robot.robot import Robot
from tests.dynamics.exact import angle, number
from tests.samples import random_robot

LAGRANGE_JOINTS = 3
NAMES = [name for name in library.names() if not name.startswith(("kr5", "stanford_"))]


def robots() -> list[Any]:
    mixed = [random_robot(random.Random(seed), 1 + seed % 5) for seed in range(8)]
    known = [pytest.param(library.load(name), id=name) for name in (*NAMES, "kr5_inertia6")]
    return known + [pytest.param(robot, id=f"random {k}") for k, robot in enumerate(mixed)]


def state(tree: Tree, seed: int) -> tuple[list[Any], list[Any], list[Any], list[Any]]:
    rng = random.Random(seed)
    q = [number(rng) if slides else angle(rng) for slides in tree.prismatic]
    qd, qdd = ([number(rng) for _ in q] for _ in range(2))
    return q, qd, qdd, [number(rng) for _ in range(6)]


@pytest.mark.parametrize("robot", robots())
def test_every_algorithm_undoes_every_other_exactly(robot: Robot) -> None:
    tree = tree_of(robot.map(Fraction))
    q, qd, qdd, wrench = state(tree, 1)
    tau = quantities.inverse_dynamics(tree, q, qd, qdd, wrench)
    assert {type(x) for x in tau} <= {Fraction, int}
    for name, algorithm in ALGORITHMS.items():
        if name == "lagrange" and tree.n > LAGRANGE_JOINTS:
            continue
        if algorithm.inverse_dynamics is not None:
            assert algorithm.inverse_dynamics(tree, q, qd, qdd, wrench) == tau, name
        if algorithm.forward_dynamics is not None:
            assert algorithm.forward_dynamics(tree, q, qd, tau, wrench) == qdd, name


@pytest.mark.parametrize("robot", robots())
def test_the_numbers_are_those_of_the_robot(robot: Robot) -> None:
    """What is made exact moves by rounding only; what is exact already keeps its bits."""
    exact = robot.map(Fraction)
    for ours, given in zip(exact.joints, robot.joints, strict=True):
        R = ours.placement.R
        assert product(R, transpose(R)) == IDENTITY
        assert sum(x * x for x in ours.axis) == 1
        pairs = zip(
            (*sum(R, ()), *ours.axis), (*sum(given.placement.R, ()), *given.axis), strict=True
        )
        assert max(abs(float(a) - float(b)) for a, b in pairs) < 1e-15
        assert ours.placement.p == tuple(map(Fraction, given.placement.p))
    assert exact.map(Fraction) == exact
    assert robot.map(float) == robot


def test_every_direction_and_every_rotation() -> None:
    rng = random.Random(3)
    for _ in range(500):
        v = [rng.choice((0.0, 1.0, rng.gauss(0, 1), rng.gauss(0, 1e-9))) for _ in range(3)]
        size = sum(x * x for x in v) ** 0.5
        if size == 0.0:
            continue
        given = tuple(Fraction(x / size) for x in v)
        axis = exact_axis(given)
        assert sum(x * x for x in axis) == 1
        assert max(abs(float(a - b)) for a, b in zip(axis, given, strict=True)) < 1e-15
        R = axis_to_z(axis)
        assert product(R, transpose(R)) == IDENTITY
        assert transpose(R)[2] == axis
        rotation: Any = tuple(
            tuple(map(Fraction, row)) for row in axis_to_z(tuple(map(float, axis)))
        )
        again = exact_rotation(rotation)
        assert product(again, transpose(again)) == IDENTITY
        off = [abs(float(a - b)) for a, b in zip(sum(again, ()), sum(rotation, ()), strict=True)]
        assert max(off) < 1e-15
