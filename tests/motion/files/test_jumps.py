"""Samples of planned motions: accelerations that jump between two samples are found again."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import erfd
from erfd.curve import Polynomials
from erfd.motion.files.interpolation import QUINTIC, Samples, curve_through
from erfd.trajectory import Trajectory

AT = np.linspace(0.0, 1.0, 2001)


def switched(seed: int, joints: int = 3, switches: int = 4) -> Polynomials:
    """Constant accelerations, changed at random instants at least 3 samples apart."""
    rng = np.random.default_rng(seed)
    t = np.array(
        [
            0.0,
            *(np.arange(1, switches + 1) / (switches + 1) + rng.uniform(-0.05, 0.05, switches)),
            1.0,
        ]
    )
    a = rng.uniform(-5.0, 5.0, (switches + 1, joints))
    q, v, rows = rng.normal(size=joints), rng.normal(size=joints), []
    for h, each in zip(np.diff(t), a, strict=True):
        rows.append([q, v, 0.5 * each])
        q, v = q + (v + 0.5 * each * h) * h, v + each * h
    return Polynomials(t, rows)


def sampled(curve: Polynomials, dt: float) -> Samples:
    t = np.arange(0.0, 1.0 + 0.5 * dt, dt)
    motion = Trajectory(joint_names=("a", "b", "c"), curve=curve, t=t)
    return Samples(t, motion.q, motion.qd, motion.qdd)


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.05, 0.01, 0.002]))
def test_one_jump_in_an_interval_is_recovered(seed: int, dt: float) -> None:
    curve = switched(seed)
    again, how = curve_through(sampled(curve, dt))
    read = Trajectory(joint_names=("a", "b", "c"), curve=again, t=AT)
    made = Trajectory(joint_names=("a", "b", "c"), curve=curve, t=AT)
    assert "jump" in how
    np.testing.assert_allclose(read.q, made.q, atol=1e-12)
    np.testing.assert_allclose(read.qd, made.qd, atol=1e-9)
    assert np.abs(read.qdd).max() <= np.abs(made.qdd).max() * (1 + 1e-6)


def bent(seed: int, joints: int = 3) -> Polynomials:
    """Accelerations that change evenly, and jump in the middle."""
    rng = np.random.default_rng(seed)
    middle = 0.5 + rng.uniform(-0.02, 0.02)
    q, v, rows = rng.normal(size=joints), rng.normal(size=joints), []
    for h in (middle, 1.0 - middle):
        a, b = rng.uniform(-5.0, 5.0, joints), rng.uniform(-20.0, 20.0, joints)
        rows.append([q, v, 0.5 * a, b / 6.0])
        q, v = q + (v + (0.5 * a + b * h / 6.0) * h) * h, v + (a + 0.5 * b * h) * h
    return Polynomials(np.array([0.0, middle, 1.0]), rows)


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.05, 0.01]))
def test_accelerations_that_change_before_and_after_a_jump_go_on(seed: int, dt: float) -> None:
    curve = bent(seed)
    a = [curve.at(curve.breakpoints[1:2], np.array([k])).qdd[0] for k in (0, 1)]
    assume(np.abs(a[1] - a[0]).max() > 1.0)
    again, how = curve_through(sampled(curve, dt))
    assume("jump" in how)  # else the jump lies next to a sample
    near = np.linspace(0.4, 0.6, 2001)
    made, read = (Trajectory(joint_names=("a", "b", "c"), curve=c, t=near) for c in (curve, again))
    np.testing.assert_allclose(read.qd, made.qd, atol=1e-6)
    at = np.abs(near - curve.breakpoints[1]) > 1e-6
    np.testing.assert_allclose(read.qdd[at], made.qdd[at], atol=1e-3)


@given(st.integers(0, 2**32 - 1))
def test_smooth_motions_keep_their_quintics(seed: int) -> None:
    rng = np.random.default_rng(seed)
    w, t = rng.uniform(1.0, 8.0, 3), np.linspace(0.0, 1.0, 101)
    x = t[:, None] * w
    _, how = curve_through(Samples(t, np.sin(x), w * np.cos(x), -w * w * np.sin(x)))
    assert how == QUINTIC


@given(st.integers(0, 2**32 - 1))
def test_all_samples_are_met(seed: int) -> None:
    """Whatever they are."""
    rng = np.random.default_rng(seed)
    t = np.cumsum(rng.uniform(0.01, 0.1, 12))
    q, qd, qdd = rng.normal(size=(3, 12, 3)) * np.array([1.0, 10.0, 100.0])[:, None, None]
    curve, _ = curve_through(Samples(t, q, qd, qdd))
    for side in ("left", "right"):
        rows = slice(1, None) if side == "left" else slice(None, -1)
        motion = Trajectory(joint_names=("a", "b", "c"), curve=curve, t=t)
        state = motion.at(t[rows], side)  # type: ignore[arg-type]
        for got, wanted, size in zip(state, (q, qd, qdd), (1e-9, 1e-7, 1e-5), strict=True):
            np.testing.assert_allclose(got, wanted[rows], atol=size)
    inner = curve.breakpoints[1:-1]
    left, right = (
        Trajectory(joint_names=("a", "b", "c"), curve=curve, t=t).at(inner, s)
        for s in ("left", "right")
    )  # type: ignore[arg-type]
    np.testing.assert_allclose(left.q, right.q, atol=1e-9)
    np.testing.assert_allclose(left.qd, right.qd, atol=1e-7)


@pytest.mark.parametrize("dt", [0.01, 0.004, 0.001])
@pytest.mark.parametrize("joined", ["", " c_ptp"])
def test_a_saved_plan_gets_the_plan_s_verdict(dt: float, joined: str, tmp_path: Path) -> None:
    arm = erfd.load("rl15")
    text = (
        f"program p; seq move ptp mainjoint(60,-10,20,5,30,0) speed_ptp=0.9{joined}; "
        "move ptp mainjoint(0,0,0,0,10,0) speed_ptp=0.9; endseq endprogram"
    )
    plan = erfd.plan(erfd.parse_text(text), arm, dt=dt)
    erfd.write_trajectory(plan, tmp_path / "plan.csv", arm)
    back = erfd.read_trajectory(tmp_path / "plan.csv", arm)
    of_plan, of_file = erfd.verify(plan, arm), erfd.verify(back, arm)
    assert of_file.status == of_plan.status
    assert len(of_file.violations) == len(of_plan.violations)


def stepping(seed: int, joints: int = 3) -> Polynomials:
    """Constant accelerations, with a step of the speed at three random instants."""
    rng = np.random.default_rng(seed)
    t = np.array([0.0, *(np.array([0.25, 0.5, 0.75]) + rng.uniform(-0.05, 0.05, 3)), 1.0])
    q, rows = rng.normal(size=joints), []
    for h in np.diff(t):
        v, a = rng.uniform(-1.0, 1.0, joints), rng.uniform(-5.0, 5.0, joints)
        rows.append([q, v, 0.5 * a])
        q = q + (v + 0.5 * a * h) * h
    return Polynomials(t, rows)


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.02, 0.01, 0.001]))
def test_steps_of_the_speed_are_recovered(seed: int, dt: float) -> None:
    curve = stepping(seed)
    again, how = curve_through(sampled(curve, dt))
    assert "3 with a step of the speed" in how
    inner = np.arange(1, len(again.breakpoints) - 1)
    edges = again.breakpoints[inner]
    change = again.at(edges, inner).qd - again.at(edges, inner - 1).qd
    np.testing.assert_allclose(again.at(edges, inner).q, again.at(edges, inner - 1).q, atol=1e-10)
    found = np.flatnonzero(np.abs(change).max(axis=1) > 1e-6)
    np.testing.assert_allclose(edges[found], curve.breakpoints[1:-1], atol=1e-6)
    k = np.arange(1, 4)
    true = curve.at(curve.breakpoints[k], k).qd - curve.at(curve.breakpoints[k], k - 1).qd
    np.testing.assert_allclose(change[found], true, atol=1e-5)


@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([1e-6, 1e-4, 1e-2]),
    st.sampled_from([0.01, 0.001]),
    st.booleans(),
)
def test_measured_samples_do_not_become_full_of_steps(
    seed: int, noise: float, dt: float, one: bool
) -> None:
    """Noise on positions, its differences as speeds and accelerations; of all joints or of one."""
    rng = np.random.default_rng(seed)
    t = np.arange(0.0, 1.0 + 0.5 * dt, dt)
    x = t[:, None] * rng.uniform(1.0, 8.0, 3)
    dirt = noise * rng.normal(size=x.shape) * (np.array([1.0, 0.0, 0.0]) if one else 1.0)
    q = np.sin(x) + dirt
    qd = np.gradient(q, dt, axis=0)
    _, how = curve_through(Samples(t, q, qd, np.gradient(qd, dt, axis=0)))
    found = re.search(r"(\d+) with a step", how)
    assert (int(found[1]) if found else 0) <= 0.01 * len(t)


@pytest.mark.parametrize("dt", [0.01, 0.004, 0.001])
def test_a_saved_plan_with_steps_gets_the_plans_verdict(dt: float, tmp_path: Path) -> None:
    """Whatever the sampling: the same steps, charged over the same cycle."""
    arm = erfd.load("rl15")
    plan = erfd.plan(erfd.parse(Path("examples/lola15.irl")), arm, dt)
    erfd.write_trajectory(plan, tmp_path / "plan.csv", arm)
    read = erfd.read_trajectory(tmp_path / "plan.csv", arm)
    made, again = erfd.verify(plan, arm), erfd.verify(read, arm)
    assert again.status == made.status
    steps = [
        [
            (round(v.t, 3), v.quantity, v.subject, v.utilisation)
            for v in x.violations
            if "speed step" in v.quantity
        ]
        for x in (made, again)
    ]
    assert len(steps[0]) == 14
    assert [s[:3] for s in sorted(steps[0])] == [s[:3] for s in sorted(steps[1])]
    for a, b in zip(sorted(steps[0]), sorted(steps[1]), strict=True):
        assert b[3] == pytest.approx(a[3], rel=0.02)
    worst = [
        max(v.utilisation for v in x.violations if "step" not in v.quantity) for x in (made, again)
    ]
    assert worst[1] == pytest.approx(worst[0], rel=0.02)


@given(st.integers(0, 2**32 - 1), st.integers(3, 60), st.floats(0.5, 6.0), st.booleans())
def test_smooth_motions_of_joints_in_proportion_get_no_steps(
    seed: int, count: int, w: float, cycloid: bool
) -> None:
    """All joints as one, so that some step would always meet the samples; also sparse ones."""
    rng = np.random.default_rng(seed)
    t, a = np.linspace(0.0, 1.0, count), rng.normal(size=3)
    w, phase = (2.0 * np.pi, 0.0) if cycloid else (w, float(rng.uniform(0.0, 6.0)))
    sine, cosine = np.sin(w * t + phase)[:, None] * a, np.cos(w * t + phase)[:, None] * a
    ahead = t[:, None] * a if cycloid else 0.0
    state = Samples(t, ahead - sine / w, (a if cycloid else 0.0) - cosine, w * sine)
    assert "step" not in curve_through(state)[1]
