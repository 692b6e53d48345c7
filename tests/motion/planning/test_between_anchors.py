"""What happens to a path between two of its anchors, which are a cycle apart."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import numpy as np
import pytest

import erfd
from erfd.algebra import Matrix
from erfd.errors import ProgramError
from erfd.motion.commands import Circle, Command, Lin, Pose
from erfd.trajectory import Trajectory
from tests.motion.planning.random_programs import ARM

Array = np.ndarray
TOOL = np.array([0.12, 0.12, 0.35])


def line(q: Array, way: Array, speed: float) -> Trajectory:
    """Both ways from the tool's pose at q, in the attitude that it has there."""
    T, p = _pose(q)
    return _planned(q, T, p - way, lambda R: Lin(target=_at(p + way, R), speed=speed, acc=1e3))


def _pose(q: Array) -> tuple[Array, Array]:
    T = ARM.forward_kinematics(q)
    return T, T[:3, 3].copy()


def _at(p: Array, R: Matrix) -> Pose:
    x, y, z = p.tolist()
    return Pose(position=(x, y, z), rotation=R)


def _planned(q: Array, T: Array, start: Array, move: Callable[[Matrix], Command]) -> Trajectory:
    T[:3, 3] = start
    near = ARM.inverse_kinematics(T, near=q - [0.0, 0.0, 0.1, 0.0, 0.0, 0.0]).best
    assert np.isfinite(near).all()
    a, b, c = (tuple(row) for row in T[:3, :3].tolist())
    return erfd.plan([move((a, b, c))], ARM, start=near)


def closely(plan: Trajectory) -> tuple[float, Array]:
    """The largest step left when the steepest place of each piece is looked at ever more closely,
    and every joint's largest speed."""
    left, fastest = 0.0, np.zeros(6)
    for k in range(len(plan.breakpoints) - 1):
        ends = plan.breakpoints[k : k + 2]
        for _ in range(7):
            t = np.linspace(*ends, 200)
            state = plan.curve.at(t, np.full(200, k))
            steps = np.abs(np.diff(state.q, axis=0)).max(axis=1)
            fastest = np.maximum(fastest, np.abs(state.qd).max(axis=0))
            i = int(steps.argmax())
            ends = t[[max(i - 1, 0), min(i + 2, 199)]]
        left = max(left, float(steps.max()))
    return left, fastest


def passes() -> list[tuple[Array, Array, float]]:
    """Close by a singular wrist, in all directions and at many speeds."""
    rng = np.random.default_rng(1)
    made = []
    for _ in range(40):
        q = rng.uniform(-0.6, 0.6, 6)
        q[4] = rng.choice([-1, 1]) * 10 ** rng.uniform(-3.5, -1.5)
        way = rng.normal(size=3)
        made.append((q, 0.1 * way / np.linalg.norm(way), 10 ** rng.uniform(-0.5, 0.7)))
    return made


def test_the_wrist_swings_and_never_leaps_to_another_branch() -> None:
    planned = 0
    for q, way, speed in passes():
        try:
            plan = line(q, way, speed)
        except ProgramError:
            continue
        planned += 1
        left, fastest = closely(plan)
        assert left < 1e-4
        said = {n.joint: n.value for n in plan.notices if n.code == "W_JOINT_SPEED"}
        for joint, most in zip(ARM.robot.independent, fastest, strict=True):
            share = float(most) / float(joint.limits.speed.value or math.inf)
            if share > 2.0:
                assert (said.get(joint.name) or 0.0) > 0.6 * share
    assert planned > 10


def arc(over: float, speed: float) -> Trajectory:
    """Its farthest point is `over` beyond the sphere of the stretched arm, both ends are within."""
    q = np.array([0.2, -0.6, math.radians(82.063681), 0.3, -0.8, 0.4])
    T, p = _pose(q)

    def wrist(x: Array) -> Array:
        T = ARM.forward_kinematics(x)
        return np.asarray(T[:3, 3] - T[:3, :3] @ TOOL)

    J = np.stack([wrist(q + e) - wrist(q - e) for e in 1e-6 * np.eye(6)[:3]], axis=1)
    out = np.linalg.svd(J)[0][:, 2]
    out *= np.sign(out @ (wrist(q) - wrist(q - 0.5 * np.eye(6)[2])))
    side = np.cross(out, [0.0, 1.0, 0.0])
    side /= np.linalg.norm(side)
    top = p + over * out
    ends = [top - 0.1 * (1.0 - math.cos(x)) * out + 0.1 * math.sin(x) * side for x in (-1.57, 1.37)]
    via = tuple(top.tolist())
    options = {"via": via, "speed": speed, "acc": 1e3, "c_ori": "o_con"}
    return _planned(q, T, ends[0], lambda R: Circle(target=_at(ends[1], R), **options))


@pytest.mark.parametrize("over", [1e-6, 1e-5, 1e-4])
@pytest.mark.parametrize("speed", [2.0, 3.1, 5.0])
def test_a_path_out_of_reach_between_two_anchors_is_refused(over: float, speed: float) -> None:
    """At 5 m/s there are 50 mm between anchors, and these arcs are outside for a few."""
    with pytest.raises(ProgramError, match="E_UNREACHABLE: out of reach by ") as caught:
        arc(over, speed)
    found = re.search(r"by ([0-9.e-]+) mm", caught.value.what)
    assert found is not None
    assert 0.0 < float(found[1]) <= 1.01e3 * over


def test_a_path_just_within_reach_is_planned() -> None:
    assert closely(arc(-1e-5, 5.0))[0] < 1e-4
