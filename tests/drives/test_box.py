"""Saturation as one problem: its conditions, the one solution, termination, kernels."""

from __future__ import annotations

import numpy as np
import pytest

from erfd.drives import box
from erfd.drives.box import Solution, solve_box, solve_general
from erfd.drives.pieces import Branch, Curve
from erfd.trace.choose import select
from erfd.trace.function import Function
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape
from tests.drives.enumeration import Array, Problem, random_problem, solutions, violation


def solved(p: Problem) -> Solution:
    lag, lead = zip(*p.lag, strict=True), zip(*p.lead, strict=True)
    sides = zip(lag, lead, p.J, strict=True)
    curves = [Curve(Branch(*a), Branch(*b), J) for a, b, J in sides]
    return solve_box(p.N.tolist(), p.tau0.tolist(), curves)


def on_kernel(n: int) -> Function:
    """The same text on the tape; the rows of a batch are problems."""
    tape = Tape()
    N, tau0, lag, lead, J = (
        symbols(tape, name, shape)
        for name, shape in {
            "N": (n, n), "tau0": (n,), "lag": (3, n), "lead": (3, n), "J": (n,)
        }.items()
    )  # fmt: skip
    rows = [N[n * i : n * i + n] for i in range(n)]
    sides = [[Branch(*x[i::n]) for i in range(n)] for x in (lag, lead)]
    found = solve_box(rows, tau0, [Curve(*x) for x in zip(*sides, J, strict=True)])
    output(tape, "w", (n,), found.w)
    output(tape, "tau", (n,), found.tau)
    output(tape, "piece", (n,), found.piece)
    output(tape, "rounds", (), [found.rounds])
    output(tape, "converged", (), [select(found.converged, 1.0, 0.0)])
    return Function("box", tape)


def many(count: int, n: int, mu: float, seed: int) -> tuple[list[Problem], list[Array]]:
    rng = np.random.default_rng(seed)
    problems = [random_problem(rng, n, mu) for _ in range(count)]
    columns = [
        np.stack([getattr(p, name) for p in problems]) for name in ("N", "tau0", "lag", "lead", "J")
    ]
    return problems, columns


@pytest.mark.parametrize("mu", [0.0, 0.35, 0.9])
@pytest.mark.parametrize("n", range(1, 7))
def test_it_is_the_one_of_all_patterns_that_fits(n: int, mu: float) -> None:
    rng = np.random.default_rng(100 * n + int(10 * mu))
    for _ in range(40 if n < 5 else 4 if mu else 20):
        p = random_problem(rng, n, mu)
        found = solved(p)
        assert found.converged
        fitting = solutions(p)
        assert fitting
        for w in fitting:
            np.testing.assert_allclose(found.w, w, rtol=1e-9, atol=1e-9 * np.abs(w).max())


@pytest.mark.parametrize("mu", [0.0, 0.35, 0.9, 0.99])
def test_the_conditions_hold_on_random_problems(mu: float) -> None:
    """2,500 a share, 10,000 in all, in one call each."""
    problems, columns = many(2500, 6, mu, seed=int(100 * mu))
    w, tau, piece, rounds, converged = on_kernel(6)(*columns)
    assert np.all(converged == 1.0)
    assert rounds.max() <= box.LIMIT
    worst = max(violation(p, x).max() for p, x in zip(problems, w, strict=True))
    assert worst < 1e-9
    assert np.all((w < 0) <= (piece < 0))
    assert np.all((w > 0) <= (piece > 0))
    np.testing.assert_allclose(
        tau, [p.N @ x + p.tau0 for p, x in zip(problems, w, strict=True)], rtol=1e-9, atol=1e-9
    )


def test_numbers_and_kernels_agree() -> None:
    problems, columns = many(300, 4, 0.9, seed=5)
    w = on_kernel(4)(*columns)[0]
    for p, row in zip(problems, w, strict=True):
        np.testing.assert_allclose(solved(p).w, row, rtol=1e-8, atol=1e-9 * np.abs(row).max())


def test_it_ends_on_larger_and_nearly_singular_problems() -> None:
    rng = np.random.default_rng(7)
    most = 0.0
    for n in (8, 10, 12):
        for _ in range(150):
            p = random_problem(rng, n, 0.9, spread=2.0)
            found = solved(p)
            assert found.converged
            assert violation(p, np.array(found.w)).max() < 1e-9
            most = max(most, found.rounds)
    assert most > 3


def test_the_rule_of_the_least_index_alone_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof is for this rule; the rounds before it only make it faster."""
    monkeypatch.setattr(box, "BLOCK_ROUNDS", 0)
    rng = np.random.default_rng(8)
    for n in range(1, 8):
        for _ in range(30):
            p = random_problem(rng, n, 0.95)
            found = solved(p)
            assert found.converged
            assert violation(p, np.array(found.w)).max() < 1e-9


def test_one_that_does_not_end_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box, "LIMIT", 1)
    rng = np.random.default_rng(9)
    ends = [solved(random_problem(rng, 6, 0.0)).converged for _ in range(20)]
    assert not all(ends)


def test_no_friction_gives_the_torque_nearest_in_the_norm_of_energy() -> None:
    """u minimises (u - need)^T G^-1 (u - need) on the box: nothing in the box is nearer."""
    rng = np.random.default_rng(3)
    for _ in range(30):
        n = 5
        B = rng.normal(size=(n, n))
        G = B @ B.T + 0.1 * np.eye(n)
        need, M = 3 * rng.normal(size=n), np.abs(rng.normal(size=n))
        curves = [Curve(Branch(x), Branch(-x)) for x in M.tolist()]
        w = np.array(solve_box(G.tolist(), need.tolist(), curves).w)
        u = G @ w + need
        assert np.all(np.abs(u) <= M + 1e-12)
        others = rng.uniform(-M, M, (200, n))
        away = np.einsum("ki,ij,kj->k", others - need, np.linalg.inv(G), others - need)
        assert np.all(away >= w @ G @ w - 1e-9)


def test_a_need_at_the_limit_is_kept() -> None:
    found = solve_box([[2.0]], [5.0], [Curve(Branch(5.0), Branch(-5.0))])
    assert (found.w, found.piece, found.rounds) == ([0.0], [0.0], 1)


def test_a_motor_without_torque_gives_none() -> None:
    found = solve_box([[2.0]], [5.0], [Curve(Branch(0.0), Branch(0.0))])
    assert found.w == [-2.5]
    assert found.tau == [0.0]


def test_given_torques_are_met_whatever_the_friction() -> None:
    """Motors that keep nothing up: forward dynamics with the load's friction."""
    rng = np.random.default_rng(4)
    for _ in range(100):
        p = random_problem(rng, 6, 0.9)
        sides = zip(*p.lag, strict=True)
        curves = [Curve(Branch(*x), Branch(*x), J, 0.0) for x, J in zip(sides, p.J, strict=True)]
        found = solve_box(p.N.tolist(), p.tau0.tolist(), curves)
        tau, w = np.array(found.tau), np.array(found.w)
        given = tau * np.where(tau > 0, p.lag[1], p.lag[2]) + p.J * w
        scale = np.abs(p.N) @ np.abs(w) + np.abs(p.tau0)
        assert found.converged
        assert np.all(np.abs(given - p.lag[0]) < 1e-9 * (scale + np.abs(p.lag[0])))


def test_a_system_that_is_not_symmetric() -> None:
    rng = np.random.default_rng(6)
    for _ in range(100):
        skew = rng.normal(size=(5, 5))
        G = np.eye(5) * 2 + 0.2 * rng.normal(size=(5, 5)) + skew - skew.T
        need, M = 3 * rng.normal(size=5), np.abs(rng.normal(size=5))
        curves = [Curve(Branch(x), Branch(-x)) for x in M.tolist()]
        found = solve_box(G.tolist(), need.tolist(), curves, solve_general)
        w, u = np.array(found.w), np.array(found.tau)
        assert found.converged
        np.testing.assert_allclose(u, G @ w + need, atol=1e-12)
        assert np.all(np.abs(u) <= M + 1e-9)
        assert np.all(np.abs(w * (np.abs(u) < M - 1e-9)) < 1e-9)
        assert np.all(w * u <= 1e-12)
