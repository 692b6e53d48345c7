"""Arms without a closed form, and with more joints than a pose determines."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.errors import ProgramError
from erfd.motion.commands import Blend, Circle, Joints, Lin, Pose, Ptp, Wait
from erfd.trajectory import Trajectory
from tests.motion.planning import random_programs

ARMS = {
    "kr5": (0.0, 0.3, -0.4, 0.2, 0.8, 0.1),
    "puma": (0.0, 0.3, -0.4, 0.2, 0.8, 0.1),
    "seven_axis": (0.1, 0.6, 0.1, -1.2, 0.1, 0.7, 0.0),
}


def planned(name: str) -> Trajectory:
    arm, q = erfd.load(name), ARMS[name]
    T = arm.forward_kinematics(np.array(q))
    x, y, z = T[:3, 3].tolist()
    return erfd.plan(
        [
            Ptp(target=Joints(q)),
            Lin(target=Pose(position=(x, y + 0.1, z + 0.05)), blend=Blend("c_speed")),
            Circle(via=(x, y + 0.12, z + 0.1), target=Pose(position=(x, y + 0.1, z + 0.15))),
            Wait(seconds=0.2),
            Lin(target=Pose(position=(x, y, z))),
            Ptp(target=Joints(q)),
        ],
        arm,
    )


@pytest.mark.parametrize("name", ARMS)
def test_the_curve_is_exact_between_its_anchors(name: str) -> None:
    arm, plan = erfd.load(name), planned(name)
    edges, h = plan.breakpoints, 1e-4
    assert plan.at(edges).q == pytest.approx(plan.at(edges, "left").q, abs=1e-8)
    piece = np.arange(len(edges) - 1)
    t = edges[:-1] + 0.37 * np.diff(edges)
    a, s, b = (plan.curve.at(t + x, piece) for x in (-h, 0.0, h))
    assert (b.q - a.q) / (2 * h) == pytest.approx(s.qd, abs=1e-6)
    assert (b.qd - a.qd) / (2 * h) == pytest.approx(s.qdd, abs=1e-4)
    lines = [k for k, m in enumerate(plan.moves) if m.kind == "lin"]
    move = plan.moves[lines[0]]
    start, end = (arm.forward_kinematics(plan.at(x).q)[:3, 3] for x in (move.start, move.end))
    p = arm.forward_kinematics(plan.at(np.linspace(move.start, move.end, 333)).q)[:, :3, 3]
    along = (end - start) / np.linalg.norm(end - start)
    assert np.abs(np.cross(p - start, along)).max() < 1e-8


@pytest.mark.parametrize("seed", [5, 11, 20, 84])
def test_seven_joints_run_on_where_moves_meet(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rows of the curve meet in one pose, which seven joints take in many ways."""
    arm, q = erfd.load("seven_axis"), ARMS["seven_axis"]
    monkeypatch.setattr(random_programs, "POSTURE", q)
    rng = random.Random(seed)
    commands = random_programs.program(rng, rng.randint(1, 6), arm, 0.05)
    plan = erfd.plan(commands, arm, start=q)
    edges = plan.breakpoints
    assert plan.at(edges).q == pytest.approx(plan.at(edges, "left").q, abs=1e-9)


@pytest.mark.parametrize("name", ["seven_axis", "examples/scara.toml"])
def test_a_path_that_leaves_a_range_is_followed_until_it_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No other posture is searched for beyond the range: the curve would leap to it."""
    root = Path(__file__).parents[3]
    arm = erfd.load(str(root / name) if "/" in name else name)
    q = np.array(ARMS.get(name, (0.0, 1.0, 0.05, 0.0)))
    q[0] = arm.robot.independent[0].limits.upper.value - 0.02
    T = arm.forward_kinematics(q)
    reach = np.hypot(*T[:2, 3])
    around = np.array([-T[1, 3], T[0, 3], 0.0]) / reach
    target = Pose(position=tuple((T[:3, 3] + 0.1 * reach * around).tolist()))
    moves = [Ptp(target=Joints(tuple(q.tolist()))), Lin(target=target, speed=0.05, acc=1.0)]

    def searched(*_: object) -> None:
        pytest.fail("a search from random postures")

    monkeypatch.setattr("erfd.motion.inverse.searched.Searched.branches", searched)
    with pytest.raises(ProgramError, match="E_JOINT_LIMIT: "):
        erfd.plan(moves, arm)


@pytest.mark.parametrize("name", ["rl15", "kr5", "seven_axis"])
def test_paths_in_portions_are_paths_as_a_whole(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ARMS, "rl15", (0.0, 0.3, -0.4, 0.2, 0.8, 0.1))
    whole = planned(name)
    monkeypatch.setattr("erfd.motion.planning.following.TOGETHER", 50)
    parts = planned(name)
    np.testing.assert_allclose(parts.q, whole.q, rtol=0, atol=1e-3 if name == "seven_axis" else 0)
    np.testing.assert_allclose(parts.pose, whole.pose, rtol=0, atol=1e-9)
