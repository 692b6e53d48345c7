"""The published contour: its geometry, its times and its joint speeds, value by value."""

from __future__ import annotations

import functools
import math

import numpy as np
import pytest

import erfd
from erfd.robot.placement import from_rpy
from erfd.trajectory import Trajectory
from tests.motion.planning.contour import S0, S8, commands

ARM = erfd.load("rl15")
LENGTHS = (818.272, 353.429, 300.000, 314.159, 173.205, 173.205, 314.159, 300.000, 353.429)
RADII = (1562.783, 150.0, None, 200.0, None, None, 200.0, None, 150.0)
CORNERS = (0.0, 0.0, 0.0, 0.0, 60.0, 0.0, 0.0, 0.0)
TIMES = (1.567, 1.010, 0.693, 1.058, 0.102 + 1.325, 0.103, 0.588, 0.486, 0.905)
SPEEDS = {2: (0.461, 4), 3: (0.841, 4), 4: (0.439, 3), 5: (0.657, 4), 9: (0.331, 3), 10: (0.321, 4)}
ACCELERATIONS = {
    3: (3.27, 5),
    4: (0.82, 2),
    5: (1.26, 4),
    8: (2.11, 2),
    9: (0.68, 2),
    10: (1.31, 2),
}
PLANE = np.array(from_rpy(math.radians(4.96221), math.radians(-30.0), 0.0))
CENTRE = np.array((1142.8203, 10.3466, 119.1669))
IN_PLANE = {
    1: (-144.889, 404.478),
    2: (-144.889, -404.478),
    3: (75.0, -573.205),
    4: (334.808, -423.205),
    5: (408.013, -150.0),
    7: (408.013, 150.0),
    8: (334.808, 423.205),
    9: (75.0, 573.205),
    10: (-144.889, 404.478),
}


@functools.cache
def contour(window: float | None = None, share: float | None = None) -> Trajectory:
    return erfd.plan(commands(window, share), ARM)


def stopping_at_s0() -> Trajectory:
    """Joined so late that s0 is reached."""
    return contour(share=1e-9)


def tool(t: object, plan: Trajectory | None = None) -> np.ndarray:
    return ARM.forward_kinematics((plan or contour()).at(t).q)[..., :3, 3] * 1e3


def in_plane(p: np.ndarray) -> np.ndarray:
    """In the plane's own axes, from an origin on the symmetry line of the figure."""
    return p @ PLANE - CENTRE


def test_lengths_radii_and_corners() -> None:
    moves = contour().moves[1:10]
    assert [1e3 * m.length for m in moves] == pytest.approx(LENGTHS, abs=1e-3)
    for move, radius in zip(moves, RADII, strict=True):
        assert (move.radius is None) == (radius is None)
        assert radius is None or 1e3 * move.radius == pytest.approx(radius, abs=1e-3)
    corners = [math.degrees(m.corner) for m in moves[:-1]]
    assert corners == pytest.approx(CORNERS, abs=1e-3)


def test_the_figure_is_plane() -> None:
    """Out of plane by less than 2e-4 mm, everywhere on the contour."""
    plan = stopping_at_s0()
    t = np.linspace(plan.moves[1].start, plan.moves[9].end, 2000)
    assert np.abs(in_plane(tool(t, plan))[:, 2]).max() < 2e-4


@pytest.mark.parametrize("move", IN_PLANE)
def test_points_in_the_plane(move: int) -> None:
    plan = stopping_at_s0()
    at = tool(plan.moves[move - 1].end, plan)
    assert in_plane(at)[:2] == pytest.approx(IN_PLANE[move], abs=1e-3)


def test_times_of_the_moves() -> None:
    moves = contour().moves
    assert [m.end - m.start for m in moves[1:10]] == pytest.approx(TIMES, abs=1.1e-3)
    assert moves[9].end - moves[1].start == pytest.approx(7.837, abs=5e-4)
    ptp = [moves[k].end - moves[k].start for k in (0, 10, 11, 12)]
    assert ptp == pytest.approx((1.497, 1.483, 1.468, 1.468), abs=5e-4)


def test_the_whole_program_takes_1343_periods() -> None:
    plan = contour()
    assert plan.end == pytest.approx(13.43, abs=5e-3)
    assert len(plan.t) == 1344
    assert plan.t[-1] == pytest.approx(13.43)
    assert np.abs(plan.qd[-1]).max() == 0.0
    assert plan.q[-1] == pytest.approx(np.zeros(6))


def test_the_configuration_at_s0() -> None:
    """Printed with the signs of (A.2); with those of Table A1 q4 changes its sign."""
    plan = stopping_at_s0()
    q = np.degrees(plan.at(plan.moves[0].end).q)
    assert q == pytest.approx((44.116, 44.396, -32.708, -27.942, -47.279, 34.809), abs=1e-3)


@pytest.mark.parametrize(("share", "distance"), [(1.0, 97.5), (0.5, 23.5), (0.25, 5.8)])
def test_c_ptp_passes_s0_at_a_distance(share: float, distance: float) -> None:
    plan = contour(share=share)
    t = np.linspace(plan.moves[1].start, plan.moves[0].end, 4000)
    away = np.linalg.norm(tool(t, plan) - 1e3 * np.array(S0.position), axis=1)
    assert away.min() == pytest.approx(distance, abs=0.05)


def test_the_rounded_corner() -> None:
    """A parabola of 1.325 s, at 170.8 mm/s^2, down to 196 mm/s, 37.5 mm from s8_a."""
    plan = contour()
    start = plan.moves[5].start + 0.0232051 / 0.2277
    t = np.linspace(start, plan.moves[5].end, 4001)
    assert t[-1] - t[0] == pytest.approx(1.325, abs=1e-3)
    p = tool(t)
    assert np.linalg.norm(p - 1e3 * np.array(S8.position), axis=1).min() == pytest.approx(
        37.5, abs=0.05
    )
    v = np.gradient(p, t, axis=0, edge_order=2)
    assert np.linalg.norm(v, axis=1).min() == pytest.approx(196.0, abs=1.0)
    a = np.linalg.norm(v[-1] - v[0]) / (t[-1] - t[0])
    assert a == pytest.approx(170.8, abs=0.2)


def worst(move: int, order: int) -> tuple[float, int]:
    """Of a move: the greatest share of a stated maximum, on both sides of breakpoints; its axis."""
    plan = contour()
    limits = [j.limits for j in ARM.robot.independent]
    most = [(x.speed if order == 1 else x.acceleration).value for x in limits]
    span = plan.moves[move - 1]
    start = max(span.start, plan.moves[move - 2].end)
    t = np.linspace(start, span.end, 3001)
    states = plan.at(t[:-1]), plan.at(t[1:], "left")
    share = np.abs(np.vstack([s[order] for s in states])) / most
    axis = int(share.max(axis=0).argmax())
    return float(share.max()), axis + 1


@pytest.mark.parametrize("move", SPEEDS)
def test_worst_joint_speeds(move: int) -> None:
    ratio, axis = worst(move, 1)
    assert (ratio, axis) == (pytest.approx(SPEEDS[move][0], abs=1.5e-3), SPEEDS[move][1])


@pytest.mark.parametrize("move", ACCELERATIONS)
def test_worst_joint_accelerations(move: int) -> None:
    ratio, axis = worst(move, 2)
    assert (ratio, axis) == (
        pytest.approx(ACCELERATIONS[move][0], abs=0.015),
        ACCELERATIONS[move][1],
    )


def test_where_accelerations_are_too_great() -> None:
    """Moves 3 (axes 2, 4, 5, 6), 5 (4, 5), 8 (2, 3, 5) and 10 (2); speeds all fit."""
    notices = contour().notices
    found = {(n.move, n.joint) for n in notices if n.code == "W_JOINT_ACC" and n.move > 2}
    expected = {3: (2, 4, 5, 6), 5: (4, 5), 8: (2, 3, 5), 10: (2,)}
    assert found == {(m, f"joint_{k}") for m, axes in expected.items() for k in axes}
    assert not [n for n in notices if n.code == "W_JOINT_SPEED"]


def test_speed_steps_at_seven_of_the_nine_junctions() -> None:
    steps = [n for n in contour().notices if n.code == "W_SPEED_STEP"]
    assert [n.line for n in steps] == [2, 3, 4, 5, 7, 8, 9]
    plan = contour()
    assert steps[0].t - plan.moves[1].start == pytest.approx(1.567, abs=5e-4)
    step = plan.at(steps[0].t).qd - plan.at(steps[0].t, "left").qd
    assert step[[3, 5]] == pytest.approx((1.61, -2.08), abs=0.01)
    assert (steps[0].joint, steps[0].value) == ("joint_4", pytest.approx(1.605, abs=0.005))
    assert "joint_4 by +1.60 rad/s, joint_6 by -2.08 rad/s" in steps[0].text
    third = plan.at(steps[2].t).qd - plan.at(steps[2].t, "left").qd
    assert steps[2].t - plan.moves[1].start == pytest.approx(3.270, abs=1e-3)
    assert third[3] == pytest.approx(-1.40, abs=0.005)


def test_what_is_ignored_is_said() -> None:
    notices = contour().notices
    assert [n.line for n in notices if n.code == "W_STATUS_IGNORED"] == [2, 3, 5, 6, 7, 8, 9]
    (turned,) = [n for n in notices if n.code == "W_ORI_IGNORED"]
    assert turned.line == 2
    assert math.degrees(turned.value) == pytest.approx(15.55, abs=0.005)


def test_a_window_takes_the_steps_away_and_leaves_the_tool_point() -> None:
    plain, smooth = contour(), contour(0.06)
    assert not [n for n in smooth.notices if n.code == "W_SPEED_STEP"]
    t = np.linspace(0.0, plain.end, 3001)
    assert tool(t, smooth) == pytest.approx(tool(t, plain), abs=1e-8)
    edges = smooth.breakpoints[1:-1]
    step = smooth.at(edges).qd - smooth.at(edges, "left").qd
    assert np.abs(step).max() < 2e-4
