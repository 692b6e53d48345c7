"""The agreement check itself: it must find what is broken."""

import math
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from erfd import agreement as module
from erfd.agreement import TOLERANCE, agreement
from erfd.arm import load
from erfd.dynamics import catalogue
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot.dh import DhRow, from_dh
from erfd.robot.placement import Placement, turn
from erfd.robot.records import Mimic
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


ROBOTS = ["rl15", "puma", "stanford_r6", "irb6", "kr5_inertia6", "trttr1", "two_arm", "two_link"]
RELATIVE = 1e-9


def of_a_robot(name: str, states: int = 2) -> module.Agreement:
    arm = load(name)
    return agreement(arm.tree, [j.kind == "prismatic" for j in arm.robot.independent], states)


def spoil(monkeypatch: pytest.MonkeyPatch, method: str, quantity: str, joint: int | None) -> None:
    """Wrong by a billionth, of one joint or of all; the algorithm keeps its other functions."""
    right: Any = getattr(catalogue.ALGORITHMS[method], quantity)

    def wrong(*arguments: object) -> Any:
        result = np.array(right(*arguments), dtype=float)
        result[... if joint is None else joint] *= 1.0 + RELATIVE
        return result.tolist()

    spoilt: Any = {quantity: wrong}
    monkeypatch.setitem(
        catalogue.ALGORITHMS, method, replace(catalogue.ALGORITHMS[method], **spoilt)
    )


@pytest.mark.parametrize("quantity", module.QUANTITIES)
@pytest.mark.parametrize("robot", ["rl15", "kr5_inertia6", "seven_axis"])
def test_an_error_of_a_billionth_in_any_algorithm_is_found(
    robot: str, quantity: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    arm = load(robot)
    for method in module._methods(arm.tree, quantity):
        with monkeypatch.context() as patch:
            spoil(patch, method, quantity, None)
            failed = [m for m in of_a_robot(robot).matrices if not m.passed]
        (m,) = [m for m in failed if m.quantity == quantity]
        at = m.methods.index(method)
        others = np.delete(np.delete(np.array(m.worst), at, 0), at, 1)
        assert others.max() <= TOLERANCE < np.max(m.worst), method


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "bias", "forward_dynamics"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_an_error_of_a_billionth_at_any_joint_is_found(
    robot: str, quantity: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for joint in range(load(robot).n):
        with monkeypatch.context() as patch:
            spoil(patch, "denoc", quantity, joint)
            failed = [m.quantity for m in of_a_robot(robot).matrices if not m.passed]
        assert failed == [quantity], joint


def in_line(tilt: float, mass: float) -> Robot:
    """A chain whose last two joints are almost in line, with next to nothing between them."""
    robot = random_robot(random.Random(5), 6, branching=0.0, fixed=0.0, prismatic=0.0)
    light = robot.bodies[-2]
    inertia: Any = tuple(tuple(mass * x for x in row) for row in light.inertia)
    between = replace(light, mass=mass * light.mass, inertia=inertia)
    before = replace(robot.joints[-2], axis=(0, 0, 1))
    after = replace(
        robot.joints[-1], placement=Placement(turn("x", tilt), (0.0, 0.0, 0.0)), axis=(0, 0, 1)
    )
    return replace(
        robot,
        joints=(*robot.joints[:-2], before, after),
        bodies=(*robot.bodies[:-2], between, robot.bodies[-1]),
    )


@pytest.mark.parametrize("tilt", [1e-1, 1e-4, 1e-6])
@pytest.mark.parametrize("mass", [1.0, 1e-4, 1e-8])
def test_sound_robots_near_singularity_pass(tilt: float, mass: float) -> None:
    result = agreement(tree_of(in_line(tilt, mass)), [False] * 6, states=3)
    assert [(m.quantity, np.max(m.worst)) for m in result.matrices if not m.passed] == []
    assert result.passed
    assert result.condition > 0.01 / max(tilt**2, mass)


def test_the_tolerance_is_the_same_for_every_robot() -> None:
    found = [m for mass in (1.0, 1e-8) for m in near(mass).matrices]
    assert len(found) == 8
    assert {m.tolerance for m in found} == {TOLERANCE}


def near(mass: float) -> module.Agreement:
    result = agreement(tree_of(in_line(1e-6, mass)), [False] * 6, states=1)
    assert mass > 0.1 or result.condition > 1e6
    return result


@pytest.mark.parametrize("n", [12, 25, 40])
@pytest.mark.parametrize("branching", [0.0, 0.3])
def test_sound_trees_of_many_joints_pass(n: int, branching: float) -> None:
    robot = random_robot(random.Random(n), n, branching=branching)
    result = agreement(tree_of(robot), [j.kind == "prismatic" for j in robot.moving], states=1)
    assert result.passed
    assert max(np.max(m.worst) for m in result.matrices) < 0.1 * TOLERANCE


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


@pytest.mark.parametrize("seed", range(12))
def test_sound_robots_with_joints_that_mimic_others_pass(seed: int) -> None:
    rng = random.Random(seed)
    robot = random_robot(rng, rng.randint(3, 8), fixed=0.0)
    joints = list(robot.joints)
    for k in range(1, len(joints)):
        if rng.random() < 0.5:
            leader = joints[rng.randrange(k)].name
            ratio = rng.choice([-2.0, 0.5, 1.0, 1e-3, 100.0])
            joints[k] = replace(
                joints[k], mimic=Mimic(of=leader, multiplier=ratio, offset=rng.uniform(-1.0, 1.0))
            )
    robot = replace(robot, joints=tuple(joints))
    slides = [j.kind == "prismatic" for j in robot.independent]
    result = agreement(tree_of(robot), slides, states=2)
    assert result.passed
    assert max(np.max(m.worst) for m in result.matrices) < 0.1 * TOLERANCE
