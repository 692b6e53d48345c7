"""The Coriolis matrix is Christoffel's."""

from __future__ import annotations

import random

import numpy as np
import pytest

from erfd.dynamics import composite_body, coriolis, energy, newton_euler
from erfd.dynamics.dual import Dual
from erfd.dynamics.lump import tree_of
from tests.cases import Case, cases, difference, moving, rates
from tests.dynamics.exact import exact_robot, exact_state
from tests.samples import random_robot

CASES = cases(60)
SEEDS = range(3)


def matrix(case: Case) -> np.ndarray:
    return np.array(coriolis.coriolis_matrix(case.tree, case.q, case.qd), dtype=float)


def close(a: np.ndarray, b: np.ndarray, size: float) -> bool:
    """Relative to a given size: some robots of one joint have no Coriolis terms at all."""
    return bool(np.abs(a - b).max() <= 1e-12 * size)


@pytest.mark.oracle
def test_matrix_is_pinocchios() -> None:
    for case in CASES:
        expected = case.coriolis_matrix()
        assert close(matrix(case), expected, max(1.0, np.abs(expected).max()))


@pytest.mark.oracle
def test_forty_joints() -> None:
    case = Case(random_robot(random.Random(3), 40), random.Random(3))
    assert difference(matrix(case), case.coriolis_matrix()) < 1e-12


def test_velocity_terms_and_gravity_are_the_bias() -> None:
    for case in CASES:
        gravity = np.array(energy.gravity(case.tree, case.q))
        bias = np.array(newton_euler.bias(case.tree, case.q, case.qd))
        assert close(matrix(case) @ case.arrays[1] + gravity, bias, np.abs(bias).max())


def test_rate_of_H_less_twice_C_is_skew() -> None:
    for case in CASES:
        Hdot = rates(composite_body.mass_matrix(case.tree, moving(case.q, case.qd)))
        C = matrix(case)
        assert close(C + C.T, Hdot, max(1.0, np.abs(Hdot).max()))


def test_entries_are_made_of_christoffels_symbols() -> None:
    """c_ij = sum over k of (dH_ij/dq_k + dH_ik/dq_j - dH_jk/dq_i) qd_k / 2."""
    for case in cases(20, largest=6):
        slopes = []
        for k in range(case.n):
            q = [Dual(x, float(i == k)) for i, x in enumerate(case.q)]
            slopes.append(rates(composite_body.mass_matrix(case.tree, q)))
        D = np.array(slopes)
        symbols = (np.einsum("kij->ijk", D) + np.einsum("jik->ijk", D) - D) / 2
        C = matrix(case)
        assert close(C, symbols @ case.arrays[1], max(1.0, np.abs(C).max()))


@pytest.mark.parametrize("seed", SEEDS)
def test_symbols_are_symmetric_exactly(seed: int) -> None:
    """C(a) b = C(b) a: of all matrices with the same product C qd only Christoffel's does it."""
    rng = random.Random(seed)
    tree, (q, a, b) = tree_of(exact_robot(rng)), exact_state(rng)
    first, second = (coriolis.coriolis_matrix(tree, q, x) for x in (a, b))
    one = [sum(x * y for x, y in zip(row, b, strict=True)) for row in first]
    other = [sum(x * y for x, y in zip(row, a, strict=True)) for row in second]
    assert one == other


def test_joints_that_do_not_carry_one_another_have_no_entry() -> None:
    for case in cases(20, branching=0.6):
        C = coriolis.coriolis_matrix(case.tree, case.q, case.qd)
        for i in range(case.n):
            for j in set(range(i)) - set(case.tree.path(i)):
                assert C[i][j] == C[j][i] == 0
