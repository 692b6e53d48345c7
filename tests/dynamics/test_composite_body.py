"""The mass matrix of composite bodies, and forward dynamics with it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from erfd.dynamics import composite_body, energy, newton_euler
from erfd.dynamics.dual import Dual
from erfd.dynamics.lump import tree_of
from tests.cases import Case, cases, difference, rates
from tests.dynamics.exact import exact_robot, exact_state
from tests.samples import random_robot

CASES = cases(60)


@pytest.mark.oracle
def test_mass_matrix_is_pinocchios() -> None:
    for case in CASES:
        H = composite_body.mass_matrix(case.tree, case.q)
        assert difference(H, case.mass_matrix()) < 1e-13


@pytest.mark.oracle
def test_forward_dynamics_is_pinocchios() -> None:
    for case in CASES:
        qdd = composite_body.forward_dynamics(case.tree, case.q, case.qd, case.x, case.wrench)
        assert difference(qdd, case.forward_dynamics()) < 1e-11


@pytest.mark.oracle
def test_forty_joints() -> None:
    case = Case(random_robot(random.Random(3), 40), random.Random(3))
    assert difference(composite_body.mass_matrix(case.tree, case.q), case.mass_matrix()) < 1e-13


def test_mass_matrix_is_the_derivative_of_the_torques() -> None:
    for case in CASES:
        columns = []
        for j in range(case.n):
            qdd = [Dual(x, float(i == j)) for i, x in enumerate(case.x)]
            columns.append(rates(newton_euler.inverse_dynamics(case.tree, case.q, case.qd, qdd)))
        H = composite_body.mass_matrix(case.tree, case.q)
        assert difference(np.array(columns).T, H) < 1e-12


def test_mass_matrix_is_symmetric_to_the_last_bit_and_positive() -> None:
    for case in CASES:
        H = np.array(composite_body.mass_matrix(case.tree, case.q))
        assert (H == H.T).all()
        assert np.linalg.eigvalsh(H).min() > 0.0


def test_joints_that_do_not_carry_one_another_are_not_coupled() -> None:
    for case in cases(20, branching=0.6):
        H = composite_body.mass_matrix(case.tree, case.q)
        for i in range(case.n):
            apart = set(range(i)) - set(case.tree.path(i))
            assert all(H[i][j] == 0 and isinstance(H[i][j], int) for j in apart)


def test_kinetic_energy_is_half_of_qd_H_qd() -> None:
    for case in CASES:
        H, qd = np.array(composite_body.mass_matrix(case.tree, case.q)), case.arrays[1]
        assert difference(energy.kinetic(case.tree, case.q, case.qd), 0.5 * qd @ H @ qd) < 1e-12


@pytest.mark.parametrize("seed", range(3))
def test_forward_dynamics_undoes_inverse_dynamics_exactly(seed: int) -> None:
    rng = random.Random(seed)
    tree, (q, qd, qdd) = tree_of(exact_robot(rng)), exact_state(rng)
    wrench = [rng.randint(-9, 9) for _ in range(6)]
    tau = newton_euler.inverse_dynamics(tree, q, qd, qdd, wrench)
    assert composite_body.forward_dynamics(tree, q, qd, tau, wrench) == qdd
