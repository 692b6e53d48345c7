"""The order in which a file lists the branches means nothing: any that has parents first will do.

Pinocchio wants joints depth first, so the robots of the other laws are numbered that way. Here the
same robots are listed in random order, and every result is Pinocchio's, rows and columns exchanged.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from erfd.dynamics.catalogue import ALGORITHMS
from erfd.dynamics.coriolis import coriolis_matrix
from erfd.dynamics.lump import tree_of
from erfd.robot.records import BASE
from erfd.robot.robot import Robot
from tests.cases import Case, difference
from tests.samples import random_robot

pytestmark = pytest.mark.oracle
ARGUMENTS = {
    "inverse_dynamics": "q qd x wrench",
    "forward_dynamics": "q qd x wrench",
    "bias": "q qd wrench",
    "mass_matrix": "q",
}


def case_of(seed: int) -> Case:
    rng = random.Random(seed)
    return Case(random_robot(rng, rng.randint(3, 14), branching=0.6), rng)


def relisted(robot: Robot, rng: random.Random) -> Robot:
    """The same robot, its joints in a random order that has parents before their children."""
    waiting, placed, order = set(range(len(robot.joints))), {BASE}, []
    while waiting:
        i = rng.choice([i for i in sorted(waiting) if robot.joints[i].parent in placed])
        waiting.remove(i)
        placed.add(robot.joints[i].child)
        order.append(i)
    joints, bodies = (tuple(x[i] for i in order) for x in (robot.joints, robot.bodies))
    return replace(robot, joints=joints, bodies=bodies)


@pytest.mark.parametrize("seed", range(40))
def test_any_order_will_do(seed: int) -> None:
    case = case_of(seed)
    tree = tree_of(relisted(case.robot, random.Random(seed)))
    at = [case.tree.names.index(name) for name in tree.names]
    state: dict[str, Any] = {"q": case.q, "qd": case.qd, "x": case.x}
    state = {key: [row[i] for i in at] for key, row in state.items()} | {"wrench": case.wrench}
    for quantity, names in ARGUMENTS.items():
        theirs = getattr(case, quantity)()
        expected = theirs[np.ix_(at, at)] if theirs.ndim == 2 else theirs[at]
        for name, algorithm in ALGORITHMS.items():
            function = getattr(algorithm, quantity)
            if function is not None and (name != "lagrange" or case.n <= 5):
                found = function(tree, *(state[x] for x in names.split()))
                assert difference(found, expected) < 1e-10, (quantity, name)
    C = np.array(coriolis_matrix(tree, state["q"], state["qd"]), dtype=float)
    size = max(float(np.abs(C).max()), 1.0)
    assert np.abs(C - case.coriolis_matrix()[np.ix_(at, at)]).max() < 1e-12 * size


def test_the_orders_are_not_depth_first() -> None:
    """Else the test above would be another's."""
    robots = [case_of(seed).robot for seed in range(40)]
    listed = [relisted(robot, random.Random(seed)) for seed, robot in enumerate(robots)]
    assert sum(a.joints != b.joints for a, b in zip(robots, listed, strict=True)) > 25
