"""Chapter 9 of Saha, Introduction to Robotics: torques, poses and closed forms of its robots."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from erfd.algebra import Vector
from erfd.dynamics.lump import tree_of
from erfd.dynamics.newton_euler import inverse_dynamics
from erfd.robot.library import load
from tests.robot.library_tools import mass_centres, placed


def cycloid(
    start: float, end: float, t: float = 3.0, T: float = 10.0
) -> tuple[float, float, float]:
    """(9.36)-(9.37): coordinate, rate, acceleration."""
    rise, phase = end - start, 2 * math.pi * t / T
    return (
        start + rise / T * (t - T / (2 * math.pi) * math.sin(phase)),
        rise / T * (1 - math.cos(phase)),
        rise / T * (2 * math.pi / T) * math.sin(phase),
    )


PI = math.pi
EXAMPLES = [
    ("three_link", [(0, PI)] * 3, (3.31581, 0.81227, 0.06521)),
    ("puma", [(0, PI)] * 6, (2.04684, -37.34176, 22.65892, 0.02001, 0.10074, 0.00674)),
    (
        "stanford",
        [(0, PI / 3), (-PI / 2, -5 * PI / 6), (0.635, 0.735), (0, PI / 3), *[(PI, 5 * PI / 6)] * 2],
        (0.3437, 45.1279, -9.27898, 0.04356, 3.27386, 4e-5),
    ),
    ("kr5", [(0, PI / 3)] * 6, (1.66629, 253.95437, -28.86253, -0.00022, 0.0896, 0)),
]


@pytest.mark.parametrize(("name", "ends", "expected"), EXAMPLES, ids=lambda x: str(x)[:12])
def test_torques_of_the_examples_at_3_s(
    name: str, ends: list[tuple[float, float]], expected: tuple[float, ...]
) -> None:
    q, qd, qdd = zip(*(cycloid(a, b) for a, b in ends), strict=True)
    tau = inverse_dynamics(tree_of(load(name)), q, qd, qdd)
    assert np.allclose(tau, expected, rtol=0, atol=5.1e-6)


def test_joint_6_of_the_printed_kr5_never_needs_torque() -> None:
    rng = random.Random(6)
    tree = tree_of(load("kr5"))
    for _ in range(20):
        q, qd, qdd = ([rng.uniform(-3, 3) for _ in range(6)] for _ in range(3))
        assert abs(inverse_dynamics(tree, q, qd, qdd)[5]) < 1e-14


def test_one_link_hangs_down_and_obeys_its_closed_form() -> None:
    tree = tree_of(load("one_link"))
    for th, thd, thdd in ((0.0, 0.0, 0.0), (0.7, -1.0, 2.0), (-2.0, 3.0, -1.0)):
        expected = thdd / 3 + 0.5 * 9.81 * math.sin(th)
        assert inverse_dynamics(tree, [th], [thd], [thdd])[0] == pytest.approx(expected, abs=1e-14)


def closed_form(q: list[float], qd: list[float], qdd: list[float]) -> np.ndarray:
    """Exercise 9.11, Eq. (9.42): I thdd + C thd - tau^g of three rods."""
    return mass_matrix_942(q) @ qdd + coriolis_942(q, qd) @ qd + gravity_942(q)


A1, A2, A3 = 0.3, 0.25, 0.22
M1, M2, M3 = 0.5, 0.4, 0.3


def mass_matrix_942(q: list[float]) -> np.ndarray:
    c2, c3, c23 = math.cos(q[1]), math.cos(q[2]), math.cos(q[1] + q[2])
    i33 = M3 * A3**2 / 3
    i23 = i33 + M3 * A2 * A3 * c3 / 2
    i22 = (M2 * A2**2 + M3 * A3**2) / 3 + M3 * (A2**2 + A2 * A3 * c3)
    i13 = i33 + M3 * A3 * (A2 * c3 + A1 * c23) / 2
    i12 = (M2 * A2**2 + M3 * A3**2) / 3 + M3 * A2**2 + (M2 * A2 / 2 + M3 * A2) * A1 * c2
    i12 += M3 * A3 * (2 * A2 * c3 + A1 * c23) / 2
    i11 = (M1 * A1**2 + M2 * A2**2 + M3 * A3**2) / 3 + M2 * A1**2 + M3 * (A1**2 + A2**2)
    i11 += (M2 + 2 * M3) * A1 * A2 * c2 + M3 * A3 * (A2 * c3 + A1 * c23)
    return np.array([[i11, i12, i13], [i12, i22, i23], [i13, i23, i33]])


def coriolis_942(q: list[float], qd: list[float]) -> np.ndarray:
    s2, s3, s23 = math.sin(q[1]), math.sin(q[2]), math.sin(q[1] + q[2])
    u = (M2 * A1 * A2 * s2 + M3 * (2 * A1 * A2 * s2 + A1 * A3 * s23)) / 2
    v = M3 * (A1 * A3 * s23 + A2 * A3 * s3) / 2
    w = M3 * A2 * A3 * s3 / 2
    d1, d2, d3 = qd
    return np.array(
        [
            [-(u * d2 + v * d3), -(u * (d1 + d2) + v * d3), -v * (d1 + d2 + d3)],
            [u * d1 - w * d3, -w * d3, -w * (d1 + d2 + d3)],
            [v * d1 + w * d2, w * (d1 + d2), 0.0],
        ]
    )


def gravity_942(q: list[float]) -> np.ndarray:
    c1, c12, c123 = math.cos(q[0]), math.cos(q[0] + q[1]), math.cos(sum(q))
    third = M3 * A3 * c123 / 2
    second = M2 * A2 * c12 / 2 + M3 * A2 * c12 + third
    first = M1 * A1 * c1 / 2 + (M2 + M3) * A1 * c1 + second
    return 9.81 * np.array([first, second, third])


def test_three_exact_rods_obey_the_closed_form_and_the_printed_table_nearly() -> None:
    rng = random.Random(942)
    for _ in range(10):
        q, qd, qdd = ([rng.uniform(-3, 3) for _ in range(3)] for _ in range(3))
        expected = closed_form(q, qd, qdd)
        exact = inverse_dynamics(tree_of(load("three_link_exact")), q, qd, qdd)
        printed = inverse_dynamics(tree_of(load("three_link")), q, qd, qdd)
        assert np.allclose(exact, expected, rtol=0, atol=1e-13)
        assert 1e-9 < np.abs(np.subtract(printed, expected)).max() < 5e-5


@pytest.mark.parametrize(
    ("name", "q", "expected"),
    [
        ("one_link", [0.0], (1.0, 0, 0)),
        ("two_link", [0.0] * 2, (0.55, 0, 0)),
        ("three_link", [0.0] * 3, (0.77, 0, 0)),
        ("puma", [0.0] * 6, (0.452, 0.149, -0.382)),
        ("stanford", [0.0, 0.0, 0.635, 0.0, 0.0, 0.0], (0, 0.393, 0.762 + 0.635 + 0.227 - 0.432)),
        ("kr5", [0.0] * 6, (0.9, 0.0, 0.4 - 0.62 - 0.115)),
        ("kr5_fused", [0.0] * 5, (0.9, 0.0, 0.4 - 0.62 - 0.115)),
    ],
)
def test_zero_poses_of_chapter_9(name: str, q: list[float], expected: Vector) -> None:
    assert placed(load(name), q, "tool")[:3, 3] == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(
    ("variant", "original", "bodies"),
    [
        ("three_link_exact", "three_link", {"link_2"}),
        ("stanford_r6", "stanford", {"link_6"}),
        ("kr5_r6", "kr5", {"link_6"}),
        ("kr5_inertia6", "kr5", {"link_6"}),
        ("kr5_fused", "kr5", set()),
    ],
)
def test_a_variant_differs_where_it_says(variant: str, original: str, bodies: set[str]) -> None:
    pairs = zip(load(variant).bodies, load(original).bodies, strict=True)
    different = {a.name for a, b in pairs if (a.mass, a.inertia) != (b.mass, b.inertia)}
    at = zip(mass_centres(variant), mass_centres(original), strict=True)
    different |= {name for (name, a), (_, b) in at if not np.allclose(a, b, atol=1e-12)}
    assert different == bodies
