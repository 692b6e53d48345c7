"""Every integrator has the order that it claims; all agree; the curve is what the steps say."""

from __future__ import annotations

import math

import numpy as np
import pytest

import erfd
from erfd.forward.integrators import METHODS, integrator
from erfd.forward.integrators.method import Settings
from erfd.forward.integrators.rkf45 import FIFTH, FOURTH, TABLEAU

FIXED = [name for name, m in METHODS.items() if not m.adaptive]
ADAPTIVE = [name for name, m in METHODS.items() if m.adaptive]
Q0 = np.array([0.4, -0.3, 0.9])


@pytest.fixture(scope="module")
def arm() -> erfd.Arm:
    return erfd.load("three_link")


@pytest.fixture(scope="module")
def exact(arm: erfd.Arm) -> np.ndarray:
    return erfd.simulate(arm, Q0, t_end=0.5, max_step=1e-3).at(0.5).q


@pytest.mark.parametrize("name", FIXED)
def test_the_measured_order_is_the_claimed_one(name: str, arm: erfd.Arm, exact: np.ndarray) -> None:
    """Halving the step divides the error by two to the power of the order."""
    steps = [0.5 / k for k in (200, 400, 800, 1600)]
    errors = [
        np.abs(erfd.simulate(arm, Q0, t_end=0.5, integrator=name, dt=h).at(0.5).q - exact).max()
        for h in steps
    ]
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert np.abs(orders[-1] - METHODS[name].order) < 0.1, orders


@pytest.mark.parametrize("name", ADAPTIVE)
def test_adaptive_ones_follow_their_tolerance(name: str, arm: erfd.Arm, exact: np.ndarray) -> None:
    errors = []
    for tolerance in (1e-5, 1e-7, 1e-9):
        run = erfd.simulate(arm, Q0, t_end=0.5, integrator=name, rtol=tolerance, atol=tolerance)
        errors.append(np.abs(run.at(0.5).q - exact).max())
        assert errors[-1] < 300 * tolerance
    assert errors[2] < 0.1 * errors[0]


@pytest.mark.parametrize("name", ["dop853", "rkf45"])
def test_dense_output_is_as_exact_as_the_steps(name: str, arm: erfd.Arm) -> None:
    run = erfd.simulate(arm, Q0, t_end=0.5, integrator=name, rtol=1e-9, atol=1e-9)
    fine = erfd.simulate(arm, Q0, t_end=0.5, max_step=1e-3)
    t = np.random.default_rng(0).uniform(0.0, 0.5, 500)
    assert np.abs(run.at(t).q - fine.at(t).q).max() < 1e-6
    assert np.abs(run.at(t).qd - fine.at(t).qd).max() < 1e-5
    qdd = arm.forward_dynamics(fine.at(t).q, fine.at(t).qd, np.zeros((500, 3)))
    assert np.abs(fine.at(t).qdd - qdd).max() < 1e-6 * np.abs(qdd).max()


def test_fehlberg_order_conditions() -> None:
    """Of both solutions up to orders 5 and 4, for quadrature; rows of a sum to c."""
    c = np.array(TABLEAU.c)
    for row, node in zip(TABLEAU.a, TABLEAU.c, strict=True):
        assert math.isclose(sum(row), node, abs_tol=1e-15)
    for weights, order in ((FIFTH, 5), (FOURTH, 4)):
        for k in range(order):
            assert math.isclose(np.dot(weights, c**k), 1 / (k + 1), abs_tol=1e-14)


def test_algorithm_1_point_7_to_the_bit(arm: erfd.Arm) -> None:
    """as_published: qd' = qd + qdd dt, q' = q + qd' dt; euler: Eq. (22) of Szkodny."""
    dt = 0.01
    q, qd = Q0.copy(), np.zeros(3)
    p, pd = Q0.copy(), np.zeros(3)
    for _ in range(20):
        qd = qd + dt * arm.forward_dynamics(q, qd, np.zeros(3))
        q = q + dt * qd
        p, pd = p + dt * pd, pd + dt * arm.forward_dynamics(p, pd, np.zeros(3))
    ours = erfd.simulate(arm, Q0, t_end=0.2, integrator="as_published", dt=dt)
    assert np.abs(ours.at(0.2).q - q).max() < 1e-13
    ours = erfd.simulate(arm, Q0, t_end=0.2, integrator="euler", dt=dt)
    assert np.abs(ours.at(0.2).q - p).max() < 1e-13


def test_as_published_takes_the_controllers_cycle() -> None:
    run = erfd.simulate(erfd.load("rl15"), t_end=0.1, integrator="as_published")
    assert np.allclose(np.diff(run.breakpoints), erfd.load("rl15").robot.system.r_dt)


def test_the_implicit_one_takes_friction_that_explicit_ones_crawl_through() -> None:
    """Viscous friction of the joint a million times faster than the motion."""

    def damped(_t: float, _q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return -3e4 * qd

    arm, options = erfd.load("three_link"), {"t_end": 0.2, "controller": damped}
    stiff = erfd.simulate(arm, Q0, integrator="radau", rtol=1e-7, atol=1e-7, **options)
    slow = erfd.simulate(
        arm, Q0, integrator="rkf45", rtol=1e-7, atol=1e-7, t_end=0.002, controller=damped
    )
    assert stiff.evaluations < 2000 < 0.2 / 0.002 * slow.evaluations
    assert stiff.drift < 1e-3


@pytest.mark.parametrize("name", METHODS)
def test_steps_end_exactly_at_the_end(name: str) -> None:
    arm = erfd.load("two_link")
    run = erfd.simulate(arm, [0.3, 0.1], t_end=0.0373, integrator=name)
    assert run.t[-1] == run.end == 0.0373


def test_methods_are_told_by_name() -> None:
    assert integrator("auto") is METHODS["dop853"]
    with pytest.raises(erfd.ErfdError, match="there is no integrator 'rk45'"):
        integrator("rk45")
    assert Settings.__slots__


def test_the_kernel_of_a_step_is_scipys_method() -> None:
    """The compiled stages against SciPy's DOP853 on the same equations, step by step."""
    from scipy.integrate import DOP853

    arm, n = erfd.load("rl15"), 6
    ours = erfd.simulate(arm, t_end=0.2, rtol=1e-10, atol=1e-10)

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        return np.concatenate([y[n:], arm.forward_dynamics(y[:n], y[n:], np.zeros(n))])

    options = {"rtol": 1e-10, "atol": 1e-10, "first_step": 1e-3, "max_step": 0.1}
    solver = DOP853(rates, 0.0, np.zeros(2 * n), 0.2, **options)
    edges = [0.0]
    while solver.status == "running":
        solver.step()
        edges.append(solver.t)
        middle = 0.5 * (solver.t_old + solver.t)
        between = solver.dense_output()(middle)
        state = ours.at(middle)
        assert np.abs(between - np.concatenate([state.q, state.qd])).max() < 1e-9
    assert len(edges) == len(ours.breakpoints)
    assert np.abs(np.array(edges) - ours.breakpoints).max() < 1e-6


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize(
    "physics",
    [{"drives": True}, {"stops": True}, {"drives": True, "stops": True, "controller": True}],
    ids="+".join,
)
def test_every_integrator_takes_every_physics(name: str, physics: dict[str, bool]) -> None:
    """Events, friction, stops, a cascade with each; the ledger closes as the order lets it."""
    options: dict[str, object] = dict(physics)
    if options.pop("controller", False):
        options |= {"controller": erfd.Cascade(), "target": [0.5, -0.2, 0.2, 0.0, 0.3, 0.0]}
    run = erfd.simulate(erfd.load("rl15"), t_end=0.6, integrator=name, **options)
    assert run.ended == "the end"
    bound = {5: 1e-6, 4: 1e-4, 8: 1e-9, 1: 0.3}[METHODS[name].order]
    assert run.drift < bound
