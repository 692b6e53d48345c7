"""Free fall: energy is kept, positions are those of an integration that shares no text."""

from __future__ import annotations

import math

import numpy as np
import pinocchio as pin
import pytest
from scipy.integrate import solve_ivp

import erfd
from erfd.robot.library import names
from tests.oracle import model_of

SINGULAR = {"kr5", "kr5_r6"}
WHOLE = sorted(set(names()) - SINGULAR)
LONG = {
    "three_link": 5.6,
    "three_link_exact": 3.0,
    "puma": 5.0,
    "stanford": 3.0,
    "stanford_r6": 3.0,
}
LONG |= {"kr5_inertia6": 3.0}


@pytest.mark.parametrize("name", WHOLE)
def test_energy_is_kept_for_ten_seconds(name: str) -> None:
    """Relative to the largest kinetic energy; bodies alone."""
    run = erfd.simulate(erfd.load(name), t_end=10.0)
    assert run.ended == "the end"
    assert run.diverged is None
    largest = float(run.energy.kinetic.max())
    assert np.abs(run.energy.total - run.energy.total[0]).max() <= 1e-9 * largest
    assert np.array_equal(run.energy.total - run.energy.total[0], run.residual)


@pytest.mark.oracle
@pytest.mark.parametrize("name", WHOLE)
def test_positions_are_those_of_an_independent_integration(name: str) -> None:
    """DOP853 at 1e-12 on Pinocchio's accelerations, from a pose that is no equilibrium."""
    arm = erfd.load(name)
    model = model_of(arm.robot)
    data, n, end = model.createData(), arm.n, LONG.get(name, 1.5)
    q0 = start_of(name, n) if name in LONG else np.linspace(0.2, 0.5, n)

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        return np.concatenate([y[n:], pin.aba(model, data, y[:n], y[n:], np.zeros(n))])

    t = np.linspace(0.0, end, 41)
    start = np.concatenate([q0, np.zeros(n)])
    options = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-12, "first_step": 1e-4}
    theirs = solve_ivp(rates, (0.0, end), start, t_eval=t, **options)
    ours = erfd.simulate(arm, q0, t_end=end).at(t)
    assert np.abs(ours.q.T - theirs.y[:n]).max() < 1e-6


@pytest.mark.parametrize(
    ("name", "q"),
    [
        ("three_link", (-2.253554, -1.101909, -0.169288)),
        ("three_link_exact", (-2.254069, -1.101287, -0.167747)),
        ("puma", (-0.359053, 2.493441, -2.714346, -0.356806, -0.300175, 0.013653)),
        ("stanford", (0.013902, -2.997662, 4.630313, 0.036086, 4.387318, 3.136988)),
        ("stanford_r6", (0.013713, -2.996358, 4.626684, 0.118165, 3.837303, 3.117623)),
        ("kr5_inertia6", (0.287309, -2.397536, 1.550239, -0.516444, 1.268394, 0.773930)),
    ],
)
def test_examples_9_8_to_9_11_at_one_second(name: str, q: tuple[float, ...]) -> None:
    """Six decimals of references made by others, from the poses of the examples."""
    arm = erfd.load(name)
    run = erfd.simulate(arm, start_of(name, arm.n), t_end=1.0)
    assert np.abs(run.at(1.0).q - q).max() < 1e-6


def start_of(name: str, n: int) -> np.ndarray:
    """The examples begin at the zero pose, but for that of the Stanford arm."""
    stanford = np.array([0.0, -math.pi / 2, 0.635, 0.0, math.pi, math.pi])
    return stanford if name.startswith("stanford") else np.zeros(n)


def test_the_first_step_is_limited() -> None:
    """From rest in the straight pose the motion begins with t^2, t^6: none may leap over that."""
    run = erfd.simulate(erfd.load("three_link"), t_end=0.1)
    short = erfd.simulate(erfd.load("three_link"), t_end=0.1, max_step=1e-3)
    assert np.diff(run.breakpoints)[0] <= 1e-3
    assert np.abs(run.q - short.q).max() < 1e-12


@pytest.mark.parametrize("name", sorted(SINGULAR))
def test_a_singular_robot_is_refused_by_its_joint(name: str) -> None:
    with pytest.raises(erfd.RobotError) as caught:
        erfd.simulate(erfd.load(name), t_end=1.0)
    assert "joint 'joint_6' feels no inertia about its axis" in caught.value.what
    assert "load kr5" in caught.value.remedy
    assert "rotor inertia" in caught.value.remedy


def test_what_is_fused_falls_like_the_limit() -> None:
    """kr5 without inertia of link 6 is the robot with link 6 fused to link 5."""
    fused = erfd.simulate(erfd.load("kr5_fused"), t_end=1.0).at(1.0).q
    q = (0.287286, -2.397535, 1.550243, -0.514408, 1.268884)
    assert np.abs(fused - q).max() < 1e-6


def test_one_link_is_a_pendulum() -> None:
    """Against the period of the pendulum by an elliptic integral."""
    arm = erfd.load("one_link")
    body = arm.robot.bodies[0]
    about = float(arm.mass_matrix([0.0])[0, 0])
    lever = float(np.hypot(*body.com[:2])) * float(body.mass)
    start = 2.0
    from scipy.special import ellipk

    period = 4.0 * math.sqrt(about / (lever * 9.81)) * float(ellipk(math.sin(start / 2) ** 2))
    run = erfd.simulate(arm, [start], t_end=period)
    assert abs(run.at(period).q[0] - start) < 1e-9
