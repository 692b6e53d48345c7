"""Peaks and stretches against a brute-force check on a grid 100 times finer."""

from __future__ import annotations

import numpy as np
import pytest

from erfd.curve import Array, Polynomials, State
from erfd.judge.instants import Instants, grid, merged
from erfd.judge.peaks import BRACKET
from erfd.judge.search import runs, search
from erfd.judge.uses import BROKEN, Bounds, Check, Table, utilisation
from erfd.trajectory import Trajectory, sample_times


def random_curve(rng: np.random.Generator, smooth: bool = False) -> Polynomials:
    """Joined in position, and where `smooth` in speed; accelerations jump."""
    n, pieces = 3, int(rng.integers(1, 6))
    edges = np.concatenate([[0.0], np.cumsum(rng.uniform(0.02, 0.7, pieces))])
    table = rng.normal(size=(pieces, 6, n)) * [[1.0], [1.0], [3.0], [5.0], [10.0], [10.0]]
    for k in range(1, pieces):
        end = Polynomials(edges, table).at(edges[k : k + 1], np.array([k - 1]))
        table[k, 0] = end.q[0]
        if smooth:
            table[k, 1] = end.qd[0]
    return Polynomials(edges, table)


def bounded(curve: Polynomials, speed: float, acceleration: float) -> Table:
    names = ("a", "b", "c")

    def demand(at: Instants) -> State:
        return curve.at(at.t, at.piece)

    def within(size: float) -> Bounds:
        return Bounds(np.full(3, -size), np.full(3, size))

    checks = [
        Check(
            quantity="speed",
            unit="rad/s",
            subjects=names,
            value=lambda x: x.qd,
            bounds=lambda _: within(speed),
            sources=("test",) * 3,
        ),
        Check(
            quantity="acceleration",
            unit="rad/s^2",
            subjects=names,
            value=lambda x: x.qdd,
            bounds=lambda _: within(acceleration),
            sources=("test",) * 3,
        ),
    ]
    return Table(checks, demand)


def trajectory(curve: Polynomials) -> Trajectory:
    t = sample_times(0.0, curve.breakpoints[-1], 0.01)
    return Trajectory(joint_names=("a", "b", "c"), curve=curve, t=t)


def fine(curve: Polynomials, table: Table) -> tuple[Instants, Array]:
    coarse = grid(curve)
    t = np.linspace(coarse.t[:-1], coarse.t[1:], 101, axis=1).ravel()
    keep = np.repeat(coarse.piece[:-1] == coarse.piece[1:], 101)
    at = Instants(t[keep], np.repeat(coarse.piece[:-1], 101)[keep])
    return at, table.uses(table.demand(at))


@pytest.mark.parametrize("seed", range(200))
def test_the_search_agrees_with_brute_force(seed: int) -> None:
    rng = np.random.default_rng(seed)
    curve = random_curve(rng, smooth=bool(seed % 2))
    table = bounded(curve, *rng.uniform(2.0, 30.0, 2))
    found = search(trajectory(curve), table)
    at, U = fine(curve, table)
    for column in range(len(table)):
        top, brute = found.U[:, column].max(), U[:, column].max()
        assert brute <= top * (1.0 + BRACKET)
    above = {run.column for run in runs(found, table)}
    assert above == set(np.flatnonzero(found.U.max(axis=0) > BROKEN))
    for run in runs(found, table):
        inside = (at.t > run.start + 1e-8) & (at.t < run.end - 1e-8)
        assert (U[inside, run.column] > 1.0).all()
        assert run.start <= found.at.t[run.peak] <= run.end
    covered = np.zeros(U.shape, dtype=bool)
    for run in runs(found, table):
        covered[:, run.column] |= (at.t >= run.start - 1e-8) & (at.t <= run.end + 1e-8)
    assert not (U > BROKEN + 1e-9)[~covered].any()


def test_a_peak_carries_its_bracket() -> None:
    curve = random_curve(np.random.default_rng(5))
    found = search(trajectory(curve), bounded(curve, 5.0, 20.0))
    for column in range(found.U.shape[1]):
        row = int(np.argmax(found.U[:, column]))
        assert found.bracket[row, column] <= BRACKET or found.at.t[row] in curve.breakpoints


def test_the_grid_has_both_sides_of_every_breakpoint() -> None:
    curve = random_curve(np.random.default_rng(3))
    at = grid(curve)
    for k in range(len(curve.breakpoints) - 1):
        mine = at.t[at.piece == k]
        assert mine[0] == curve.breakpoints[k]
        assert mine[-1] == curve.breakpoints[k + 1]
    assert len(merged(at, at)) == len(at)


def test_shares_of_bounds() -> None:
    value = np.array([[0.0, 3.0, -3.0, 5.0, 1.0, 0.0, 2.0]])
    lower = np.array([-1.0, 2.0, -2.0, -np.inf, 0.0, 0.0, -np.inf])
    upper = np.array([1.0, 4.0, 2.0, np.inf, 0.0, 0.0, 4.0])
    np.testing.assert_array_equal(
        utilisation(value, Bounds(lower, upper)), [[0.0, 0.0, 1.5, 0.0, np.inf, 0.0, 0.5]]
    )
