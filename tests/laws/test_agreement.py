"""A thousand random trees: every algorithm against every other and against Pinocchio.

Trees of 1 to 40 joints, most of them small, with branches, all kinds of joints, full tensors and a
rotated base. A third is near-singular: bodies a million times lighter than others, joints almost
in line. Lagrange's equations take part up to five joints.

For given torques the accelerations are as uncertain as the condition number of H says. What must
always be small is the residual ID(FD(tau)) - tau: relative to the torques themselves when they
come from a motion, and else, since light bodies then fly off at millions of rad/s^2, relative to
the torques that balance: tau, the bias and the products H_ij qdd_j.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from erfd.agreement import agreement
from erfd.dynamics import newton_euler
from erfd.dynamics.catalogue import ALGORITHMS
from erfd.robot.placement import Placement, turn
from erfd.robot.robot import Robot
from tests.cases import Case, difference
from tests.samples import random_robot

TREES, CHUNK, LARGEST = 1000, 50, 40
TOLERANCE = 1e-10
EPSILON = float(np.finfo(float).eps)
QUANTITIES = ("inverse_dynamics", "bias", "mass_matrix", "forward_dynamics")


def size_of(seed: int) -> int:
    """1 to 40, mean about 10; the very first one has all 40."""
    return LARGEST - int(LARGEST * random.Random(seed).random() ** (1 / 3)) if seed else LARGEST


def case_of(seed: int) -> Case:
    rng = random.Random(seed)
    robot = random_robot(rng, size_of(seed))
    return Case(near_singular(rng, robot) if seed % 3 == 1 else robot, rng)


def near_singular(rng: random.Random, robot: Robot) -> Robot:
    """Some bodies light as a feather, some joints almost in line with those that carry them."""
    joints, bodies = list(robot.joints), list(robot.bodies)
    for i in range(len(joints)):
        if rng.random() < 0.3:
            tiny = 10 ** rng.uniform(-6.0, -2.0)
            inertia: Any = tuple(tuple(tiny * x for x in row) for row in bodies[i].inertia)
            bodies[i] = replace(bodies[i], mass=tiny * bodies[i].mass, inertia=inertia)
        if rng.random() < 0.3:
            tilt, offset = (10 ** rng.uniform(-5.0, -1.0) for _ in range(2))
            x, y, z = (offset * v for v in joints[i].placement.p)
            joints[i] = replace(
                joints[i], placement=Placement(turn("x", tilt), (x, y, z)), axis=(0, 0, 1)
            )
    return replace(robot, joints=tuple(joints), bodies=tuple(bodies))


def arguments(case: Case, quantity: str) -> list[Any]:
    state = {
        "mass_matrix": [case.q],
        "bias": [case.q, case.qd, case.wrench],
        "equations_of_motion": [case.q, case.qd, case.wrench],
    }
    return [case.tree, *state.get(quantity, [case.q, case.qd, case.x, case.wrench])]


def results(case: Case, quantity: str) -> dict[str, np.ndarray]:
    """The quantity by Pinocchio and by every algorithm that gives it."""
    found = {"pinocchio": getattr(case, quantity)()}
    for name, algorithm in ALGORITHMS.items():
        function = getattr(algorithm, quantity)
        if function is not None and (name != "lagrange" or case.n <= 5):
            found[name] = np.array(function(*arguments(case, quantity)), dtype=float)
    return found


def spread(found: dict[str, np.ndarray]) -> float:
    """The largest difference of any two, relative to the largest number."""
    stack = np.array(list(found.values()))
    if not np.isfinite(stack).all():
        return float("inf")
    size = np.abs(stack).max()
    return float((stack.max(axis=0) - stack.min(axis=0)).max() / size) if size > 0.0 else 0.0


def chunk(number: int) -> list[Case]:
    return [case_of(seed) for seed in range(number * CHUNK, (number + 1) * CHUNK)]


@pytest.mark.oracle
@pytest.mark.parametrize("number", range(TREES // CHUNK))
def test_all_algorithms_agree(number: int) -> None:
    for case in chunk(number):
        condition = float(np.linalg.cond(case.mass_matrix()))
        for quantity in QUANTITIES:
            found = results(case, quantity)
            uncertain = 1e3 * EPSILON * condition if quantity == "forward_dynamics" else 0.0
            assert spread(found) <= max(TOLERANCE, uncertain), (case.robot.name, quantity)
            if quantity == "forward_dynamics":
                check_residuals(case, found)
        check_equations_of_motion(case)


def check_residuals(case: Case, found: dict[str, np.ndarray]) -> None:
    H, bias = np.abs(case.mass_matrix()), np.abs(case.bias()).max()
    motion = newton_euler.inverse_dynamics(case.tree, case.q, case.qd, case.x, case.wrench)
    for name, qdd in found.items():
        tau = newton_euler.inverse_dynamics(case.tree, case.q, case.qd, qdd, case.wrench)
        size = max(np.abs(case.x).max(), bias, (H @ np.abs(qdd)).max())
        assert np.abs(np.array(tau) - case.x).max() <= TOLERANCE * size, (case.robot.name, name)
        if name in ALGORITHMS:
            forward_dynamics: Any = ALGORITHMS[name].forward_dynamics
            again = forward_dynamics(case.tree, case.q, case.qd, motion, case.wrench)
            back = newton_euler.inverse_dynamics(case.tree, case.q, case.qd, again, case.wrench)
            assert difference(back, motion) <= TOLERANCE, (case.robot.name, name)


def check_equations_of_motion(case: Case) -> None:
    expected = case.mass_matrix(), case.bias()
    for name, algorithm in ALGORITHMS.items():
        if algorithm.equations_of_motion is not None:
            found = algorithm.equations_of_motion(*arguments(case, "equations_of_motion"))
            for one, other in zip(found, expected, strict=True):
                assert difference(one, other) <= TOLERANCE, (case.robot.name, name)


@pytest.mark.parametrize("seed", range(1, TREES, 30))
def test_the_check_passes_them(seed: int) -> None:
    """Its tolerance, 1e-12, does not grow with the condition of H; see `erfd.differences`."""
    tree = case_of(seed).tree
    result = agreement(tree, tree.prismatic, states=1)
    assert result.passed
    assert max(np.max(m.worst) for m in result.matrices) < 1e-13


def test_the_thousand_trees_are_what_they_should_be() -> None:
    sizes = [size_of(seed) for seed in range(TREES)]
    assert (min(sizes), max(sizes)) == (1, LARGEST)
    assert sum(n > 20 for n in sizes) > 100
    sample = [case_of(seed) for seed in range(0, TREES, 7)]
    assert {kind for case in sample for kind in case.tree.prismatic} == {False, True}
    assert sum(len(set(case.tree.parent)) < case.n for case in sample) > 50
    conditions = [np.linalg.cond(case.mass_matrix()) for case in sample]
    assert sum(x > 1e6 for x in conditions) > 5


def test_every_algorithm_takes_part() -> None:
    case = next(case for case in map(case_of, range(TREES)) if case.n == 3)
    taking_part = {name for quantity in QUANTITIES for name in results(case, quantity)}
    assert taking_part == {"pinocchio", *ALGORITHMS}
    assert len(ALGORITHMS) == 9
