"""Hybrid dynamics: what is given comes back, whichever joints are prescribed."""

from __future__ import annotations

import random

import numpy as np
import pytest

from erfd.dynamics import newton_euler
from erfd.dynamics.hybrid import hybrid_dynamics
from erfd.dynamics.lump import tree_of
from erfd.trace.function import Function
from erfd.trace.hybrid import hybrid
from tests.samples import random_robot, random_state


@pytest.mark.parametrize("seed", range(20))
def test_a_motion_is_found_again_from_any_split(seed: int) -> None:
    rng = random.Random(seed)
    tree = tree_of(random_robot(rng, rng.randint(1, 8)))
    q, qd, qdd = random_state(rng, tree.n)
    wrench = [rng.uniform(-50, 50) for _ in range(6)]
    tau = newton_euler.inverse_dynamics(tree, q, qd, qdd, wrench)
    prescribed = [i for i in range(tree.n) if rng.random() < 0.5]
    given = [qdd[i] if i in prescribed else tau[i] for i in range(tree.n)]
    found, torques = hybrid_dynamics(tree, q, qd, given, prescribed, wrench)
    np.testing.assert_allclose(found, qdd, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(torques, tau, rtol=1e-8, atol=1e-8 * np.abs(tau).max())


def test_a_joint_that_is_named_twice_counts_once() -> None:
    rng = random.Random(1)
    tree = tree_of(random_robot(rng, 5))
    state = random_state(rng, 5)
    assert hybrid_dynamics(tree, *state, [3, 0, 3, 0]) == hybrid_dynamics(tree, *state, [3, 0])


@pytest.mark.parametrize("seed", range(5))
def test_the_kernel_says_what_floats_say(seed: int) -> None:
    rng = random.Random(seed)
    tree = tree_of(random_robot(rng, 5))
    q, qd, given = random_state(rng, 5)
    wrench = [rng.uniform(-50, 50) for _ in range(6)]
    run = Function("hybrid_dynamics", hybrid(tree, (0, 3), wrench=True))
    expected = hybrid_dynamics(tree, q, qd, given, (0, 3), wrench)
    for ours, theirs in zip(run(q, qd, given, wrench), expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)
