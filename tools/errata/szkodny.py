"""Szkodny, Dynamics of industrial robot manipulators.

The traces are typed out for a random arm of three links, each with a rotor, not balanced, that
turns by ratios times the coordinates.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

import erfd
from erfd.dynamics import lagrange
from erfd.dynamics.homogeneous import doubled_pseudo_inertia
from tests.dynamics.literal import Array, Case
from tests.dynamics.test_lagrange import derivative, transforms
from tools.errata.row import Row, holds, off

STICTION, TRANSMISSION = "tests/drives/test_stiction.py", "tests/drives/test_transmission.py"
N = 3


class Arm(NamedTuple):
    """T_p and its derivatives [k][p], J_p; T_ap, its derivatives [k][p], J_ap; the ratios."""

    T: Array
    dT: Array
    J: Array
    Ta: Array
    dTa: Array
    Ja: Array
    A: Array
    case: Case


def arm() -> Arm:
    case = Case(5, n=N, branching=0.0, fixed=0.0, prismatic=0.0)
    tree, rng = case.tree, np.random.default_rng(5)
    T = np.array(transforms(tree, case.q), dtype=float)
    dT = np.array([derivative(tree, case.q, k) for k in range(N)])
    bodies = zip(tree.m, tree.h, tree.Io, strict=True)
    J = np.array([doubled_pseudo_inertia(*b) for b in bodies], dtype=float) / 2
    A = rng.uniform(-20, 20, (N, N))
    parts = [_rotor(a @ case.q, rng) for a in A]
    Ta, slope, Ja = (np.array(x) for x in zip(*parts, strict=True))
    dTa = np.array([[A[p, k] * slope[p] for p in range(N)] for k in range(N)])
    return Arm(T, dT, J, Ta, dTa, Ja, A, case)


def _rotor(angle: float, rng: np.random.Generator) -> tuple[Array, Array, Array]:
    """A turn about z on a fixed place, its slope, a pseudo-inertia of five particles."""
    c, s = math.cos(angle), math.sin(angle)
    turn, slope = np.eye(4), np.zeros((4, 4))
    turn[:2, :2], slope[:2, :2] = [[c, -s], [s, c]], [[-s, -c], [c, -s]]
    place = np.eye(4)
    place[:3, :3] = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    place[:3, 3] = rng.uniform(-1, 1, 3)
    r = np.column_stack([rng.uniform(-0.1, 0.1, (5, 3)), np.ones(5)])
    return place @ turn, place @ slope, r.T @ r


def trace(*matrices: Array) -> float:
    return float(np.trace(np.linalg.multi_dot(matrices)))


def cross_term() -> str:
    """Kinetic energy of the rotors as bodies, less the terms of (1) that (2) has besides."""
    x = arm()
    qd = np.array(x.case.qd)
    Td, Tad = (np.einsum("k,kpij->pij", qd, d) for d in (x.dT, x.dTa))
    exact = printed = right = 0.0
    for p in range(N):
        whole = Td[p] @ x.Ta[p] + x.T[p] @ Tad[p]
        exact += trace(whole, x.Ja[p], whole.T) / 2 - trace(Tad[p], x.Ja[p], Tad[p].T) / 2
        exact -= trace(Td[p], x.Ta[p], x.Ja[p], x.Ta[p].T, Td[p].T) / 2
        right += trace(Td[p], x.Ta[p], x.Ja[p], Tad[p].T, x.T[p].T)
        printed += trace(Td[p], x.Ta[p], x.Ja[p], Td[p].T, x.T[p].T)
    return off([printed], [right], [exact])


def two_derivatives() -> str:
    """Those terms of (9) and (12) that are kept, and those with one derivative of T_ap."""
    x, n = arm(), range(N)
    at = [(i, j, k, p) for i in n for j in n for k in n for p in n]
    kept = [trace(x.dT[i][p], x.dTa[k][p], x.Ja[p], x.dTa[j][p].T, x.T[p].T) for i, j, k, p in at]
    size = max(abs(trace(x.dTa[k][p], x.Ja[p], x.dTa[j][p].T)) for _, j, k, p in at)
    gone = [trace(x.dT[i][p], x.Ta[p], x.Ja[p], x.dTa[j][p].T, x.dT[k][p].T) for i, j, k, p in at]
    largest, lost = max(map(abs, kept)) / size, max(map(abs, gone)) / size
    said = f"those kept are 0 to {1e-12:.0e}, those dropped {lost:.1g}, of I_a A^2"
    return holds(largest < 1e-12 and lost > 1e-4, said)


def units() -> str:
    """The links of the arm as the elements of its drives."""
    x, n = arm(), range(N)
    part = [[[trace(x.dT[i][p], x.J[p], x.dT[j][p].T) for p in n] for j in n] for i in n]
    printed = [[part[i][j][i] for j in n] for i in n]
    right = np.sum(part, axis=2)
    return off(printed, right, lagrange.mass_matrix(x.case.tree, x.case.q))


def transposed() -> str:
    """D_pk as second derivatives of the energy (4) by the speeds."""
    x, n = arm(), range(N)

    def energy(qd: Array) -> float:
        Td, Tad = (np.einsum("k,kpij->pij", qd, d) for d in (x.dT, x.dTa))
        return sum(
            trace(Td[p], x.J[p], Td[p].T) / 2
            + trace(Td[p], x.Ta[p], x.Ja[p], Tad[p].T, x.T[p].T)
            + trace(Tad[p], x.Ja[p], Tad[p].T) / 2
            for p in n
        )

    def form(last: Callable[[Array], Array]) -> Array:
        return np.array([[sum(_entry(x, p, i, k, last) for p in n) for k in n] for i in n])

    unit = np.eye(N)
    exact = [
        [energy(unit[i] + unit[k]) - energy(unit[i]) - energy(unit[k]) for k in n] for i in n
    ]  # fmt: skip
    return off(form(lambda T: T), form(lambda T: T.T), exact)


def _entry(x: Arm, p: int, i: int, k: int, last: Callable[[Array], Array]) -> float:
    both = trace(x.dT[i][p], x.J[p], x.dT[k][p].T) + trace(x.dTa[i][p], x.Ja[p], x.dTa[k][p].T)
    for a, b in ((i, k), (k, i)):
        both += trace(x.dT[a][p], x.Ta[p], x.Ja[p], x.dTa[b][p].T, last(x.T[p]))
    return both


def driving_forces() -> str:
    """By the power of 6 speeds, one joint after the other."""
    A = np.array(erfd.load("rl15").transmission_matrix(), dtype=float)
    rng = random.Random(1)
    F = np.array([rng.uniform(-3, 3) for _ in range(6)])
    power = [F @ (A @ qd) for qd in np.eye(6)]
    return off(np.full(6, np.diag(A) @ F), A.T @ F, power)


def euler() -> str:
    """Energy of a pendulum let go at 1 rad, 10 s by steps of 10 ms, of the largest possible."""
    robot = erfd.load("one_link")
    drift = []
    for explicit in (True, False):
        q, qd = np.array([1.0]), np.zeros(1)
        start = sum(robot.energy(q, qd))
        for _ in range(1000):
            qdd = robot.forward_dynamics(q, qd, np.zeros(1))
            q, qd = (
                (q + 0.01 * qd, qd + 0.01 * qdd)
                if explicit
                else (q + 0.01 * (qd + 0.01 * qdd), qd + 0.01 * qdd)
            )
        drift.append(float(abs(sum(robot.energy(q, qd)) - start) / 9.81))
    said = f"a rod gains {drift[0]:.0%} of m g a in 10 s, with the new speed {drift[1]:.1%}"
    return holds(drift[0] > 5 * drift[1], said)


ROWS = (
    Row(
        "(1)",
        "inner sum to N",
        "to N_i, the elements of unit i",
        why="the text after (1) says what N_i is",
    ),
    Row("(2)", "second trace ... dT_i^T/dt T_i^T", "dT_ai^T/dt T_i^T", cross_term),
    Row("(3)", "dT_i/dq_j", "partial derivatives", why="T_i depends on q_1 to q_i"),
    Row(
        "(8), (9), (12)",
        "rotor terms with two derivatives of T_ap kept, those with one dropped",
        "the first are identically 0, the second are the gyroscopic terms",
        two_derivatives,
        ("tests/dynamics/test_rotors.py::test_spin_terms_equal_rotors_as_bodies",),
    ),
    Row(
        "(9)",
        "d2T_ap/dq_j dq_k dropped",
        "I_a A_i dA_j/dq_k where ratios vary, as on the IRb-6",
        by=(
            f"{TRANSMISSION}::test_the_drift_is_what_a_changes_by",
            "tests/drives/test_power.py::test_motor_power_is_stored_or_lost",
        ),
    ),
    Row(
        "(15a)-(15c)",
        "sum over unit i",
        "over all units",
        units,
        ("tests/drives/test_against_pinocchio.py::test_elements_are_bodies_that_follow",),
    ),
    Row(
        "(17)",
        "F_aid compared with F_s",
        "with the load too",
        by=(f"{STICTION}::test_a_held_arm_stays_and_the_print_lets_it_fall",),
    ),
    Row(
        "(17)",
        "qd_a = 0 exactly",
        "a threshold, or the change of sign within the step",
        by=(f"{STICTION}::test_a_push_comes_to_rest_and_energy_falls",),
    ),
    Row(
        "(19)",
        "dq_aj/dq_j F_aire",
        "dq_aj/dq_i F_aj,re",
        driving_forces,
        (f"{TRANSMISSION}::test_gears_transmit_all_the_power",),
    ),
    Row("(22)", "q + qd dt with the old speed", "with the new one, or a Runge-Kutta method", euler),
    Row("App., D_pk, F_p, first D_ijk", "... dT_ai^T/dq_k T_i", "... T_i^T", transposed),
    Row(
        "App., first D_ijk",
        'one "Trace" and the limit max(j, k) missing',
        "as in the regrouped form",
        why="the sum is of matrices there; the regrouped form below it has both",
    ),
)
