"""Arms without a closed form, and with more joints than a pose determines."""

from __future__ import annotations

import numpy as np
import pytest

import erfd
from erfd.motion.commands import Blend, Circle, Joints, Lin, Pose, Ptp, Wait
from erfd.trajectory import Trajectory

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
