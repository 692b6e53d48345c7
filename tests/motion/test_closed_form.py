"""Laws of the closed form on random arms of every family, on plain floats."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import erfd
from erfd.dynamics.kinematics import pose
from erfd.dynamics.lump import tree_of
from erfd.motion.inverse.closed_form import closed_form_of, kernel, solutions
from tests.motion.arms import FAMILIES, random_arm

SEEDS = st.integers(0, 2**32)


def placed(tree: Any, q: Any) -> Any:
    R, p = pose(tree, list(q), tree.tool)
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, p
    return T


def valid(form: Any, tree: Any, q: list[float], near: list[float] | None = None) -> list[Any]:
    R, p = pose(tree, q, tree.tool)
    found = solutions(form, R, p, near or [0.0] * 6)
    return [one.q for one in found if one.short < 1e-11 and one.tilt < 1e-11]


def off(tree: Any, found: list[Any], q: list[float]) -> float:
    T = placed(tree, q)
    return max(float(np.abs(placed(tree, x) - T).max()) for x in found)


def nearest(found: list[Any], q: list[float], slide: int | None) -> float:
    d = np.array(found) - np.array(q)
    turned = (d + math.pi) % (2 * math.pi) - math.pi
    if slide is not None:
        turned[:, slide] = d[:, slide]
    return float(np.abs(turned).max(axis=1).min())


def arm_of(seed: int, family: str) -> tuple[Any, Any, random.Random]:
    rng = random.Random(seed)
    tree = tree_of(random_arm(rng, family))
    form = closed_form_of(tree)
    assert form is not None
    assert form.family.name == family.split(maxsplit=1)[0]
    return tree, form, rng


@pytest.mark.parametrize("family", FAMILIES)
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_all_branches_lead_back_and_the_known_one_is_among_them(family: str, seed: int) -> None:
    tree, form, rng = arm_of(seed, family)
    for _ in range(4):
        q = [rng.uniform(-math.pi, math.pi) for _ in range(6)]
        found = valid(form, tree, q)
        assert off(tree, found, q) < 1e-10
        assert nearest(found, q, 2 if form.slides else None) < 1e-6


@pytest.mark.parametrize("family", FAMILIES)
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS, power=st.floats(-16.0, -1.0))
def test_near_the_wrists_singular_pose(family: str, seed: int, power: float) -> None:
    """Near means any distance down to none."""
    tree, form, rng = arm_of(seed, family)
    q = [rng.uniform(-math.pi, math.pi) for _ in range(6)]
    q[4] = form.wrist.zero + rng.choice((0.0, math.pi)) + rng.choice((-1, 1)) * 10.0**power
    found = valid(form, tree, q, q)
    assert found
    assert off(tree, found, q) < 1e-10


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, power=st.floats(-16.0, -1.0))
def test_near_the_stretched_and_the_folded_elbow(seed: int, power: float) -> None:
    tree, form, rng = arm_of(seed, "planar")
    q = [rng.uniform(-math.pi, math.pi) for _ in range(6)]
    q[2] = 0.0
    R, p = pose(tree, q, tree.tool)
    low, high = (solutions(form, R, p, q)[k].q[2] for k in (0, 2))
    middle = 0.5 * (low + high)
    q[2] = middle + rng.choice((0.0, math.pi)) + rng.choice((-1, 1)) * 10.0**power
    found = valid(form, tree, q, q)
    assert found
    assert off(tree, found, q) < 1e-10


@pytest.mark.parametrize("family", ["planar", "meeting", "meeting slide"])
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS, power=st.floats(-16.0, -1.0))
def test_near_the_shoulders_singular_pose(family: str, seed: int, power: float) -> None:
    """The wrist centre moves to where the two shoulders meet, then off by a little."""
    tree, form, rng = arm_of(seed, family)
    q = [rng.uniform(-math.pi, math.pi) for _ in range(6)]
    low, high = (x for x in _towards_the_shoulder(tree, form, q))
    q = [a + (b - a) * 10.0**power for a, b in zip(low, high, strict=True)]
    found = valid(form, tree, q, q)
    assert found
    assert off(tree, found, q) < 1e-10


def _towards_the_shoulder(tree: Any, form: Any, q: list[float]) -> tuple[list[float], list[float]]:
    """Joint values where the forward coordinate is zero (by bisection over q2), and those given."""

    def forward(x: float) -> float:
        at = [q[0], x, *q[2:]]
        found = solutions(form, *pose(tree, at, tree.tool), at)
        k = min(range(8), key=lambda i: abs(math.remainder(found[i].q[0] - q[0], 2 * math.pi)))
        return float(found[k].margins[0])

    xs = [q[1] + 0.2 * k for k in range(32)]
    best = min(xs, key=lambda x: abs(forward(x)))
    a, b = best - 0.2, best + 0.2
    for _ in range(60):
        c, d = a + (b - a) / 3, b - (b - a) / 3
        a, b = (a, d) if abs(forward(c)) < abs(forward(d)) else (c, b)
    return [q[0], 0.5 * (a + b), *q[2:]], q


@pytest.mark.parametrize("name", ["rl15", "stanford"])
def test_the_compiled_kernel_computes_what_the_text_says(name: str) -> None:
    arm = erfd.load(name)
    form = closed_form_of(arm.tree)
    assert form is not None
    q = np.random.default_rng(0).uniform(-3.0, 3.0, (20, 6))
    T = arm.forward_kinematics(q)
    compiled, short, _, margins = kernel(form)(T, np.zeros(6))
    for i in range(20):
        R = tuple(tuple(row) for row in T[i, :3, :3].tolist())
        found = solutions(form, R, tuple(T[i, :3, 3].tolist()), [0.0] * 6)  # type: ignore[arg-type]
        np.testing.assert_allclose(compiled[i], [one.q for one in found], atol=1e-7)
        np.testing.assert_allclose(short[i], [one.short for one in found], atol=1e-12)
        np.testing.assert_allclose(margins[i], [one.margins for one in found], atol=1e-8)
