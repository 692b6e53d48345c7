"""Laws of inverse kinematics: what it finds leads back to the pose, and it finds what was there."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import pytest

import erfd
from erfd.motion.inverse_kinematics import solver_of

SPHERICAL = ["rl15", "puma", "kr5", "stanford"]


@functools.cache
def arm_and_solver(name: str) -> tuple[Any, Any]:
    arm = erfd.load(name)
    return arm, solver_of(arm.robot)


def poses(name: str, count: int) -> tuple[Any, Any]:
    arm, _ = arm_and_solver(name)
    q = np.random.default_rng(1).uniform(-math.pi, math.pi, (count, arm.n))
    return q, arm.forward_kinematics(q)


@pytest.mark.parametrize("name", SPHERICAL)
def test_every_branch_leads_back_and_the_known_one_is_there(name: str) -> None:
    arm, solver = arm_and_solver(name)
    q, T = poses(name, 3000)
    found = solver.branches(T)
    off = np.abs(arm.forward_kinematics(found.q) - T[:, None]).max(axis=(2, 3))
    assert off[found.valid].max() < 1e-10
    apart = np.abs(solver.ranges.apart(found.q, q[:, None])).max(axis=2)
    assert np.where(found.valid, apart, np.inf).min(axis=1).max() < 1e-8


def test_rl15_reaches_to_rounding() -> None:
    """3000 random poses, every branch within 2e-12 mm."""
    arm, solver = arm_and_solver("rl15")
    _, T = poses("rl15", 3000)
    found = solver.branches(T)
    off = (arm.forward_kinematics(found.q) - T[:, None])[..., :3, 3]
    assert 1e3 * np.abs(off[found.valid]).max() < 2e-12
    assert found.valid.sum(axis=1).min() >= 4


def rl15_pose(xyz: tuple[float, ...], abc: tuple[float, ...]) -> Any:
    """mm and degrees, Rz(a) Ry(b) Rx(c)."""
    from erfd.robot.placement import from_rpy

    a, b, c = (math.radians(x) for x in abc)
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = from_rpy(c, b, a), np.array(xyz) / 1e3
    return T


def test_rl15_start_of_the_contour() -> None:
    """Status 4 at s0; q4 in the signs of Table A1."""
    _, solver = arm_and_solver("rl15")
    T = rl15_pose((786.9329, 402.9624, 632.855), (15.0, -60.0, -175.03779))
    way = solver.nearest(T[None], np.zeros(6), status=4)
    expected = [44.116, 44.396, -32.708, -27.942, -47.279, 34.809]
    np.testing.assert_allclose(np.degrees(way.q[0]), expected, atol=5e-4)
    assert way.fault is None


def test_rl15_home_is_wrist_singular() -> None:
    """p0 is the triple (0, -90, 180); there q4 is kept."""
    arm, solver = arm_and_solver("rl15")
    home = arm.forward_kinematics(np.zeros(6))
    np.testing.assert_allclose(home, rl15_pose(tuple(1e3 * home[:3, 3]), (0, -90, 180)), atol=1e-12)
    np.testing.assert_allclose(solver.nearest(home[None], np.zeros(6)).q[0], 0.0, atol=1e-9)
    kept = solver.nearest(home[None], np.array([0, 0, 0, 0.4, 0, -0.4])).q[0]
    np.testing.assert_allclose(kept, [0, 0, 0, 0.4, 0, -0.4], atol=1e-9)
    fault = solver.follow(home[None], np.zeros(6)).fault
    assert fault is not None
    assert (fault.kind, fault.part, fault.sample) == ("singular", "wrist", 0)


@pytest.mark.parametrize("name", [*SPHERICAL, "seven_axis"])
def test_following_keeps_the_motion(name: str) -> None:
    arm, solver = arm_and_solver(name)
    u = np.linspace(0.0, 1.0, 400)[:, None]
    a, b = np.full(arm.n, 0.4), np.full(arm.n, 0.4) + np.linspace(-0.2, 0.4, arm.n)
    q = a + (b - a) * u**2
    way = solver.follow(arm.forward_kinematics(q), q[0])
    assert way.fault is None
    if solver.exact:
        np.testing.assert_allclose(way.q, q, atol=1e-9)
    T = arm.forward_kinematics(q)
    np.testing.assert_allclose(arm.forward_kinematics(way.q), T, atol=1e-9)


@pytest.mark.parametrize("name", [*SPHERICAL, "seven_axis", "centrifuge"])
def test_rates_give_the_twist_back(name: str) -> None:
    arm, solver = arm_and_solver(name)
    q, qd, qdd = np.random.default_rng(2).uniform(0.3, 0.9, (3, 50, arm.n))
    J, Jd = arm.jacobian(q), arm.jacobian_rate(q, qd)
    twist = (J @ qd[..., None])[..., 0]
    rate = (J @ qdd[..., None] + Jd @ qd[..., None])[..., 0]
    speeds, accelerations = solver.rates(q, twist, rate)
    np.testing.assert_allclose((J @ speeds[..., None])[..., 0], twist, atol=1e-9)
    if arm.n <= 6:
        np.testing.assert_allclose(speeds, qd, atol=1e-8)
        np.testing.assert_allclose(accelerations, qdd, atol=1e-6)


@pytest.mark.parametrize("name", ["seven_axis", "irb6", "centrifuge", "sdt", "trttr1"])
def test_other_arms_by_search(name: str) -> None:
    arm, solver = arm_and_solver(name)
    q = np.full(arm.n, 0.3)
    T = arm.forward_kinematics(q)[None]
    way = solver.nearest(T, q + 0.05)
    np.testing.assert_allclose(arm.forward_kinematics(way.q), T, atol=1e-9)


@pytest.mark.parametrize("name", ["rl15", "seven_axis"])
def test_out_of_reach_is_said_with_its_distance(name: str) -> None:
    arm, solver = arm_and_solver(name)
    T = arm.forward_kinematics(np.full(arm.n, 0.2))[None].copy()
    T[0, :3, 3] *= 10.0
    way = solver.nearest(T, np.zeros(arm.n))
    assert way.fault is not None
    assert way.fault.kind == "unreachable"
    assert np.isnan(way.q).all()
    assert " mm" in way.fault.text


@pytest.mark.parametrize("name", ["rl15", "irb6"])
def test_ranges_choose_turns_and_branches_unless_they_do_not_matter(name: str) -> None:
    arm, solver = arm_and_solver(name)
    q = 0.5 * (solver.ranges.low + solver.ranges.high)
    q[3] = solver.ranges.high[3] + 0.2
    T = arm.forward_kinematics(q)[None]
    free = solver.nearest(T, q, bounded=False)
    np.testing.assert_allclose(free.q[0], q, atol=1e-8)
    assert free.fault is None
    bound = solver.nearest(T, q)
    np.testing.assert_allclose(arm.forward_kinematics(bound.q), T, atol=1e-9)
    if bound.fault is None:
        assert solver.ranges.contain(bound.q).all()
    else:
        assert bound.fault.kind == "range"
        assert "beyond its range" in bound.fault.text
    code = 4 if solver.coded else None
    turned = solver.nearest(T, q, code, turns=(0, 0, 0, 1, 0, 0)[: arm.n])
    plain = solver.nearest(T, q, code, turns=(0,) * arm.n)
    np.testing.assert_allclose(turned.q[0, 3] - plain.q[0, 3], 2.0 * math.pi, atol=1e-12)
    assert (np.abs(plain.q) <= math.pi).all()


def test_status_that_a_pose_does_not_have() -> None:
    """Far in front the arm does not reach over its back: four branches are left."""
    _, solver = arm_and_solver("rl15")
    T = rl15_pose((1300.0, 0.0, 900.0), (0.0, -30.0, -175.0))[None]
    codes = [k for k in range(4, 12) if solver.nearest(T, np.zeros(6), status=k).fault is None]
    found = solver.branches(T)
    expected = found.status[0][found.valid[0]].tolist()
    inside = [k for k in expected if k in codes]
    assert inside == codes
    missing = next(k for k in range(4, 12) if k not in expected)
    fault = solver.nearest(T, np.zeros(6), status=missing).fault
    assert fault is not None
    assert fault.kind == "branch"
    assert fault.text == f"the pose cannot be reached with status {missing}"
    both = [solver.nearest(T, np.zeros(6), status=s).q[0] for s in (0, 4, 8)]
    assert any(np.array_equal(both[0], x) for x in both[1:])


@pytest.mark.parametrize("name", ["rl15", "stanford", "seven_axis", "irb6", "sdt"])
def test_poses_in_portions_are_poses_together(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the bit; where a search finds more places in one portion the others have empty ones."""
    arm, _ = arm_and_solver(name)
    q = np.random.default_rng(5).uniform(-1, 1, (7, arm.n))
    T = arm.forward_kinematics(q)
    whole = arm.inverse_kinematics(T, near=0.9 * q)
    monkeypatch.setattr("erfd.motion.inverse.solutions.TOGETHER", 3)
    parts = arm.inverse_kinematics(T, near=0.9 * q)
    for field in ("q", "valid", "within", "status", "turns", "best", "short", "tilt"):
        np.testing.assert_array_equal(getattr(parts, field), getattr(whole, field))
    assert whole.count.min() > 0


def test_the_turn_is_the_nearest_within_the_range() -> None:
    """Against all turns one by one; where none is in the range, the nearest."""
    ranges = arm_and_solver("rl15")[1].ranges
    rng = np.random.default_rng(6)
    q, near = rng.uniform(-math.pi, math.pi, (2000, 6)), rng.uniform(-12, 12, (2000, 6))
    k = np.arange(-5, 6)[:, None, None]
    every = q + 2 * math.pi * k
    away = np.abs(every - near)
    inside = (every >= ranges.low) & (every <= ranges.high)
    best = np.where(inside, away, np.where(inside.any(axis=0), np.inf, away)).argmin(axis=0)
    expected = np.take_along_axis(every, best[None], axis=0)[0]
    np.testing.assert_allclose(ranges.turned(q, near), expected, rtol=0, atol=1e-12)


def test_all_that_is_wrong_with_a_pose_is_said() -> None:
    arm = erfd.load("rl15")
    both = "the last row of T is not 0, 0, 0, 1, and the rotation in T is not a rotation; make R R"
    with pytest.raises(erfd.RobotError, match=both):
        arm.inverse_kinematics(2 * np.eye(4))
    some = np.stack([np.eye(4), np.diag([2.0, 2.0, 2.0, 1.0])])
    with pytest.raises(erfd.RobotError, match=r"^the rotation in T\[1\] is not a rotation"):
        arm.inverse_kinematics(some)
    with pytest.raises(erfd.RobotError, match=both):
        arm.with_tool(2 * np.eye(4))
