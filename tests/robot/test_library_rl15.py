"""RL15: its published poses, its weight, and the numbers of Kvrgic & Vidakovic, MMT 145 (2020)."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from erfd.robot.library import load
from erfd.robot.placement import Placement
from tests.robot.library_tools import gravity_torque, mass_matrix, matrix, placed


def published_poses(q: list[float]) -> dict[str, np.ndarray]:
    """T_1 .. T_6 of (A.2), Kvrgic & Vidakovic; q4 turned round, for (A.2) turns link 4 by -q4."""
    a1, a2, a3, d4 = 0.2, 0.6, 0.115, 0.825
    s1, s2, s23, s4, s5, s6 = (math.sin(x) for x in (q[0], q[1], q[1] + q[2], -q[3], q[4], q[5]))
    c1, c2, c23, c4, c5, c6 = (math.cos(x) for x in (q[0], q[1], q[1] + q[2], -q[3], q[4], q[5]))
    v1, v2, v3, v4 = c1 * s23, c1 * c23, s1 * s23, s1 * c23
    v12, v13, v14 = c23 * a3 + s23 * d4, s2 * a2, c2 * a2
    v5, v31 = a1 - v13, d4 * c23 - s23 * a3
    v15, v16, v17, v18 = (
        -v1 * c4 - s1 * s4,
        s1 * c4 - v1 * s4,
        c1 * s4 - v3 * c4,
        -v3 * s4 - c1 * c4,
    )
    v19, v20 = c23 * c4, c23 * s4
    v21, v23, v25 = v15 * c5 - v2 * s5, v17 * c5 - v4 * s5, v19 * c5 - s23 * s5
    a6 = (v15 * s5 + v2 * c5, v17 * s5 + v4 * c5, v19 * s5 + s23 * c5)
    n6 = [x * c6 + y * s6 for x, y in ((v21, v16), (v23, v18), (v25, v20))]
    o6 = [y * c6 - x * s6 for x, y in ((v21, v16), (v23, v18), (v25, v20))]
    v0 = v5 + v31
    wrist = (c1 * v0, s1 * v0, v12 + v14)

    def T(x: object, y: object, z: object, p: object) -> np.ndarray:
        return np.vstack([np.array([x, y, z, p], dtype=float).T, [0, 0, 0, 1]])

    return {
        "dh_1": T((c1, s1, 0), (0, 0, 1), (s1, -c1, 0), (c1 * a1, s1 * a1, 0)),
        "dh_2": T(
            (-c1 * s2, -s1 * s2, c2),
            (-c1 * c2, -s1 * c2, -s2),
            (s1, -c1, 0),
            (c1 * v5, s1 * v5, v14),
        ),
        "wrist_centre": T((-v1, -v3, c23), (s1, -c1, 0), (v2, v4, s23), wrist),
        "dh_4": T((v15, v17, v19), (-v2, -v4, -s23), (v16, v18, v20), wrist),
        "dh_5": T((v21, v23, v25), (v16, v18, v20), a6, wrist),
        "dh_6": T(n6, o6, a6, wrist),
    }


def test_rl15_stands_where_the_published_matrices_put_it() -> None:
    rng = random.Random(15)
    robot = load("rl15")
    for _ in range(10):
        q = [rng.uniform(-math.pi, math.pi) for _ in range(6)]
        for frame, expected in published_poses(q).items():
            assert np.allclose(placed(robot, q, frame), expected, rtol=0, atol=1e-14), frame


def test_rl15_at_home() -> None:
    robot = load("rl15")
    wrist = placed(robot, [0.0] * 6, "wrist_centre")[:3, 3]
    assert wrist == pytest.approx((0.2 + 0.825, 0, 0.6 + 0.115), abs=1e-15)
    flange, tool = placed(robot, [0.0] * 6, "dh_6"), placed(robot, [0.0] * 6, "tool")
    assert np.allclose(np.linalg.inv(flange) @ tool, matrix(Placement(p=(0.12, 0.12, 0.35))))


def test_rl15_bears_its_weight_at_home() -> None:
    u = gravity_torque(load("rl15"), [0.0] * 6)
    assert u[1] == pytest.approx(475.1, abs=0.05)
    assert u[2] == pytest.approx(499.0, abs=0.05)
    assert u[0] == pytest.approx(0, abs=1e-12)


def test_rl15_is_what_the_paper_prints() -> None:
    robot = load("rl15")
    assert sum(body.mass for body in robot.bodies) == pytest.approx(479.7)
    assert robot.program_names == ("lola_15",)
    assert robot.gravity == (0, 0, -9.81)
    speeds = [j.limits.speed.value for j in robot.joints]
    assert speeds == pytest.approx([3.05, 3.46, 3.08, 2.66, 1.62, 6.67], rel=1e-15)
    gains = [j.limits.acceleration.value for j in robot.joints]
    assert gains == pytest.approx([3.75, 2.1, 3.75, 3.75, 1.5, 6.0], rel=1e-15)
    assert all("provisional" in j.limits.lower.source for j in robot.joints)
    H = mass_matrix(robot, [0.0] * 6)
    assert H[5, 5] == pytest.approx(0.004, abs=1e-12)


def test_rl15_has_the_published_drives() -> None:
    drives = load("rl15").drives
    assert drives is not None
    A = np.array([motor.ratios for motor in drives.motors], dtype=float)
    expected = np.diag([120, 119, 119, 936 / 7, 1536 / 7, 160 / 3])
    expected[2, 1], expected[4, 3], expected[5, 3], expected[5, 4] = 1, 12 / 7, -1, 160 / 3
    assert pytest.approx(expected, rel=1e-15) == A
    I_a = [motor.rotor_inertia for motor in drives.motors]
    assert I_a == [0.0042, 0.009, 0.0042, 0.0008, 0.001, 0.0007]
    felt = np.diag(A.T @ np.diag(I_a) @ A)
    assert felt == pytest.approx([60.5, 127.5, 59.5, 14.3, 50.1, 2.0], abs=0.05)
    reach = [m.top_speed.value / abs(A[i, i]) for i, m in enumerate(drives.motors)]
    assert reach == pytest.approx([2.749, 2.464, 2.772, 2.663, 1.623, 6.676], abs=5e-4)
    assert [m.peak_torque.value for m in drives.motors] == [17.8, 38.6, 17.8, 3.47, 3.47, 3.47]
    assert [m.viscous_friction for m in drives.motors] == [2.5e-4] * 3 + [2e-3, 3e-3, 2e-3]
    assert [m.load_friction for m in drives.motors] == [0.22] * 4 + [0.35, 0.21]
