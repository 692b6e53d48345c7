"""The agreement check itself: it must find what is broken."""

import math
import random
from dataclasses import replace

import pytest

from erfd import agreement as module
from erfd.agreement import agreement
from erfd.dynamics import catalogue
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot.dh import DhRow, from_dh
from erfd.robot.robot import Robot
from tests.samples import random_robot


def check(seed: int) -> module.Agreement:
    robot = random_robot(random.Random(seed), 4)
    return agreement(tree_of(robot), [j.kind == "prismatic" for j in robot.moving], states=3)


def test_a_sound_robot_passes() -> None:
    result = check(1)
    assert result.passed
    assert [m.quantity for m in result.matrices] == list(module.QUANTITIES)
    assert len(result.laws) == 5


def test_one_wrong_algorithm_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = catalogue.ALGORITHMS["denoc"]

    def wrong(*arguments: object) -> list[float]:
        return [x * (1 + 1e-8) for x in right.inverse_dynamics(*arguments)]

    monkeypatch.setitem(catalogue.ALGORITHMS, "denoc", replace(right, inverse_dynamics=wrong))
    result = check(1)
    assert not result.passed
    assert [m.quantity for m in result.matrices if not m.passed] == ["inverse_dynamics"]


def test_one_nan_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = catalogue.ALGORITHMS["denoc"]
    calls = []

    def wrong(*arguments: object) -> list[float]:
        calls.append(1)
        return [float("nan") if len(calls) == 2 else x for x in right.bias(*arguments)]

    monkeypatch.setitem(catalogue.ALGORITHMS, "denoc", replace(right, bias=wrong))
    assert [m.quantity for m in check(1).matrices if not m.passed] == ["bias"]


def test_a_wrong_finger_on_a_heavy_arm_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lightest joint's own inertia is wrong by a tenth: nothing beside the arm's 20 kg m^2."""
    right = catalogue.ALGORITHMS["denoc"]

    def wrong(tree: Tree, q: list[float]) -> list[list[float]]:
        H = right.mass_matrix(tree, q)
        H[-1][-1] *= 1.1
        return H

    monkeypatch.setitem(catalogue.ALGORITHMS, "denoc", replace(right, mass_matrix=wrong))
    robot = random_robot(random.Random(1), 3, branching=0.0, fixed=0.0)
    last = robot.bodies[-1]
    scaled = tuple(tuple(1e-8 * x for x in row) for row in last.inertia)
    finger = replace(last, mass=1e-4, com=(0.01, 0.0, 0.0), inertia=scaled)
    robot = replace(robot, bodies=(*robot.bodies[:-1], finger))
    result = agreement(tree_of(robot), [j.kind == "prismatic" for j in robot.moving], states=3)
    assert [m.quantity for m in result.matrices if not m.passed] == ["mass_matrix"]


def boom(n: int, length: float, mass: float) -> Robot:
    """A chain of slender links, every axis across the one before."""
    rows = [
        DhRow(
            d=0.0,
            a=length,
            alpha=(-1) ** k * math.pi / 2,
            mass=mass,
            com=(-length / 2, 0.0, 0.0),
            inertia=(
                (1e-4 * mass * length**2, 0.0, 0.0),
                (0.0, mass * length**2 / 12, 0.0),
                (0.0, 0.0, mass * length**2 / 12),
            ),
        )
        for k in range(n)
    ]
    return from_dh("boom", rows, convention="standard")


@pytest.mark.parametrize(
    ("n", "length", "mass"),
    [(4, 5, 1e3), (7, 7, 200), (3, 10, 1e3), (4, 60, 2e4), (3, 1e3, 1e6), (3, 1e-6, 1e-6)],
)
def test_sound_robots_of_any_size_pass(n: int, length: float, mass: float) -> None:
    result = agreement(tree_of(boom(n, length, mass)), [False] * n, states=3)
    assert result.passed


def test_wrong_gravity_breaks_the_energy_balance(monkeypatch: pytest.MonkeyPatch) -> None:
    right = module.quantities.energies

    def wrong(tree: object, q: object, qd: object) -> object:
        kinetic, potential = right(tree, q, qd)
        return kinetic, potential * 1.001

    monkeypatch.setattr(module.quantities, "energies", wrong)
    assert [law.name for law in check(1).laws if not law.passed] == ["power in = rate of energy"]
