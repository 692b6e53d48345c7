"""Chapter 9 of Saha, Introduction to Robotics: closed forms of its arms, torques of its robots.

The planar arms' equations of motion are typed here from the book (with the corrections named
below) and hold for numbers and for symbols; the torques are those of Examples 9.4 to 9.7 at
t = 3 s along the book's trajectories, as computed by independent implementations.
"""

from __future__ import annotations

import math
import random
from typing import Any, NamedTuple

import numpy as np
import pytest
import sympy

from erfd.algebra import IDENTITY, ZERO, Vector, rotate_tensor, rotation_z, sincos
from erfd.dynamics import denoc, lagrange, newton_euler
from erfd.dynamics.denoc_inertia import composites, propagation
from erfd.dynamics.denoc_twist import links
from erfd.dynamics.lump import tree_of
from erfd.dynamics.quantities import inverse_dynamics, mass_matrix, methods
from erfd.dynamics.tree import Tree
from erfd.robot.library import load
from erfd.robot.placement import Placement
from erfd.robot.records import BASE, Body, Frame, Joint
from erfd.robot.robot import Robot

Rows = list[list[Any]]


class Planar(NamedTuple):
    """H, C and the torque of gravity: H thdd + C thd = tau_g + tau (9.42a)."""

    H: Rows
    C: Rows
    tau_g: list[Any]


class Arm(NamedTuple):
    """Lengths and masses of homogeneous rods, gravity in their plane."""

    a: tuple[Any, ...]
    m: tuple[Any, ...]
    g: Any


def one_link(arm: Arm, th: list[Any], thd: list[Any]) -> Planar:
    """Examples 9.1, 9.2: X_1 points down (9.23f), (9.24a), (9.24c)."""
    (a,), (m,), g = arm
    s, _ = sincos(th[0])
    return Planar([[m * a * a / 3]], [[0]], [-m * g * a * s / 2])


def two_link(arm: Arm, th: list[Any], thd: list[Any]) -> Planar:
    """Example 9.3: (9.27a), (9.27d), (9.29), (9.30); gravity as in the next arm, with m_3 = 0."""
    (a1, a2), (m1, m2), g = arm
    s2, c2 = sincos(th[1])
    i22 = m2 * a2 * a2 / 3
    i21 = i22 + m2 * a1 * a2 * c2 / 2
    i11 = (m1 * a1 * a1 + m2 * a2 * a2) / 3 + m2 * a1 * a1 + m2 * a1 * a2 * c2
    k = m2 * a1 * a2 * s2 / 2
    C = [[-k * thd[1], -k * (thd[0] + thd[1])], [k * thd[0], 0]]
    c1, c12 = sincos(th[0])[1], sincos(th[0] + th[1])[1]
    tau_1 = g * (-m1 * a1 * c1 - 2 * m2 * (a1 * c1 + a2 * c12 / 2)) / 2
    return Planar([[i11, i21], [i21, i22]], C, [tau_1, -g * m2 * a2 * c12 / 2])


def three_link(arm: Arm, th: list[Any], thd: list[Any]) -> Planar:
    """Exercise 9.11: (9.42b), (9.42c), (9.42d)."""
    (a1, a2, a3), (m1, m2, m3), g = arm
    (s2, c2), (s3, c3), (s23, c23) = sincos(th[1]), sincos(th[2]), sincos(th[1] + th[2])
    i11 = (m1 * a1 * a1 + m2 * a2 * a2 + m3 * a3 * a3) / 3 + m2 * a1 * a1
    i11 += m3 * (a1 * a1 + a2 * a2) + (m2 + 2 * m3) * a1 * a2 * c2 + m3 * a3 * (a2 * c3 + a1 * c23)
    i12 = (m2 * a2 * a2 + m3 * a3 * a3) / 3 + m3 * a2 * a2 + (m2 * a2 / 2 + m3 * a2) * a1 * c2
    i12 += m3 * a3 * (2 * a2 * c3 + a1 * c23) / 2
    i13 = m3 * a3 * a3 / 3 + m3 * a3 * (a2 * c3 + a1 * c23) / 2
    i22 = (m2 * a2 * a2 + m3 * a3 * a3) / 3 + m3 * (a2 * a2 + a2 * a3 * c3)
    i23 = m3 * a3 * a3 / 3 + m3 * a2 * a3 * c3 / 2
    i33 = m3 * a3 * a3 / 3
    d1, d2, d3 = thd
    d12, d123 = d1 + d2, d1 + d2 + d3
    near = m2 * a1 * a2 * s2 + m3 * (2 * a1 * a2 * s2 + a1 * a3 * s23)
    far, last = m3 * (a1 * a3 * s23 + a2 * a3 * s3), m3 * a2 * a3 * s3
    C = [
        [-(near * d2 + far * d3) / 2, -(near * d12 + far * d3) / 2, -far * d123 / 2],
        [(near * d1 - last * d3) / 2, -last * d3 / 2, -last * d123 / 2],
        [(far * d1 + last * d2) / 2, last * d12 / 2, 0],
    ]
    c1, c12, c123 = (sincos(x)[1] for x in (th[0], th[0] + th[1], th[0] + th[1] + th[2]))
    tau_1 = -m1 * a1 * c1 - 2 * m2 * (a1 * c1 + a2 * c12 / 2)
    tau_1 -= 2 * m3 * (a1 * c1 + a2 * c12 + a3 * c123 / 2)
    tau_2 = -m2 * a2 * c12 - 2 * m3 * (a2 * c12 + a3 * c123 / 2)
    tau_g = [g * tau_1 / 2, g * tau_2 / 2, g * (-m3 * a3 * c123) / 2]
    return Planar([[i11, i12, i13], [i12, i22, i23], [i13, i23, i33]], C, tau_g)


CLOSED_FORMS: dict[str, tuple[Any, Arm]] = {
    "one_link": (one_link, Arm((1.0,), (1.0,), 9.81)),
    "two_link": (two_link, Arm((0.3, 0.25), (0.5, 0.4), 9.81)),
    "three_link_exact": (three_link, Arm((0.3, 0.25, 0.22), (0.5, 0.4, 0.3), 9.81)),
}


def states(n: int) -> list[tuple[list[float], list[float], list[float]]]:
    rng = random.Random(n)
    return [tuple([rng.uniform(-3, 3) for _ in range(n)] for _ in range(3)) for _ in range(10)]  # type: ignore[misc]


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize("name", CLOSED_FORMS)
def test_closed_forms_hold_for_the_library(name: str) -> None:
    form, arm = CLOSED_FORMS[name]
    tree = tree_of(load(name))
    for th, thd, thdd in states(tree.n):
        H, C, tau_g = (np.array(x, dtype=float) for x in form(arm, th, thd))
        tau = H @ thdd + C @ thd - tau_g
        for method in methods("mass_matrix"):
            assert np.array(mass_matrix(tree, th, method)) == pytest.approx(H, abs=1e-14)
        for method in methods("inverse_dynamics"):
            assert inverse_dynamics(tree, th, thd, thdd, None, method) == pytest.approx(
                tau, abs=1e-13
            )
        assert np.array(denoc.coriolis_matrix(tree, th, thd)) == pytest.approx(C, abs=1e-14)
        assert denoc.convective(tree, th, thd) == pytest.approx(C @ thd, abs=1e-13)
        D_i, _, D_ijk = lagrange.coefficients(tree, th)
        assert np.array(D_ijk, dtype=float) @ thd == pytest.approx(C, abs=1e-14)
        assert D_i == pytest.approx(-tau_g, abs=1e-14)


def test_two_link_vci() -> None:
    """(9.31), and the order of its terms: h_1 = -m_2 a_1 a_2 s_2 (thd_2 / 2 + thd_1) thd_2."""
    tree = tree_of(load("two_link"))
    for th, thd, _ in states(2):
        k = 0.4 * 0.3 * 0.25 * math.sin(th[1])
        h = [-k * (thd[1] / 2 + thd[0]) * thd[1], k * thd[0] ** 2 / 2]
        assert denoc.convective(tree, th, thd) == pytest.approx(h, abs=1e-15)


def test_two_link_composite_body() -> None:
    """(9.27c), (9.28b) without its second m_2, (9.29) with - 2 delta~_1^T d_1 in the middle."""
    tree = tree_of(load("two_link"))
    for th, _, _ in states(2):
        across = links(tree, th)
        whole = composites(tree, across)[0]
        c1, c12 = (np.array([math.cos(x), math.sin(x), 0.0]) for x in (th[0], th[0] + th[1]))
        d1, d2, r1 = 0.15 * c1, 0.125 * c12, 0.15 * c1
        B = np.array(denoc.matrices(tree, th).N_l)[6:, :6]
        assert pytest.approx(np.array(propagation(tuple(-(r1 + d2))))) == B
        c_21, delta = -(r1 + d2), np.array(whole.delta)
        assert delta == pytest.approx(0.4 * c_21)
        I = sum(np.array(x.I) for x in across) - crossed(c_21) @ crossed(delta)
        assert np.array(whole.I) == pytest.approx(I)
        middle = whole.I[2][2] + whole.m * d1 @ d1
        assert middle - 2 * delta @ d1 == pytest.approx(denoc.mass_matrix(tree, th)[0][0])


def crossed(v: Any) -> Any:
    return np.cross(np.eye(3), v)


# ---------------------------------------------------------------- symbols


def symbolic_arm(arm: Arm, gravity: Vector) -> Tree:
    """Rods a_i, m_i one after the other, the joint axes along z."""
    names = [BASE, *(f"link_{i}" for i in range(1, len(arm.a) + 1))]
    starts = [ZERO, *((a, 0, 0) for a in arm.a[:-1])]
    joints = [
        Joint(
            name=f"joint_{i}",
            kind="revolute",
            parent=names[i - 1],
            child=names[i],
            placement=Placement(IDENTITY, start),
        )
        for i, start in enumerate(starts, 1)
    ]
    bodies = [
        Body(name=x, mass=m, com=(a / 2, 0, 0), inertia=rod(m, a))
        for x, a, m in zip(names[1:], arm.a, arm.m, strict=True)
    ]
    tool = Frame(name="tool", body=names[-1], placement=Placement(IDENTITY, (arm.a[-1], 0, 0)))
    return tree_of(
        Robot(name="rods", joints=tuple(joints), bodies=tuple(bodies), gravity=gravity, tool=tool)
    )


def rod(m: Any, a: Any) -> Any:
    """(9.23c): about the mass centre, the rod along x."""
    i = m * a * a / 12
    return (0, 0, 0), (0, i, 0), (0, 0, i)


@pytest.mark.parametrize("form", [one_link, two_link, three_link])
@pytest.mark.parametrize("method", [denoc, lagrange, newton_euler])
def test_closed_forms_hold_for_symbols(form: Any, method: Any) -> None:
    n = [one_link, two_link, three_link].index(form) + 1
    g = sympy.Symbol("g")
    arm = Arm(sympy.symbols(f"a1:{n + 1}"), sympy.symbols(f"m1:{n + 1}"), g)
    th, thd, thdd = (list(sympy.symbols(f"{x}1:{n + 1}")) for x in ("th", "thd", "thdd"))
    tree = symbolic_arm(arm, (g, 0, 0) if n == 1 else (0, -g, 0))
    H, C, tau_g = (sympy.Matrix(x) for x in form(arm, th, thd))
    tau = H * sympy.Matrix(thdd) + C * sympy.Matrix(thd) - tau_g
    vanishes(sympy.Matrix(method.inverse_dynamics(tree, th, thd, thdd)) - tau)
    vanishes(sympy.Matrix(method.bias(tree, th, thd)) - (C * sympy.Matrix(thd) - tau_g))
    if method is not newton_euler:
        vanishes(sympy.Matrix(method.mass_matrix(tree, th)) - H)
    if method is denoc:
        vanishes(sympy.Matrix(denoc.coriolis_matrix(tree, th, thd)) - C)
        vanishes(sympy.Matrix(denoc.convective(tree, th, thd)) - C * sympy.Matrix(thd))
    if n == 1 and method is not newton_euler:
        vanishes(
            sympy.Matrix(method.forward_dynamics(tree, th, thd, list(tau))) - sympy.Matrix(thdd)
        )


def vanishes(M: Any) -> None:
    """Zero as polynomials in the sines and cosines, on the circles s^2 + c^2 = 1."""
    for x in M:
        numerator, _ = sympy.fraction(sympy.together(sympy.expand_trig(x)))
        pairs = {y.args[0] for y in numerator.atoms(sympy.sin, sympy.cos)}
        s, c = ({y: sympy.Symbol(f"{letter}_{y}") for y in pairs} for letter in "sc")
        values = {sympy.sin(y): s[y] for y in pairs} | {sympy.cos(y): c[y] for y in pairs}
        circles = [s[y] ** 2 + c[y] ** 2 - 1 for y in pairs]
        rest = sympy.expand(numerator.subs(values))
        assert (sympy.reduced(rest, circles)[1] if circles else rest) == 0


def test_inertia_of_the_turned_rod() -> None:
    """(9.23d) for a rod along x; the print has it along y."""
    m, a, th = sympy.symbols("m a th")
    s, c = sympy.sin(th), sympy.cos(th)
    turned = sympy.Matrix(rotate_tensor(rotation_z(c, s), rod(m, a)))
    vanishes(
        turned - m * a**2 / 12 * sympy.Matrix([[s**2, -s * c, 0], [-s * c, c**2, 0], [0, 0, 1]])
    )


# ---------------------------------------------------------------- torques

T = 10.0
PI = math.pi
FULL = ([0.0] * 6, [PI] * 6)
STANFORD = (
    [0.0, -PI / 2, 0.635, 0.0, PI, PI],
    [PI / 3, -5 * PI / 6, 0.735, PI / 3, 5 * PI / 6, 5 * PI / 6],
)
THIRD = ([0.0] * 6, [PI / 3] * 6)

TORQUES: dict[str, tuple[tuple[list[float], list[float]], list[float]]] = {
    "three_link": (([0.0] * 3, [PI] * 3), [3.31581, 0.81227, 0.06521]),
    "puma": (FULL, [2.04684, -37.34176, 22.65892, 0.02001, 0.10074, 0.00674]),
    "stanford": (STANFORD, [0.3437, 45.1279, -9.27898, 0.04356, 3.27386, 4e-5]),
    "kr5": (THIRD, [1.66629, 253.95437, -28.86253, -0.00022, 0.0896, 0.0]),
}


def cycloid(
    ends: tuple[list[float], list[float]], t: float
) -> tuple[list[float], list[float], list[float]]:
    """(9.36), (9.37)."""
    spans = [(end - start) / T for start, end in zip(*ends, strict=True)]
    w = 2 * PI / T
    q = [x + span * (t - math.sin(w * t) / w) for x, span in zip(ends[0], spans, strict=True)]
    qd = [span * (1 - math.cos(w * t)) for span in spans]
    return q, qd, [span * w * math.sin(w * t) for span in spans]


@pytest.mark.parametrize("name", TORQUES)
def test_torques_of_the_examples(name: str) -> None:
    """Examples 9.4 to 9.7 at t = 3 s, to the five decimals known, by every method."""
    ends, expected = TORQUES[name]
    tree = tree_of(load(name))
    for method in methods("inverse_dynamics"):
        tau = inverse_dynamics(tree, *cycloid(ends, 3.0), None, method)
        assert tau == pytest.approx(expected, abs=5.1e-6), method


def torques(name: str, ends: tuple[list[float], list[float]]) -> Any:
    tree = tree_of(load(name))
    times = np.linspace(0.0, T, 101)
    return np.array([denoc.inverse_dynamics(tree, *cycloid(ends, t)) for t in times], dtype=float)


@pytest.mark.parametrize(
    ("printed", "variant", "joints", "difference", "digit"),
    [
        ("three_link", "three_link_exact", [0, 1], 1.3e-6, 0.05e-6),
        ("stanford", "stanford_r6", [1, 4], 2.1, 0.05),
        ("kr5", "kr5_r6", [1, 2, 4], 0.016, 0.0005),
    ],
)
def test_repaired_tables_change_the_torques_as_said(
    printed: str, variant: str, joints: list[int], difference: float, digit: float
) -> None:
    """The largest change of a torque (N m) along the example's trajectory, and where it is."""
    ends = TORQUES[printed][0]
    change = np.abs(torques(variant, ends) - torques(printed, ends)).max(axis=0)
    assert change.max() == pytest.approx(difference, abs=digit)
    assert sorted(np.argsort(change)[-len(joints) :]) == joints


def test_joint_6_of_the_printed_kr5_feels_nothing() -> None:
    assert np.abs(torques("kr5", THIRD)[:, 5]).max() < 1e-15


def test_puma_falls_upward_at_joint_2() -> None:
    """Example 9.9: theta-ddot_2(0) = 6.4854 rad/s^2 from rest, and not because of a_3."""
    tree = tree_of(load("puma"))
    none = [0.0] * 6
    assert denoc.forward_dynamics(tree, none, none, none)[1] == pytest.approx(6.4854, abs=5e-5)
