"""Adding the angles of parallel axes changes no result, and is done where it saves work."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pytest

import erfd
from erfd.algebra import IDENTITY
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.trace import interpret
from erfd.trace.cost import cost
from erfd.trace.counts import count
from erfd.trace.kernel import prepared
from erfd.trace.parallel import OPPOSITE, has_sums
from erfd.trace.quantity import function
from erfd.trace.tape import Tape
from erfd.trace.trace import QUANTITIES, SUMMABLE, _outputs, prepare, trace
from tests.samples import random_robot, random_state

RL15 = erfd.load("rl15")


def with_parallel_axes(rng: random.Random, n: int, prismatic: float = 0.0) -> Tree:
    """A tree, two of three joints of which are parallel, or opposed, to the one before."""
    tree = tree_of(random_robot(rng, n, prismatic=prismatic))
    R = [rng.choice((IDENTITY, OPPOSITE, r)) for r in tree.R]
    return dataclasses.replace(tree, R=tuple(R))


def both(tree: Tree, quantity: str, wrench: bool = False) -> list[Tape]:
    """The tape as written, and with sums where there are any."""
    what, tapes = QUANTITIES[quantity], []
    place = tree.tool if what.frame else None
    for sums in (False, True):
        setting = prepare(tree, quantity, wrench=wrench, place=place, sums=sums)
        if setting.sums == sums:
            _outputs(setting.tape, what, setting.run(what.text), setting.sizes)
            tapes.append(setting.tape.compact())
    return tapes


def values(tape: Tape, *given: Any) -> Any:
    return np.concatenate([np.ravel(x) for x in interpret.on_floats(tape, *given)])


@pytest.mark.parametrize("quantity", sorted(SUMMABLE))
@pytest.mark.parametrize("prismatic", [0.0, 0.3])
def test_sums_change_no_result(quantity: str, prismatic: float) -> None:
    rng, met = random.Random(17), 0
    for k in range(24):
        tree = with_parallel_axes(rng, n := 2 + k % 6, prismatic)
        wrench = QUANTITIES[quantity].wrench and k % 2 == 1
        given: list[Any] = list(random_state(rng, n))[: len(QUANTITIES[quantity].inputs)]
        given += [[10.0, -20.0, 30.0, 1.0, 2.0, -3.0]] if wrench else []
        tapes = both(tree, quantity, wrench)
        met += len(tapes) > 1
        expected, got = values(tapes[0], *given), values(tapes[-1], *given)
        assert np.max(np.abs(expected - got)) <= 1e-11 * (1 + np.max(np.abs(expected)))
    assert met >= 8


def test_they_are_taken_where_they_cost_less() -> None:
    tree = tree_of(RL15.robot)
    for quantity in SUMMABLE - {"forward_kinematics", "jacobian"}:
        tapes = both(tree, quantity)
        assert len(tapes) == 2
        assert cost(trace(tree, quantity)) == min(map(cost, tapes))
    plain, sums = (count(prepared(tape)).flops for tape in both(tree, "forward_kinematics"))
    assert function(tree, "forward_kinematics", place=tree.tool).counts.flops == sums < plain


def test_a_small_angle_beside_a_huge_one_counts() -> None:
    """A sum of the angles themselves would lose it, or be infinite."""
    tree = tree_of(erfd.load("three_link").robot)
    for huge in (1e9, 1e17, 1.7e308):
        q = [huge, 0.3, huge]
        plain_tape, sums = both(tree, "forward_kinematics")
        assert np.max(np.abs(values(plain_tape, q) - values(sums, q))) < 1e-14


def test_no_sums_where_something_else_hangs_on_the_first_of_two() -> None:
    tree = tree_of(erfd.load("two_link").robot)
    assert has_sums(tree)
    at_elbow = dataclasses.replace(tree.tool, index=0)
    assert not has_sums(dataclasses.replace(tree, tool=at_elbow))
    assert not has_sums(dataclasses.replace(tree, prismatic=(False, True)))
