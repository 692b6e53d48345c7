"""What a motion takes for granted at its ends, and how long motions are looked at."""

from __future__ import annotations

import dataclasses
import json
import math

import numpy as np
import pytest

import erfd
from erfd.arm import Arm
from erfd.cli.verdict_text import verdict_text
from erfd.curve import Array, Polynomials
from erfd.errors import TrajectoryError
from erfd.judge import instants
from erfd.judge.instants import FEWEST, LONG, grid
from erfd.judge.save import html, plain
from erfd.judge.thermal import rms
from erfd.judge.verify import judge
from erfd.robot import library
from erfd.robot.drives import Motor
from erfd.robot.records import Limit
from erfd.robot.robot import Robot
from tests.judge.motions import from_point_to_point, slower, trajectory

RL15 = library.load("rl15")


def straight(speeds: Array, duration: float) -> Polynomials:
    """At constant speeds from the zero pose."""
    return Polynomials(np.array([0.0, duration]), np.stack([0.0 * speeds, speeds])[None])


def rest(duration: float) -> Polynomials:
    return from_point_to_point(np.array([np.zeros(6), np.full(6, 0.3)]), np.array([duration]))


def half(curve: Polynomials, first: bool) -> Polynomials:
    """The first or the second half of a motion of one piece, in time."""
    middle = 0.5 * float(curve.breakpoints[-1])
    if first:
        return Polynomials(np.array([0.0, middle]), curve.coefficients)
    columns = [np.polynomial.Polynomial(c) for c in curve.coefficients[0].T]
    moved = [c(np.polynomial.Polynomial([middle, 1.0])).coef for c in columns]
    return Polynomials(np.array([0.0, middle]), np.stack(moved, axis=1)[None])


def test_a_motion_at_rest_at_both_ends_says_nothing() -> None:
    verdict = judge(trajectory(RL15, rest(4.0)), RL15)
    assert "at speed" not in verdict.reason
    assert verdict.assumptions["start and end"] == "at rest"


@pytest.mark.parametrize("first", [True, False])
def test_a_piece_of_a_motion_is_judged_and_says_where_it_is_cut(first: bool) -> None:
    verdict = judge(trajectory(RL15, half(rest(4.0), first)), RL15)
    assert verdict.status == "ACHIEVABLE"
    speed = 15.0 / 8.0 * 0.3 / 4.0
    verb, other = ("ends", "starts") if first else ("starts", "ends")
    assert f"the motion {verb} at speed" in verdict.reason
    assert f"{math.degrees(speed):.4g} deg/s" in verdict.reason
    assert f"the motion {other}" not in verdict.reason
    assert "not judged" in verdict.reason


def test_it_is_said_in_text_json_and_report_whatever_the_answer() -> None:
    slow, fast = np.full(6, 0.2), np.array([99.0, 0, 0, 0, 0, 0])
    bare = dataclasses.replace(RL15, drives=None)
    for robot, speeds, status in (
        (RL15, slow, "ACHIEVABLE"),
        (RL15, fast, "NOT ACHIEVABLE"),
        (bare, slow, "NOT VERIFIED"),
    ):
        verdict = judge(trajectory(robot, straight(speeds, 0.5)), robot)
        assert verdict.status == status
        places = [
            " ".join(verdict_text(verdict, Arm(robot)).split()),
            json.dumps(plain(verdict)["assumptions"]),
            plain(verdict)["reason"],
            html(verdict) if status == "ACHIEVABLE" else plain(verdict)["reason"],
            verdict.strictly().reason,
        ]
        for words in ("the motion starts at speed", "the motion ends at speed"):
            assert all(words in x for x in places)


def test_a_run_of_a_simulation_that_starts_at_speed_can_be_judged() -> None:
    arm = erfd.load("three_link")
    run = erfd.simulate(arm, [0.1, 0.2, 0.3], [0.5, 0.0, 0.0], t_end=0.2)
    verdict = erfd.verify(run, arm)
    assert "the motion starts at speed" in verdict.reason
    assert not [v for v in verdict.violations if "step" in v.quantity]


def together(*curves: Polynomials) -> Polynomials:
    """One after the other, the times added."""
    edges, tables = [0.0], []
    for curve in curves:
        edges += [edges[-1] + float(x) for x in curve.breakpoints[1:]]
        size = 6 - curve.coefficients.shape[1]
        tables.append(np.pad(curve.coefficients, ((0, 0), (0, size), (0, 0))))
    return Polynomials(np.array(edges), np.concatenate(tables))


def standing(q: Array, duration: float) -> Polynomials:
    return Polynomials(np.array([0.0, duration]), q[None, None])


def test_a_pause_costs_a_few_instants_however_long_it_is() -> None:
    for pause in (1.0, 1e3, 1e9):
        curve = together(rest(2.0), standing(np.full(6, 0.3), pause))
        at = grid(curve)
        assert (at.piece == 1).sum() == FEWEST + 1
        assert np.array_equal(at.t[at.piece == 0], grid(rest(2.0)).t)


def test_a_long_piece_is_divided_by_its_way() -> None:
    """Two rows of a recording, months apart; and a joint that turns for weeks."""
    slow = slower(rest(1.0), 1e7)
    assert len(grid(slow)) == LONG + 1
    turning = straight(np.array([0.01, 0, 0, 0, 0, 0]), 1e5)
    way = 0.01 * 1e5
    assert len(grid(turning)) == pytest.approx(way / instants.WAY, rel=1e-6, abs=2)


def test_too_many_instants_are_refused() -> None:
    spinning = straight(np.array([1.0, 0, 0, 0, 0, 0]), 1e7)
    with pytest.raises(TrajectoryError, match="judge it in parts: 5,000,000"):
        grid(spinning)
    with pytest.raises(TrajectoryError, match=r"1e\+09 cycles of the controller.*in parts"):
        judge(trajectory(RL15, slower(rest(1.0), 1e7), 1e3), RL15)


def test_the_verdict_of_a_slow_piece_is_that_of_a_fine_grid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    curve = slower(rest(1.0), 40.0)
    fine = judge(trajectory(RL15, curve), RL15)
    monkeypatch.setattr(instants, "LONG", 100)
    few = judge(trajectory(RL15, curve), RL15)
    assert len(grid(curve)) < 600
    for a, b in zip(fine.per_joint, few.per_joint, strict=True):
        assert a.utilisation == pytest.approx(b.utilisation, rel=2e-3, abs=1e-9)


def test_the_hottest_window_is_found_beside_a_pause() -> None:
    """Heat by hand: torque 3 during 2 s, then 1 during 20 s: the window of 5 s that starts first;
    and the other way round the one that ends last."""
    pieces = np.repeat([0, 1], 5)
    for torque, spans in (([3.0, 1.0], (2.0, 20.0)), ([1.0, 3.0], (20.0, 2.0))):
        t = np.concatenate([np.linspace(0, spans[0], 5), spans[0] + np.linspace(0, spans[1], 5)])
        values = np.repeat(torque, 5)[:, None]
        found = rms(instants.Instants(t, pieces), values, 5.0)
        assert found.window[0] == pytest.approx(math.sqrt((9.0 * 2.0 + 3.0) / 5.0))
    t = np.concatenate([np.linspace(a, b, 5) for a, b in ((0, 10), (10, 12), (12, 40))])
    values = np.repeat([1.0, 3.0, 1.0], 5)[:, None]
    found = rms(instants.Instants(t, np.repeat([0, 1, 2], 5)), values, 5.0)
    assert found.window[0] == pytest.approx(math.sqrt((9.0 * 2.0 + 3.0) / 5.0))


def cool(robot: Robot) -> Robot:
    assert robot.drives is not None
    motors: list[Motor] = [
        dataclasses.replace(m, continuous_torque=Limit(1e-3, "a test")) for m in robot.drives.motors
    ]
    return dataclasses.replace(
        robot, drives=dataclasses.replace(robot.drives, motors=tuple(motors))
    )


def test_heat_and_stall_of_a_pause_are_seen() -> None:
    robot = cool(RL15)
    curve = together(rest(2.0), standing(np.full(6, 0.3), 100.0))
    kinds = {v.quantity for v in judge(trajectory(robot, curve), robot).violations}
    assert {"motor torque at standstill", "continuous torque over 60 s"} <= kinds
