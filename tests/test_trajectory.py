"""Curves and trajectories: sides of breakpoints, chains, samples, refusals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erfd.curve import Chain, Curve, Polynomials, pieces_at
from erfd.errors import TrajectoryError
from erfd.trajectory import Move, Trajectory, sample_times


def cubics(seed: int, pieces: int = 4, n: int = 3, start: float = 0.0) -> Polynomials:
    rng = np.random.default_rng(seed)
    edges = start + np.concatenate([[0.0], np.cumsum(rng.uniform(0.1, 2.0, pieces))])
    return Polynomials(edges, rng.normal(size=(pieces, 4, n)))


def trajectory(curve: Curve, **more: object) -> Trajectory:
    t = sample_times(curve.breakpoints[0], curve.breakpoints[-1], 0.01)
    return Trajectory(joint_names=("a", "b", "c"), curve=curve, t=t, **more)  # type: ignore[arg-type]


@given(st.integers(0, 2**32 - 1), st.floats(0.0, 1.0))
def test_rates_are_the_derivatives_of_the_curve(seed: int, share: float) -> None:
    curve = cubics(seed)
    k = int(share * 3)
    a, b = curve.breakpoints[k : k + 2]
    h = (b - a) * 1e-3
    x = np.clip(a + share * (b - a), a + h, b - h)
    (before, now, after) = (curve.at(np.array([s]), np.array([k])) for s in (x - h, x, x + h))
    np.testing.assert_allclose((after.q - before.q) / (2 * h), now.qd, atol=1e-4)
    np.testing.assert_allclose((after.qd - before.qd) / (2 * h), now.qdd, atol=1e-7)


@given(st.integers(0, 2**32 - 1))
def test_a_breakpoint_has_two_sides(seed: int) -> None:
    curve = cubics(seed)
    plan = trajectory(curve)
    for k, edge in enumerate(curve.breakpoints[1:-1]):
        left, right = plan.at(edge, "left"), plan.at(edge)
        np.testing.assert_array_equal(right.qd, curve.coefficients[k + 1, 1])
        np.testing.assert_array_equal(left.q, curve.at(np.array([edge]), np.array([k])).q[0])


@given(st.integers(0, 2**32 - 1), st.integers(1, 3))
def test_a_chain_is_its_curves(seed: int, cut: int) -> None:
    whole = cubics(seed)
    edges, table = whole.breakpoints, whole.coefficients
    chain = Chain(
        [Polynomials(edges[: cut + 1], table[:cut]), Polynomials(edges[cut:], table[cut:])]
    )
    np.testing.assert_array_equal(chain.breakpoints, edges)
    t = np.random.default_rng(seed).uniform(edges[0], edges[-1], 50)
    for a, b in zip(
        chain.at(t, pieces_at(chain, t)), whole.at(t, pieces_at(whole, t)), strict=True
    ):
        np.testing.assert_array_equal(a, b)
    assert chain.at(t[:0], pieces_at(chain, t[:0])).q.shape == (0, 3)


def test_samples_hold_the_end_until_the_next_step() -> None:
    curve = Polynomials([0.0, 0.025], [[[1.0], [2.0]]])
    plan = Trajectory(joint_names=("a",), curve=curve, t=sample_times(0.0, 0.025, 0.01))
    np.testing.assert_allclose(plan.t, [0.0, 0.01, 0.02, 0.03])
    np.testing.assert_allclose(plan.q[:, 0], [1.0, 1.02, 1.04, 1.05])
    np.testing.assert_allclose(plan.qd[:, 0], [2.0, 2.0, 2.0, 0.0])
    assert len(plan.resampled(0.001).t) == 26
    assert plan.at(0.025).qd[0] == 2.0
    assert plan.at([[0.0, 0.01]]).q.shape == (1, 2, 1)


def test_a_whole_number_of_steps_has_no_step_too_many() -> None:
    assert len(sample_times(0.0, 0.3, 0.1)) == 4
    assert len(sample_times(1.0, 1.0 + 7 * 0.01, 0.01)) == 8


def test_moves_and_lines_belong_to_pieces() -> None:
    curve = cubics(1, pieces=3)
    e = curve.breakpoints
    moves = (Move(line=7, start=e[0], end=e[2]), Move(line=9, start=e[2], end=e[3]))
    plan = trajectory(curve, move_of=(1, 1, 2), moves=moves)
    assert plan.move_at(e[2], "left") == 1
    assert plan.move_at(e[2]) == 2
    assert plan.line[0] == 7
    assert plan.line[-1] == 9
    assert set(trajectory(curve).line) == {0}


def test_it_says_in_a_line_what_it_is() -> None:
    text = repr(trajectory(cubics(2, pieces=3)))
    assert text.startswith("<Trajectory: 3 joints, ")
    assert "samples" in text
    assert len(text) < 80


def test_nothing_of_it_can_be_changed() -> None:
    plan = trajectory(cubics(2))
    for values in (plan.t, plan.q, plan.qd, plan.qdd, plan.breakpoints):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 1.0


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Polynomials([0.0, 1.0], np.zeros((2, 1, 1))), "shape"),
        (lambda: Polynomials([0.0, 0.0], np.zeros((1, 1, 1))), "do not rise"),
        (lambda: Polynomials([0.0], np.zeros((0, 1, 1))), "two or more"),
        (lambda: Polynomials([0.0, 1.0], [[[np.nan]]]), "not finite"),
        (lambda: Chain([]), "no curves"),
        (lambda: Chain([cubics(1), cubics(2)]), "next starts"),
        (lambda: sample_times(0.0, 1.0, 0.0), "time step"),
        (lambda: sample_times(0.0, 1e6, 1e-6), "longer step"),
        (lambda: trajectory(cubics(1), move_of=(1,)), "1 moves for 4"),
        (lambda: trajectory(cubics(1), channels={"x": np.zeros(3)}), "x: 3 rows"),
        (lambda: trajectory(cubics(1)).at(np.nan), "no number"),
    ],
)
def test_what_makes_no_sense_is_refused(make: object, words: str) -> None:
    with pytest.raises(TrajectoryError, match=words):
        make()  # type: ignore[operator]
