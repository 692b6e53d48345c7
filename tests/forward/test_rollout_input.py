"""What rollouts refuse, and in which words; memory, progress, the record of results."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import erfd
from erfd.errors import ErfdError, TrajectoryError
from erfd.forward import rollout_memory

Q = np.zeros((4, 6))


@pytest.fixture(scope="module")
def arm() -> erfd.Arm:
    return erfd.load("rl15")


PD = erfd.PD(1.0, 1.0)
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"steps": 0}, "steps=0; give a whole number above 0"),
    ({"steps": 2.5}, "steps=2.5; give a whole number above 0"),
    ({"dt": 0.0}, "dt=0.0; give one number above 0, in s"),
    ({"dt": [1e-3, 1e-3]}, "dt=[0.001, 0.001]; give one number above 0, in s"),
    ({"q0": np.zeros((4, 5))}, "q has the shape (4, 5); give (..., 6): 6 joints of 'rl15'"),
    ({"q0": "home"}, "q is not an array of numbers"),
    ({"qd0": np.zeros((3, 6))}, "the leading shapes do not broadcast: q (4,), qd (3,)"),
    ({"integrator": "rk5"}, "there is no integrator 'rk5'; use rk4, semi_implicit_euler, euler"),
    (
        {"every": 3},
        "every=3 does not divide 10 steps; the last state shall be kept (every=steps keeps start",
    ),
    ({"torque": np.zeros(6), "torques": np.zeros((10, 6))}, "torque (held for all the time) and"),
    ({"torques": np.zeros((9, 6))}, "torques has the shape (9, 6); give (..., 10, 6): 10 steps, 6"),
    ({"target": np.zeros(6)}, "a target without a controller; give controller="),
    ({"controller": PD}, "no target; give target= (positions, or a Trajectory) or targets="),
    ({"controller": "pd", "target": 0}, "there is no controller 'pd' for rollouts; use erfd.PD("),
    ({"controller": PD, "targets": np.zeros((10, 6))}, "these targets are not understood; give (q"),
    ({"controller": PD, "target": np.zeros(5)}, "target has the shape (5,); give (..., 6)"),
    (
        {"controller": PD, "target": Q, "knows": "all"},
        "knows='all'; the controller knows the 'arm'",
    ),
    ({"wrench": np.zeros(3)}, "wrench has the shape (3,); give (..., 6): force, then moment"),
    ({"payload": 5.0}, "this payload is not understood; give (mass, com) or (mass, com, inertia)"),
    ({"parameters": {"link_9.mass": 1}}, "'rl15' has no parameter 'link_9.mass'"),
    ({"parameters": {"payload": 1.0}}, "the parameter 'payload' is not understood; give (mass"),
    ({"viscous": -1.0}, "viscous friction below zero; friction takes power, it gives none"),
    ({"coulomb": 1.0, "slip": 0.0}, "slip=0.0; give one number above 0, in rad/s"),
    ({"coulomb": 100.0, "slip": 1e-6}, "cannot follow; take dt <= "),
    ({"limit": np.zeros(2)}, "limit has the shape (2,); give (..., 6)"),
    ({"threads": 0}, "threads=0; give a whole number above 0"),
    ({"memory_limit": 1000}, "4 robots x 11 states keep 4.22 kB, more than the 1 kB allowed; keep"),
]


@pytest.mark.parametrize(("given", "message"), WRONG, ids=range(len(WRONG)))
def test_bad_input(arm: erfd.Arm, given: dict[str, Any], message: str) -> None:
    asked: dict[str, Any] = {"q0": Q, "qd0": Q, "steps": 10, "dt": 1e-3, **given}
    with pytest.raises(ErfdError) as caught:
        erfd.rollout(arm, **asked)
    assert message in str(caught.value)


def test_an_arm_is_needed_and_one_that_can_move() -> None:
    with pytest.raises(ErfdError, match=r"is not an arm; use erfd\.load"):
        erfd.rollout("rl15", Q, Q, 10, 1e-3)  # type: ignore[arg-type]


def test_inputs_are_not_modified(arm: erfd.Arm) -> None:
    q, tau = np.full((4, 6), 0.3), np.ones(6)
    erfd.rollout(arm, q, q, 10, 1e-3, torque=tau)
    assert (q == 0.3).all()
    assert (tau == 1).all()


def test_memory_is_said_before_it_is_taken(
    arm: erfd.Arm, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rollout_memory, "available", lambda: 10**6)
    with pytest.raises(
        ErfdError, match=r"4 robots x 1,000,001 states keep 384 MB, more than the 75"
    ):
        erfd.rollout(arm, Q, Q, 10**6, 1e-3)
    erfd.rollout(arm, Q, Q, 10, 1e-3, progress=True)
    assert "erfd: 4 robots x 11 states keep 4.22 kB" in capsys.readouterr().err
    erfd.rollout(arm, Q, Q, 10, 1e-3)
    assert not capsys.readouterr().err


def test_available_memory_is_more_than_nothing() -> None:
    assert rollout_memory.available() > 2**20
    assert [rollout_memory.in_words(x) for x in (12, 2e3, 3.5e6, 4e9)] == [
        "12 bytes", "2 kB", "3.5 MB", "4 GB",
    ]  # fmt: skip


def test_progress_is_told_and_drawn(
    arm: erfd.Arm, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from erfd.forward import rollout_run

    monkeypatch.setattr(rollout_run, "PORTION", 4 * 30)
    told: list[tuple[int, int]] = []
    erfd.rollout(arm, Q, Q, 100, 1e-3, progress=lambda done, all_: told.append((done, all_)))
    assert told == [(30, 100), (60, 100), (90, 100), (100, 100)]
    monkeypatch.setattr(rollout_run, "ENOUGH", 1)
    told.clear()
    erfd.rollout(
        arm, Q, Q, 80, 1e-3, every=40, progress=lambda done, all_: told.append((done, all_))
    )
    assert told == [(30, 80), (40, 80), (70, 80), (80, 80)]
    erfd.rollout(arm, Q, Q, 100, 1e-3, progress=True)
    assert "100/100" in capsys.readouterr().err


def test_shapes(arm: erfd.Arm) -> None:
    one = erfd.rollout(arm, np.zeros(6), np.zeros(6), 10, 1e-3)
    assert one.q.shape == one.qd.shape == (11, 6)
    assert one.good_steps.shape == one.bad_step.shape == ()
    assert not one.diverged
    many = erfd.rollout(arm, np.zeros((3, 1, 6)), np.zeros((5, 6)), 10, 1e-3, keep_torque=True)
    assert many.q.shape == (3, 5, 11, 6)
    assert many.torque is not None
    assert many.torque.shape == (3, 5, 10, 6)
    assert many.q_end.shape == (3, 5, 6)
    assert many[1].q.shape == (5, 11, 6)
    assert many[1, 2].q.shape == (11, 6)
    np.testing.assert_array_equal(many[1, 2].q, one.q)
    with pytest.raises(TrajectoryError, match="one robot only"):
        one[0]
    with pytest.raises(TrajectoryError, match=r"take one: batch\[0\]\.trajectory"):
        _ = many.trajectory


def test_no_robots_are_no_work(arm: erfd.Arm) -> None:
    batch = erfd.rollout(arm, np.zeros((0, 6)), np.zeros(6), 10, 1e-3, viscous=1.0)
    assert batch.q.shape == (0, 11, 6)
    assert batch.complaints() == []


def test_used_memory_must_fit(arm: erfd.Arm) -> None:
    small = erfd.rollout(arm, Q, Q, 5, 1e-3)
    with pytest.raises(ErfdError, match=r"out= has arrays of shapes \[\(4, 6, 6\)"):
        erfd.rollout(arm, Q, Q, 10, 1e-3, out=small)


def test_a_row_as_a_trajectory(arm: erfd.Arm) -> None:
    q, qd = np.random.default_rng(0).uniform(-1, 1, (2, 3, 6))
    qd[1, 0] = 1e200
    fine = erfd.rollout(arm, q, qd, 200, 1e-3)
    coarse = erfd.rollout(arm, q, qd, 200, 1e-3, every=10)
    curve = coarse[0].trajectory
    at = curve.at(fine.t)
    np.testing.assert_allclose(at.q[::10], fine.q[0, ::10], atol=1e-12)
    np.testing.assert_allclose(at.q, fine.q[0], atol=1e-6)
    np.testing.assert_allclose(at.qd, fine.qd[0], atol=1e-3)
    with pytest.raises(TrajectoryError, match="diverged before the first kept state"):
        _ = coarse[1].trajectory
