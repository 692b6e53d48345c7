"""Against TOPP-RA on problems that both can state: no slower than 1 % of its duration.

The durations are those of toppra 0.6.10 on 1,000 points (`their_duration`). Where toppra is
installed they are computed anew; it has no wheels for macOS and Windows, and brings matplotlib.
"""

from __future__ import annotations

import dataclasses
import logging
from typing import Any

import numpy as np
import pytest

from erfd.cli.retime import _closer
from erfd.curve import Array, Polynomials
from erfd.judge.verify import judge
from erfd.motion.files.read_back import read_back
from erfd.repair.retime import retime
from erfd.robot import library
from erfd.robot.robot import Robot
from erfd.trace.robot_function import robot_function
from tests.judge.motions import trajectory

try:
    import toppra
except ImportError:
    toppra = None
logging.getLogger("toppra").setLevel(logging.ERROR)
RATES = (
    1.011678,
    0.7314,
    0.909648,
    0.90497,
    1.04411,
    0.754568,
    1.21182,
    0.848794,
    0.875828,
    0.960764,
    0.87647,
    0.762945,
)
TORQUES = (
    0.294191,
    0.186875,
    0.314324,
    0.229218,
    0.333743,
    0.253233,
    0.369859,
    0.264584,
    0.256814,
    0.307344,
    0.287887,
    0.251781,
)
RL15 = library.load("rl15")
POINTS = 1000


def path(seed: int) -> Polynomials:
    """One piece of degree five that turns all joints, in motion at both ends."""
    rng = np.random.default_rng(seed)
    table = rng.uniform(-0.5, 0.5, (1, 6, 6)) * 0.6 ** np.arange(6)[None, :, None]
    return Polynomials([0.0, 1.0], table)


def speeds_and_accelerations() -> Robot:
    return dataclasses.replace(RL15, drives=None)


def torques() -> Robot:
    """Motors without friction and rotors, nothing stated of the joints: what TOPP-RA can state."""
    assert RL15.drives is not None
    bare = {"viscous_friction": None, "load_friction": None, "rotor_inertia": None}
    motors = tuple(dataclasses.replace(m, **bare) for m in RL15.drives.motors)
    joints = tuple(
        dataclasses.replace(
            j,
            limits=dataclasses.replace(j.limits, acceleration=type(j.limits.speed)()),
        )
        for j in RL15.joints
    )
    drives = dataclasses.replace(RL15.drives, motors=motors)
    return dataclasses.replace(RL15, joints=joints, drives=drives)


def limits(robot: Robot, name: str) -> Array:
    most = np.array([float(getattr(j.limits, name).value) for j in robot.independent])
    return np.stack([-most, most], axis=1)


def their_duration(curve: Polynomials, constraints: list[Any]) -> float:
    geometry = toppra.PolynomialPath(curve.coefficients[0].T, 0.0, 1.0)
    grid = np.linspace(0.0, 1.0, POINTS)
    for constraint in constraints[1:]:
        constraint.set_discretization_type(1)  # kept between the points too, as the judge asks
    method = toppra.algorithm.TOPPRA(
        constraints, geometry, gridpoints=grid, solver_wrapper="seidel"
    )
    return float(method.compute_trajectory(0.0, 0.0).duration)


def compare(robot: Robot, curve: Polynomials, theirs: float) -> None:
    """What users get: it passes as samples too."""
    made = retime(trajectory(robot, curve), robot).trajectory
    assert not judge(made, robot).violations
    assert not judge(read_back(made, robot), robot).violations
    assert 0.99 * theirs <= made.duration <= 1.005 * theirs


@pytest.mark.parametrize("seed", range(len(RATES)))
def test_with_speeds_and_accelerations(seed: int) -> None:
    compare(speeds_and_accelerations(), path(seed), RATES[seed])


def test_samples_are_taken_closer_where_that_saves_time_and_it_is_said() -> None:
    robot, plan = torques(), trajectory(torques(), path(3))
    lines: list[str] = []
    made, asked = retime(plan, robot, tell=lines.append), retime(plan, robot, dt=0.01)
    step = float(made.trajectory.t[1])
    assert step in (0.005, 0.002, 0.001)
    assert made.spared == pytest.approx(asked.trajectory.duration - made.trajectory.duration)
    assert 0.0 < made.spared < 0.01 * made.trajectory.duration
    words = f"Samples are {1e3 * step:g} ms apart: 10 ms apart (--dt 10ms) the motion would take"
    assert _closer(made).replace("\n", " ").startswith(words)
    assert lines[0].startswith("round 1: 0.2")
    assert asked.spared == 0.0


@pytest.mark.parametrize("dt", [0.01, 0.004, 0.001])
@pytest.mark.parametrize("seed", range(len(RATES)))
def test_samples_cost_hardly_anything_however_far_apart(seed: int, dt: float) -> None:
    robot, curve = torques(), path(seed)
    made = retime(trajectory(robot, curve), robot, dt=dt).trajectory
    assert not judge(read_back(made, robot), robot).violations
    assert made.duration <= 1.01 * TORQUES[seed]


@pytest.mark.parametrize("seed", range(len(RATES)))
def test_with_motor_torques(seed: int) -> None:
    compare(torques(), path(seed), TORQUES[seed])


def rate_constraints(robot: Robot) -> list[Any]:
    return [
        toppra.constraint.JointVelocityConstraint(limits(robot, "speed")),
        toppra.constraint.JointAccelerationConstraint(limits(robot, "acceleration")),
    ]


def torque_constraints(robot: Robot) -> list[Any]:
    assert robot.drives is not None
    motors = robot.drives.motors
    A = np.array([m.ratios for m in motors], dtype=float)
    inverse = robot_function(robot, "inverse_dynamics")

    def motor_torque(q: Array, qd: Array, qdd: Array) -> Array:
        torque: Array = np.linalg.solve(A.T, inverse(q, qd, qdd))
        return torque

    peak = np.array([float(m.peak_torque.value) for m in motors])
    top = np.array([float(m.top_speed.value) for m in motors])
    slowest = np.minimum(limits(robot, "speed")[:, 1], np.linalg.solve(np.abs(A), top))
    return [
        toppra.constraint.JointVelocityConstraint(np.stack([-slowest, slowest], axis=1)),
        toppra.constraint.JointTorqueConstraint(
            motor_torque, np.stack([-peak, peak], axis=1), np.zeros(6)
        ),
    ]


def test_the_durations_are_those_of_toppra_where_it_is_installed() -> None:
    if toppra is None:
        return
    for seed in range(len(RATES)):
        rates = rate_constraints(speeds_and_accelerations())
        assert their_duration(path(seed), rates) == pytest.approx(RATES[seed], rel=1e-4)
        bounds = torque_constraints(torques())
        assert their_duration(path(seed), bounds) == pytest.approx(TORQUES[seed], rel=1e-4)
