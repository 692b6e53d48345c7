"""L^T D L: solutions, factors and pivots hold with ==, in fractions."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from erfd.dynamics.linear import factorise, pivots, solve_symmetric
from tests.counting import Counted, plain

CHAIN = (-1, 0, 1, 2, 3, 4)
BRANCHES = (-1, 0, 1, 0, -1, 4)
Rows = list[list[Any]]


def carriers(parent: tuple[int, ...], i: int) -> list[int]:
    """Joint i and all that carry it."""
    return [] if i < 0 else [i, *carriers(parent, parent[i])]


def matrix(seed: int, parent: tuple[int, ...]) -> Rows:
    """A sum of squares with the pattern of a mass matrix: body k couples its carriers."""
    rng = random.Random(seed)
    n = len(parent)
    H = [[Fraction(0)] * n for _ in range(n)]
    for k in range(n):
        for _ in range(3):
            a = {i: Fraction(rng.randint(-9, 9), rng.randint(1, 9)) for i in carriers(parent, k)}
            a[k] += 10
            for i, x in a.items():
                for j, y in a.items():
                    H[i][j] += x * y
    return H


def determinant(H: Rows) -> Any:
    if not H:
        return 1
    signs = [(-1) ** j * H[0][j] for j in range(len(H))]
    minors = [[row[:j] + row[j + 1 :] for row in H[1:]] for j in range(len(H))]
    return sum(s * determinant(m) for s, m in zip(signs, minors, strict=True) if s)


def times(H: Rows, x: list[Any]) -> list[Any]:
    return [sum(a * b for a, b in zip(row, x, strict=True)) for row in H]


@pytest.mark.parametrize("parent", [CHAIN, BRANCHES])
@pytest.mark.parametrize("seed", range(5))
def test_solution_is_exact(seed: int, parent: tuple[int, ...]) -> None:
    H, rhs = matrix(seed, parent), [Fraction(k, 3) for k in range(-2, 4)]
    assert times(H, solve_symmetric(H, rhs, parent)) == rhs
    assert times(H, solve_symmetric(H, rhs)) == rhs


@pytest.mark.parametrize("seed", range(5))
def test_solution_in_floats(seed: int) -> None:
    H = np.array(matrix(seed, BRANCHES), dtype=float)
    rhs = np.arange(6.0) - 2.0
    x = solve_symmetric(H.tolist(), rhs.tolist(), BRANCHES)
    np.testing.assert_allclose(x, np.linalg.solve(H, rhs), rtol=1e-12)


@pytest.mark.parametrize("parent", [CHAIN, BRANCHES])
def test_factors_multiply_to_the_matrix(parent: tuple[int, ...]) -> None:
    H = matrix(7, parent)
    n = len(H)
    L, reciprocals, pattern = factorise(H, parent)
    unit = [
        [1 if i == j else L[i][j] if j in pattern[i] else 0 for j in range(n)] for i in range(n)
    ]
    product = [
        [sum(unit[k][i] / reciprocals[k] * unit[k][j] for k in range(n)) for j in range(n)]
        for i in range(n)
    ]
    assert product == H


def test_factors_serve_many_right_hand_sides() -> None:
    H = matrix(1, BRANCHES)
    factors = factorise(H, BRANCHES)
    for k in range(6):
        rhs = [Fraction(int(i == k)) for i in range(6)]
        assert times(H, factors.solve(rhs)) == rhs


@pytest.mark.parametrize("seed", range(5))
def test_pivot_is_what_a_joint_feels_with_those_beyond_it_free(seed: int) -> None:
    """By Schur: det of what stands from i on, over det of what stands beyond i."""
    H = matrix(seed, CHAIN)
    for i, pivot in pivots(H):
        beyond = [row[i + 1 :] for row in H[i + 1 :]]
        assert pivot * determinant(beyond) == determinant([row[i:] for row in H[i:]])
    assert [i for i, _ in pivots(H)] == [5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("parent", [CHAIN, BRANCHES])
def test_pivots_are_the_reciprocals_of_the_factors(parent: tuple[int, ...]) -> None:
    H = matrix(3, parent)
    found = [pivot for _, pivot in pivots(H, parent)]
    assert [1 / x for x in reversed(found)] == factorise(H, parent).reciprocals


def test_a_caller_can_stop_at_a_pivot_of_zero() -> None:
    H = matrix(0, CHAIN)
    for k in range(6):
        H[k][5] = H[5][k] = Fraction(0)
    walk = pivots(H)
    assert next(walk) == (5, 0)
    with pytest.raises(ZeroDivisionError):
        next(walk)


def test_only_what_may_differ_from_zero_is_read() -> None:
    H, rhs = matrix(2, BRANCHES), [Fraction(k) for k in range(6)]
    holed: Rows = [
        [H[i][j] if j in carriers(BRANCHES, i) else None for j in range(6)] for i in range(6)
    ]
    assert solve_symmetric(holed, rhs, BRANCHES) == solve_symmetric(H, rhs, BRANCHES)


def test_arguments_stay_as_they_are() -> None:
    H, rhs = matrix(4, CHAIN), [Fraction(k) for k in range(6)]
    before = [list(row) for row in H], list(rhs)
    solve_symmetric(H, rhs)
    list(pivots(H))
    assert (H, rhs) == before


def test_one_division_a_pivot() -> None:
    account: Counter[str] = Counter()
    H = [[Counted(float(x), account) for x in row] for row in matrix(5, CHAIN)]
    x = solve_symmetric(H, [Counted(1.0, account)] * 6)
    assert account["divisions"] == 6
    np.testing.assert_allclose(times(matrix(5, CHAIN), list(map(plain, x))), 1.0, rtol=1e-9)


def test_a_tree_costs_less_than_a_chain() -> None:
    costs = []
    for parent in (CHAIN, BRANCHES):
        account: Counter[str] = Counter()
        H = [[Counted(float(x), account) for x in row] for row in matrix(6, parent)]
        solve_symmetric(H, [Counted(1.0, account)] * 6, parent)
        costs.append(account["multiplications"])
    assert costs[1] < costs[0]
