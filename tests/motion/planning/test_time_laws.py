"""Time laws by themselves: ptp, chains of legs, pieces, the rounded corner's attitude."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import erfd
from erfd.motion.commands import Joints, Ptp
from erfd.motion.planning import ptp
from erfd.motion.planning.attitude import angle_of, attitude, quaternion, rotation, rotation_vector
from erfd.motion.planning.geometry import arc, line, point
from erfd.motion.planning.legs import Leg, caps, settle
from erfd.motion.planning.ramps import pieces
from erfd.motion.planning.rounding import attitudes, corner, turning
from erfd.motion.planning.rounding import rotation as rotation_of
from tests.motion.planning.random_programs import degrees

LIMITS = ptp.Maxima((2.0, 1.0), (4.0, 3.0), ("a", "b"))
positive = st.floats(0.01, 5.0)
steps = st.tuples(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0))
vectors = st.tuples(*[st.floats(-1.0, 1.0)] * 3)


def values(law: ptp.Law, share: float) -> list[tuple[float, float, float]]:
    """sigma and its derivatives at a share of every piece."""
    rows = []
    for duration, (a, b, c, d) in law.pieces:
        x = share * duration
        rows.append((a + (b + (c + d * x) * x) * x, b + (2 * c + 3 * d * x) * x, 2 * c + 6 * d * x))
    return rows


@given(steps, st.floats(0.05, 1.0), st.floats(0.05, 1.0), st.sampled_from((0.0, 0.02, 0.5)))
def test_ptp_goes_from_rest_to_rest_within_its_maxima(
    dq: tuple[float, float], f_v: float, f_a: float, jerk: float
) -> None:
    law = ptp.law(dq, LIMITS, f_v, f_a, jerk)
    if not law.pieces:
        assert max(map(abs, dq)) <= ptp.STILL
        return
    begin, end = values(law, 0.0), values(law, 1.0)
    assert begin[0][:2] == (0.0, 0.0)
    assert end[-1][:2] == pytest.approx((1.0, 0.0), abs=1e-9)
    for a, b in zip(end, begin[1:], strict=False):
        assert a[:2] == pytest.approx(b[:2], abs=1e-9)
        assert jerk == 0.0 or a[2] == pytest.approx(b[2], abs=1e-6 * max(1.0, abs(a[2])))
    for share in (0.0, 0.3, 0.5, 1.0):
        for _, v, a in values(law, share):
            for k, d in enumerate(dq):
                assert abs(v * d) <= f_v * LIMITS.speed[k] * (1 + 1e-9)
                assert abs(a * d) <= f_a * LIMITS.acc[k] * (1 + 1e-6)


@given(steps, st.sampled_from((0.0, 0.1)))
def test_ptp_takes_the_least_time(dq: tuple[float, float], jerk: float) -> None:
    """1/v + v/a, and the jerk time on top of it."""
    law = ptp.law(dq, LIMITS, 1.0, 1.0, jerk)
    if not law.pieces:
        return
    moving = [k for k, d in enumerate(dq) if abs(d) > ptp.STILL]
    a = min(LIMITS.acc[k] / abs(dq[k]) for k in moving)
    v = min(*(LIMITS.speed[k] / abs(dq[k]) for k in moving), math.sqrt(a))
    assert sum(p.duration for p in law.pieces) == pytest.approx(1 / v + v / a + jerk, rel=1e-6)
    assert law.braking == pytest.approx(v / a + jerk)


def test_a_jerk_time_makes_the_acceleration_continuous() -> None:
    arm = erfd.load("rl15")
    target = Joints(degrees(30, 20, -10, 40, -50, 60))
    plain, soft = (erfd.plan([Ptp(target=target, jerk=j)], arm) for j in (0.0, 0.1))
    assert soft.end == pytest.approx(plain.end + 0.1)
    inner = soft.breakpoints[1:-1]
    assert soft.at(inner).qdd == pytest.approx(soft.at(inner, "left").qdd, abs=1e-9)
    assert np.abs(soft.at(0.0).qdd).max() < 1e-12
    assert np.abs(soft.qd).max() < np.abs(plain.qd).max()


def leg(length: float, top: float, acc: float) -> Leg:
    path = line((0.0, 0.0, 0.0), (length, 0.0, 0.0), 0.0)
    still = attitude("o_con", rotation((0.0, 0.0, 0.0)), None, (0, 0, 0))
    return Leg(path, still, 1, 0.0, length, top, acc)


@settings(deadline=None)
@given(st.lists(st.tuples(positive, positive, positive), min_size=1, max_size=6))
def test_chains_keep_to_their_speeds_and_accelerations(
    given_legs: list[tuple[float, float, float]],
) -> None:
    legs = [leg(*x) for x in given_legs]
    speeds = [0.0, *(min(a.top, b.top) for a, b in pairwise(legs)), 0.0]
    settle(legs, speeds)
    for k, one in enumerate(legs):
        assert abs(speeds[k + 1] ** 2 - speeds[k] ** 2) <= 2 * one.acc * one.length * (1 + 1e-9)
        laid = pieces(one, speeds[k], speeds[k + 1])
        s, v = 0.0, speeds[k]
        for p in laid:
            assert (p.s0, p.v0) == pytest.approx((s, v), abs=1e-7)
            assert abs(2 * p.half) in (0.0, one.acc)
            s = p.s0 + (p.v0 + p.half * p.duration) * p.duration
            v = p.v0 + 2 * p.half * p.duration
            assert v <= one.top * (1 + 1e-9)
        assert (s, v) == pytest.approx((one.length, speeds[k + 1]), abs=1e-7)


@settings(deadline=None)
@given(vectors, vectors, vectors, st.floats(0.0, 1.0))
def test_de_casteljau(a: tuple[float], b: tuple[float], c: tuple[float], u: float) -> None:
    """The series in quaternions is slerp of slerps, and its derivatives are derivatives."""
    R0 = rotation(a)
    R1, R2 = (np.array(rotation(v)) @ np.array(R0) for v in (b, c))
    three = [quaternion(tuple(map(tuple, np.array(R).tolist()))) for R in (R0, R1, R2)]
    numbers, h = corner(*three), 1e-3
    found = [attitudes(numbers, u + h * k) for k in range(-2, 3)]
    q, d, dd = (np.array(x) for x in zip(*found, strict=True))
    literal = slerp(slerp(np.array(R0), R1, u), slerp(R1, R2, u), u)
    assert np.array(rotation_of(q[2])) == pytest.approx(literal, abs=1e-9)
    for low, high in ((q, d), (d, dd)):
        slope = (low[0] - 8 * low[1] + 8 * low[3] - low[4]) / (12 * h)
        assert slope == pytest.approx(high[2], abs=1e-7)
    w = turning(q[2], d[2])
    turned = [np.array(rotation_of(x)) for x in q]
    spin = (turned[3] - turned[1]) / (2 * h) @ turned[2].T
    assert (spin[2, 1], spin[0, 2], spin[1, 0]) == pytest.approx(w, abs=1e-4)


def slerp(A: np.ndarray, B: np.ndarray, u: float) -> np.ndarray:
    v = rotation_vector(tuple(map(tuple, (B @ A.T).tolist())))
    return np.array(rotation(tuple(u * x for x in v))) @ A


def test_speed_is_lost_in_a_corner_that_is_almost_straight() -> None:
    """It may strain more at low speed than at high: a stop would do, and is not needed."""
    a, r, cosine, ahead = 0.00136, 0.0181, 0.99981, 0.131
    speeds = [0.0, 0.0227, 0.0205, 0.0]
    settle([leg(1.0, 0.04, 1.0), bend(r, cosine, a, 0.0227, 0.0205), leg(ahead, 0.04, a)], speeds)
    assert speeds[2] == pytest.approx(math.sqrt(2 * a * ahead))
    v, w = speeds[1:3]
    change = math.sqrt(v * v + w * w - 2 * v * w * cosine)
    assert change * (v + w) == pytest.approx(4 * r * a)
    assert v > w


@given(st.integers(0, 2**32), st.integers(2, 9))
def test_no_corner_of_a_chain_is_strained(seed: int, count: int) -> None:
    """Lengths, speeds, accelerations and corners over many decades."""
    rng = random.Random(seed)
    tops = [10 ** rng.uniform(-4, 1) for _ in range(count)]
    legs, speeds = [leg(10 ** rng.uniform(-5, 0), tops[0], 10 ** rng.uniform(-3, 3))], [0.0]
    for before, after in pairwise(tops):
        acc, cosine = 10 ** rng.uniform(-3, 3), math.cos(10 ** rng.uniform(-3, 0.497))
        r = 10 ** rng.uniform(-5, 0)
        factor = caps(r, cosine, acc, before, after)
        speeds += [factor * before, factor * after]
        legs.append(bend(r, cosine, acc, *speeds[-2:]))
        legs.append(leg(10 ** rng.uniform(-5, 0), after, 10 ** rng.uniform(-3, 3)))
    speeds.append(0.0)
    settle(legs, speeds)
    for one, v, w in zip(legs, speeds, speeds[1:], strict=False):
        if one.reach:
            change = math.sqrt(max(v * v + w * w - 2 * v * w * one.cosine, 0.0))
            assert change * (v + w) <= 4 * one.reach * one.acc * (1 + 1e-9)
            assert min(v, w) > 0.0
        else:
            assert abs(v * v - w * w) <= 2 * one.acc * one.length * (1 + 1e-9)


def bend(r: float, cosine: float, acc: float, entry: float, leave: float) -> Leg:
    """A rounded corner; its geometry does not count here."""
    return replace(leg(1.0, 1.0, acc), reach=r, cosine=cosine, entry_cap=entry, exit_cap=leave)


@given(vectors, vectors, vectors)
def test_arcs_go_through_their_points(a: tuple[float], b: tuple[float], c: tuple[float]) -> None:
    sides = [np.subtract(b, a), np.subtract(c, b), np.subtract(c, a)]
    if np.linalg.norm(np.cross(*sides[:2])) < 1e-3:
        return
    path = arc(a, b, c)
    assert point(path, path.extent) == pytest.approx(c, abs=1e-9)
    centre = np.add(a, path.second)
    for p in (a, b, c):
        assert np.linalg.norm(p - centre) == pytest.approx(path.radius)
    out, via = np.subtract(a, centre), np.subtract(b, centre)
    share = math.atan2(np.cross(out, via) @ path.axis, out @ via) % (2 * math.pi)
    assert 0.0 < share < path.angle
    assert point(path, share * path.radius) == pytest.approx(b, abs=1e-9)


def test_an_arc_of_more_than_half_a_circle() -> None:
    path = arc((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0))
    assert math.degrees(path.angle) == pytest.approx(270)
    assert path.extent == pytest.approx(1.5 * math.pi)


@settings(deadline=None)
@given(vectors, vectors, st.sampled_from(("o_var", "o_pvo", "o_pco", "o_con")), st.floats(0.1, 3.0))
def test_orientation_modes(a: tuple[float], b: tuple[float], mode: str, angle: float) -> None:
    """By their definitions with the frame [tangent, axis x tangent, axis] of the path."""
    r0, r1 = np.array(rotation(a)), np.array(rotation(b))
    as_tuple = [tuple(map(tuple, R.tolist())) for R in (r0, r1)]
    path = arc(
        (1.0, 0.0, 0.0),
        (math.cos(angle / 2), math.sin(angle / 2), 0.0),
        (math.cos(angle), math.sin(angle), 0.0),
    )
    turned = attitude(mode, *as_tuple, tuple(path.angle * x for x in path.axis))

    def F(u: float) -> np.ndarray:
        c, s = math.cos(u * angle), math.sin(u * angle)
        return np.array([[-s, -c, 0.0], [c, -s, 0.0], [0.0, 0.0, 1.0]])

    for u in (0.0, 0.3, 1.0):
        expected = {
            "o_var": lambda u: slerp(r0, r1, u),
            "o_pvo": lambda u: F(u) @ slerp(F(0).T @ r0, F(1).T @ r1, u),
            "o_pco": lambda u: F(u) @ F(0).T @ r0,
            "o_con": lambda _: r0,
        }[mode](u)
        assert np.array(turned.at(u)) == pytest.approx(expected, abs=1e-9)
    if mode in ("o_var", "o_pvo"):
        assert angle_of(turned.end, as_tuple[1]) < 1e-9
