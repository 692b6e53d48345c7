"""Walker and Orin against Pinocchio, the modified Newton-Euler method and each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from erfd.dynamics import modified_newton_euler, newton_euler
from erfd.dynamics import walker_orin as wo
from erfd.dynamics.base_axes import in_base_axes
from erfd.dynamics.composites import composites
from erfd.dynamics.lump import tree_of
from tests.dynamics.equations import Oracle, case, error, rational_case

SEEDS = range(40)
METHODS = [
    pytest.param(wo.mass_matrix_1, wo.forward_dynamics_1, id="1"),
    pytest.param(wo.mass_matrix_2, wo.forward_dynamics_2, id="2"),
    pytest.param(wo.mass_matrix_3, wo.forward_dynamics_3, id="3"),
]
each = pytest.mark.parametrize(("mass_matrix", "forward_dynamics"), METHODS)
Function = Callable[..., Any]


@pytest.mark.oracle
@each
@pytest.mark.parametrize("seed", SEEDS)
def test_mass_matrix_is_pinocchios(
    seed: int, mass_matrix: Function, forward_dynamics: Function
) -> None:
    x = case(seed)
    assert error(mass_matrix(x.tree, x.q), Oracle(x).H) < 1e-13


@pytest.mark.parametrize("seed", SEEDS)
def test_the_methods_agree(seed: int) -> None:
    x = case(seed)
    H = modified_newton_euler.mass_matrix(x.tree, x.q)
    for mass_matrix in (wo.mass_matrix_1, wo.mass_matrix_2, wo.mass_matrix_3):
        assert error(mass_matrix(x.tree, x.q), H) < 1e-12


@pytest.mark.parametrize("seed", SEEDS)
def test_symmetry(seed: int) -> None:
    """Method 1 computes both halves, the others only one."""
    x = case(seed)
    for mass_matrix in (wo.mass_matrix_2, wo.mass_matrix_3):
        H = mass_matrix(x.tree, x.q)
        assert [list(row) for row in zip(*H, strict=True)] == H
    H = wo.mass_matrix_1(x.tree, x.q)
    assert error(np.transpose(H), H) < 1e-13


@each
@pytest.mark.parametrize("seed", SEEDS)
def test_forward_dynamics_undoes_inverse_dynamics(
    seed: int, mass_matrix: Function, forward_dynamics: Function
) -> None:
    x = case(seed)
    tau = newton_euler.inverse_dynamics(x.tree, x.q, x.qd, x.qdd, x.wrench)
    qdd = forward_dynamics(x.tree, x.q, x.qd, tau, x.wrench)
    again = newton_euler.inverse_dynamics(x.tree, x.q, x.qd, qdd, x.wrench)
    assert error(again, tau) < 1e-12
    condition = np.linalg.cond(np.array(mass_matrix(x.tree, x.q), dtype=float))
    assert error(qdd, x.qdd) < max(1e-12, 100 * np.finfo(float).eps * condition)


@each
@pytest.mark.parametrize("seed", range(8))
def test_fractions_are_exact(seed: int, mass_matrix: Function, forward_dynamics: Function) -> None:
    tree, q, qd, qdd, wrench = rational_case(seed)
    H = mass_matrix(tree, q)
    assert all(isinstance(h, (Fraction, int)) for row in H for h in row)
    assert modified_newton_euler.mass_matrix(tree, q) == H
    tau = newton_euler.inverse_dynamics(tree, q, qd, qdd, wrench)
    assert forward_dynamics(tree, q, qd, tau, wrench) == qdd


@pytest.mark.parametrize("seed", range(10))
def test_a_composite_has_the_mass_and_centre_of_its_bodies(seed: int) -> None:
    x = case(seed)
    bodies = in_base_axes(x.tree, x.q)
    for j, whole in enumerate(composites(x.tree, bodies)):
        carried = [i for i in range(x.tree.n) if j in x.tree.path(i)]
        m = np.array([x.tree.m[i] for i in carried])
        centres = np.array([bodies[i].c for i in carried])
        assert abs(whole.M - m.sum()) < 1e-14 * m.sum()
        assert np.allclose(whole.c, m @ centres / m.sum(), rtol=1e-13, atol=1e-14)


def test_bodies_without_mass_need_no_centre() -> None:
    """Inertia alone: no composite has a mass, yet all methods give the same matrix."""
    x = case(3, prismatic=0.0)
    bodies = tuple(replace(body, mass=0.0) for body in x.robot.bodies)
    tree = tree_of(replace(x.robot, bodies=bodies))
    assert tree.n > 2
    H = modified_newton_euler.mass_matrix(tree, x.q)
    for mass_matrix in (wo.mass_matrix_1, wo.mass_matrix_2, wo.mass_matrix_3):
        assert error(mass_matrix(tree, x.q), H) < 1e-13
