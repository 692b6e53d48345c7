"""`auto` takes the forward dynamics with the least cost, on fifty robots."""

from __future__ import annotations

import random

import pytest

from erfd.dynamics import quantities
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot import library
from erfd.trace.cost import cost
from erfd.trace.trace import chosen, trace
from tests.samples import random_robot

SINGULAR = {"kr5", "kr5_r6"}
NAMES = [name for name in library.names() if name not in SINGULAR]


def robots() -> list[Tree]:
    rng = random.Random(0)
    made = [
        random_robot(rng, rng.randrange(1, 16), branching=rng.choice([0.0, 0.0, 0.3]))
        for _ in range(50 - len(NAMES))
    ]
    return [tree_of(robot) for robot in [*map(library.load, NAMES), *made]]


@pytest.mark.parametrize("part", range(5))
def test_auto_is_the_cheapest(part: int) -> None:
    for tree in robots()[part::5]:
        costs = {
            name: cost(trace(tree, "forward_dynamics", name))
            for name in ("composite_body", "articulated_body")
        }
        assert costs[chosen(tree, "forward_dynamics")] == min(costs.values())


def test_no_other_algorithm_is_cheaper() -> None:
    tree = tree_of(library.load("rl15"))
    for quantity in ("inverse_dynamics", "forward_dynamics", "mass_matrix"):
        costs = {name: cost(trace(tree, quantity, name)) for name in quantities.methods(quantity)}
        assert chosen(tree, quantity) == min(costs, key=costs.__getitem__)
