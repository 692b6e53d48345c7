"""H and bias of the modified Newton-Euler method against Pinocchio, Newton-Euler and the paper."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pinocchio as pin
import pytest

from erfd.dynamics import modified_newton_euler as mrnea
from erfd.dynamics import newton_euler
from erfd.dynamics.base_axes import in_base_axes
from erfd.dynamics.general_vectors import general_vectors, speed_sums
from erfd.dynamics.lump import tree_of
from erfd.robot.records import BASE, Frame
from tests.dynamics.equations import Case, Oracle, case, error, rational_case
from tests.oracle import model_of
from tests.samples import random_robot

SEEDS = range(40)


@pytest.mark.oracle
@pytest.mark.parametrize("seed", SEEDS)
def test_equations_of_motion_are_pinocchios(seed: int) -> None:
    x = case(seed)
    H, bias = mrnea.equations_of_motion(x.tree, x.q, x.qd, x.wrench)
    theirs = Oracle(x)
    assert error(H, theirs.H) < 1e-13
    assert error(bias, theirs.bias) < 1e-13
    tau = mrnea.inverse_dynamics(x.tree, x.q, x.qd, x.qdd, x.wrench)
    assert error(tau, theirs.tau) < 1e-13


@pytest.mark.parametrize("seed", SEEDS)
def test_mass_matrix_is_symmetric_to_the_last_bit(seed: int) -> None:
    x = case(seed)
    H, _ = mrnea.equations_of_motion(x.tree, x.q, x.qd)
    assert [list(row) for row in zip(*H, strict=True)] == H


@pytest.mark.parametrize("seed", SEEDS)
def test_the_parts_are_those_of_the_whole(seed: int) -> None:
    x = case(seed)
    H, bias = mrnea.equations_of_motion(x.tree, x.q, x.qd, x.wrench)
    assert mrnea.mass_matrix(x.tree, x.q) == H
    assert mrnea.bias(x.tree, x.q, x.qd, x.wrench) == bias
    assert error(bias, newton_euler.bias(x.tree, x.q, x.qd, x.wrench)) < 1e-13


@pytest.mark.parametrize("seed", SEEDS)
def test_forward_dynamics_undoes_inverse_dynamics(seed: int) -> None:
    x = case(seed)
    tau = newton_euler.inverse_dynamics(x.tree, x.q, x.qd, x.qdd, x.wrench)
    qdd = mrnea.forward_dynamics(x.tree, x.q, x.qd, tau, x.wrench)
    again = newton_euler.inverse_dynamics(x.tree, x.q, x.qd, qdd, x.wrench)
    assert error(again, tau) < 1e-12
    H = mrnea.mass_matrix(x.tree, x.q)
    assert error(qdd, x.qdd) < max(1e-12, 100 * np.finfo(float).eps * np.linalg.cond(H))


@pytest.mark.parametrize("seed", range(8))
def test_fractions_are_exact(seed: int) -> None:
    tree, q, qd, qdd, wrench = rational_case(seed)
    H, bias = mrnea.equations_of_motion(tree, q, qd, wrench)
    assert all(isinstance(h, (Fraction, int)) for row in [*H, bias] for h in row)
    tau = newton_euler.inverse_dynamics(tree, q, qd, qdd, wrench)
    assert mrnea.inverse_dynamics(tree, q, qd, qdd, wrench) == tau
    assert mrnea.forward_dynamics(tree, q, qd, tau, wrench) == qdd


def test_a_wrench_on_the_base_moves_nothing() -> None:
    x = case(1)
    tree = tree_of(replace(x.robot, tool=Frame(name="tool", body=BASE)))
    assert mrnea.bias(tree, x.q, x.qd, x.wrench) == mrnea.bias(tree, x.q, x.qd)


@pytest.mark.oracle
@pytest.mark.parametrize("seed", SEEDS)
def test_general_vectors_add_up_to_pinocchios_accelerations(seed: int) -> None:
    """(5) and (9): every body's mass centre and moment, trees and prismatic joints included."""
    x = case(seed)
    model = model_of(x.robot)
    data = model.createData()
    pin.forwardKinematics(model, data, *(np.array(row) for row in (x.q, x.qd, x.qdd)))
    g = general_vectors(x.tree, x.q)
    for i in range(x.tree.n):
        at, v, a = data.oMi[i + 1], data.v[i + 1], data.a[i + 1]
        inertia, c, w = model.inertias[i + 1], model.inertias[i + 1].lever, v.angular
        linear = a.linear + np.cross(w, v.linear)
        centre = linear + np.cross(a.angular, c) + np.cross(w, np.cross(w, c))
        I = inertia.inertia
        moment = I @ a.angular + np.cross(w, I @ w)
        assert error(_sum(x, g.b_ik, g.b_ikj, i), at.rotation @ centre) < 1e-12
        ours, theirs = _sum(x, g.d_ik, g.d_ikj, i), at.rotation @ moment
        assert np.abs(ours - theirs).max() < 1e-12 * max(1.0, np.abs(theirs).max())


def _sum(x: Case, single: dict, double: dict, i: int) -> np.ndarray:
    total = np.zeros(3)
    for (body, k), v in single.items():
        total += (body == i) * np.array(v) * x.qdd[k]
    for (body, k, j), v in double.items():
        total += (body == i) * np.array(v) * x.qd[k] * x.qd[j]
    return total


@pytest.mark.parametrize("seed", SEEDS)
def test_one_pass_gives_the_sums_over_the_speeds(seed: int) -> None:
    x = case(seed)
    x.qdd = [0.0] * x.tree.n
    g = general_vectors(x.tree, x.q)
    for i, (b, d) in enumerate(speed_sums(x.tree, in_base_axes(x.tree, x.q), x.qd)):
        for found, single, double in ((b, g.b_ik, g.b_ikj), (d, g.d_ik, g.d_ikj)):
            told = _sum(x, single, double, i)
            assert np.abs(np.array(found) - told).max() < 1e-12 * max(1.0, np.abs(told).max())


# The paper's own arrangement for a chain, with its slips one at a time.


class Paper:
    """Kvrgic and Vidakovic (13)-(36) as they stand for a chain; links counted from 1."""

    def __init__(self, x: Case, slip: str = "") -> None:
        self.x, self.slip, self.n = x, slip, x.tree.n
        bodies = [None, *in_base_axes(x.tree, x.q)]
        self.n_range = range(1, self.n + 1)
        self.z = {i: np.array(bodies[i].z) for i in self.n_range}
        self.l = {i: np.array(bodies[i].l) for i in self.n_range}
        o = {i: np.array(bodies[i].o) for i in self.n_range}
        tool = bodies[self.n].placement.then(x.tree.tool.placement).p
        o[self.n + 1] = np.array(tool)
        self.p = {i: o[i + 1] - o[i] for i in self.n_range}
        if self.slip == "(19) p of the next link":
            self.p = {i: self.p.get(i + 1, np.zeros(3)) for i in self.n_range}
        by = 1 if self.slip == "(10) on the effector" else -1
        self.f_e, self.n_e = by * np.array(x.wrench[:3]), by * np.array(x.wrench[3:])
        self._loads()

    def _loads(self) -> None:
        """e_ik and E_ik, and (13), (15), (17): the sums that the speeds make."""
        x, g = self.x, general_vectors(self.x.tree, self.x.q)
        still = replace(x, qdd=[0.0] * self.n)
        gravity = np.array(x.tree.gravity) * (-1 if self.slip == "(13) +g" else 1)
        m = {i: x.tree.m[i - 1] for i in self.n_range}
        nothing = np.zeros(3)
        self.e = {i: m[i] * (_sum(still, {}, g.b_ikj, i - 1) - gravity) for i in self.n_range}
        if self.slip == "(14) f_e in e_n":
            self.e[self.n] = self.e[self.n] + self.f_e
        self.d = {i: _sum(still, {}, g.d_ikj, i - 1) for i in self.n_range}
        both = [(i, k) for i in self.n_range for k in self.n_range]
        b, d = (
            {(i, k): np.array(v.get((i - 1, k - 1), nothing)) for i, k in both}
            for v in (g.b_ik, g.d_ik)
        )
        self.e_k = {(i, k): m[i] * b[i, k] for i, k in both}
        self.d_k = d
        self.E_k = {
            (i, k): sum((self.e_k[j, k] for j in range(max(i, k), self.n + 1)), nothing)
            for i, k in both
        }
        if self.slip == "(87) link 4 lost":
            for k in (1, 2):
                self.E_k[2, k] = self.E_k[2, k] - self.e_k[4, k]

    def H(self) -> np.ndarray:
        """(29)-(31), (35): both halves."""
        return np.array([[self._h(i, j) for j in self.n_range] for i in self.n_range])

    def _h(self, i: int, j: int) -> float:
        if self.x.tree.prismatic[i - 1]:
            return self.z[i] @ self.E_k[i, j]
        n, total, E = self.n, np.zeros(3), self.E_k
        for k in range(max(i, j), n + 1):
            total += self.d_k[k, j] + np.cross(self.l[k], self.e_k[k, j])
        for k in range(max(i, j - 1), n):
            if self.slip != "(30) last entry lost" or (k, j) != (n - 1, n):
                total += np.cross(self.p[k], E[k + 1, j])
        if self.slip == "(41) row 2 lost" and i == 2:
            return self._axis(i) @ total
        first = 1 if self.slip == "(31) row 1 for all" else i
        for k in range(first, j - 1):
            total += np.cross(self.p[k], E[j, j])
        return self._axis(i) @ total

    def _axis(self, i: int) -> np.ndarray:
        return self.z[min(i + 1, self.n) if self.slip == "(33) z_i" else i]

    def bias(self) -> np.ndarray:
        """(20), (22), (23), (28), (36)."""
        moment = np.zeros(3) if self.slip == "(22) no n_e" else self.n_e
        force, below, own = self.f_e, np.zeros(3), {}
        if self.slip == "(23) E without f_e":
            moment, force = moment + np.cross(self.p[self.n], force), np.zeros(3)
        for i in reversed(self.n_range):
            part = self.d[i] + np.cross(self.l[i], self.e[i]) + np.cross(self.p[i], force)
            if self.slip == "(11) no lever" and i == self.n:
                part = self.d[i] + np.cross(self.p[i], force)
            total = moment + part + below if i == self.n else below + part
            below = part if self.slip == "(28) not summed" else total
            force = force + self.e[i]
            own[i] = self._axis(i) @ (force if self.x.tree.prismatic[i - 1] else total)
        return np.array([own[i] for i in self.n_range])


def chain(seed: int, prismatic: float) -> Case:
    x = case(seed, branching=0.0, prismatic=prismatic, fixed=0.0)
    return x if x.tree.n > 3 else chain(seed + 1000, prismatic)


@pytest.mark.parametrize("prismatic", [0.0, 0.4])
@pytest.mark.parametrize("seed", range(15))
def test_the_corrected_equations_of_the_paper(seed: int, prismatic: float) -> None:
    x = chain(seed, prismatic)
    H, bias = mrnea.equations_of_motion(x.tree, x.q, x.qd, x.wrench)
    paper = Paper(x)
    assert error(paper.H(), H) < 1e-12
    assert error(paper.bias(), bias) < 1e-12


BOTH: list[tuple[str, Callable[[Paper], np.ndarray]]] = [
    ("(10) on the effector", Paper.bias),
    ("(11) no lever", Paper.bias),
    ("(13) +g", Paper.bias),
    ("(19) p of the next link", Paper.H),
    ("(19) p of the next link", Paper.bias),
    ("(30) last entry lost", Paper.H),
    ("(14) f_e in e_n", Paper.bias),
    ("(22) no n_e", Paper.bias),
    ("(23) E without f_e", Paper.bias),
    ("(28) not summed", Paper.bias),
    ("(31) row 1 for all", Paper.H),
    ("(33) z_i", Paper.H),
    ("(33) z_i", Paper.bias),
]


@pytest.mark.parametrize(("slip", "quantity"), BOTH)
def test_each_slip_of_the_print_makes_a_difference(
    slip: str, quantity: Callable[[Paper], np.ndarray]
) -> None:
    x = chain(7, 0.0)
    assert error(quantity(Paper(x, slip)), quantity(Paper(x))) > 1e-3


class Asked:
    """An angle that counts how often its sine and cosine are asked for."""

    def __init__(self, x: float) -> None:
        self.x, self.times = x, 0

    def sincos(self) -> tuple[float, float]:
        self.times += 1
        return math.sin(self.x), math.cos(self.x)


def test_h_and_bias_come_in_one_pass() -> None:
    """The bodies are placed once: no angle is evaluated twice."""
    tree = tree_of(random_robot(random.Random(5), 6, prismatic=0.0))
    angles = [Asked(0.1 * k) for k in range(tree.n)]
    mrnea.equations_of_motion(tree, angles, [1.0] * tree.n)
    assert [angle.times for angle in angles] == [1] * tree.n
