"""Laws of the arms whose first three axes neither meet nor are parallel: a quartic."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import erfd
from erfd.errors import RobotError
from erfd.motion.inverse.rooted import Rooted
from erfd.motion.inverse_kinematics import solver_of
from tests.motion.arms import GENERAL, random_arm


def arm_and_solver(seed: int, family: str) -> tuple[Any, Any]:
    robot = random_arm(random.Random(seed), family)
    solver = solver_of(robot)
    assert isinstance(solver, Rooted)
    return erfd.Arm(robot), solver


@pytest.mark.parametrize("family", GENERAL)
@pytest.mark.parametrize("seed", [1, 2, 6])
def test_all_roots_lead_back_and_the_known_one_is_among_them(family: str, seed: int) -> None:
    arm, solver = arm_and_solver(seed, family)
    q = np.random.default_rng(seed).uniform(-3.1, 3.1, (400, 6))
    T = arm.forward_kinematics(q)
    found = solver.branches(T)
    off = np.abs(arm.forward_kinematics(found.q) - T[:, None]).max(axis=(2, 3))
    assert off[found.valid].max() < 1e-10
    away = np.abs(solver.ranges.apart(found.q, q[:, None])).max(axis=2)
    assert np.where(found.valid, away, np.inf).min(axis=1).max() < 1e-6
    assert found.valid.sum(axis=1).max() > 4


@pytest.mark.parametrize("family", GENERAL)
def test_no_solution_is_counted_twice(family: str) -> None:
    arm, solver = arm_and_solver(2, family)
    T = arm.forward_kinematics(np.random.default_rng(2).uniform(-3.0, 3.0, (200, 6)))
    q = solver.branches(T).q
    away = np.abs(solver.ranges.apart(q[:, :, None], q[:, None])).max(axis=-1)
    away[:, np.arange(8), np.arange(8)] = 1.0
    assert np.nanmin(away) > 1e-7


@pytest.mark.parametrize("family", GENERAL)
def test_a_path_is_followed_though_roots_change_places(family: str) -> None:
    arm, solver = arm_and_solver(3, family)
    u = np.linspace(0.0, 1.0, 3000)[:, None]
    q = 0.3 + u**2 * np.array([1.0, 0.5, 0.3, 0.6, 0.2, 1.5])
    way = solver.follow(arm.forward_kinematics(q), q[0])
    end = len(q) if way.fault is None else way.fault.sample
    assert end > 100
    np.testing.assert_allclose(way.q[:end], q[:end], atol=1e-7)


@pytest.mark.parametrize(("family", "seed"), [("general", 2), ("general", 20), (GENERAL[1], 4)])
def test_the_wrist_of_a_path_is_kept_close_by_its_singular_pose(family: str, seed: int) -> None:
    """The other wrist is nearer from sample to sample where q5 changes its sign."""
    arm, solver = arm_and_solver(seed, family)
    rng = np.random.default_rng(seed)
    followed = 0
    for _ in range(20):
        q = rng.uniform(-1.2, 1.2, 6)
        q[4] = 0.02 * rng.choice([-1.0, 1.0])
        T, way = arm.forward_kinematics(q), 0.03 * rng.normal(size=3)
        poses = np.tile(T, (25, 1, 1))
        poses[:, :3, 3] += np.linspace(-1.0, 1.0, 25)[:, None] * way
        near = solver.nearest(poses[:1], q).q[0]
        if np.isnan(near).any():
            continue
        found = solver.follow(poses, near)
        if found.fault is not None:
            continue
        followed += 1
        here = solver.branches(poses, near).q
        apart = np.abs(solver.ranges.apart(here, found.q[:, None])).max(axis=-1)
        wrist = np.where(np.isnan(apart), np.inf, apart).argmin(axis=1) // 4
        assert len(set(wrist.tolist())) == 1
        assert np.abs(np.diff(found.q, axis=0)).max() < 1.0
    assert followed


def test_there_are_no_status_codes_and_what_is_missing_is_said() -> None:
    arm, _ = arm_and_solver(0, "general")
    T = arm.forward_kinematics(np.full(6, 0.3))
    with pytest.raises(RobotError, match="no status codes"):
        arm.inverse_kinematics(T, status=4)
    T[:3, 3] += 50.0
    far = arm.inverse_kinematics(T)
    assert far.count == 0
    assert 50.0 < far.short < 100.0
    nothing = arm.inverse_kinematics(np.stack([T, np.full((4, 4), np.nan)]))
    assert np.isnan(nothing.short[1])
    assert nothing.short[0] == pytest.approx(far.short)
