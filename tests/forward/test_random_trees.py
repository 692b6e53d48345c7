"""Random trees forward in time: energy, momentum, symmetry and time reversal are kept."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest

import erfd
from tests.samples import random_robot

SEEDS = range(12)


def arm_of(seed: int, gravity: bool = True) -> erfd.Arm:
    rng = random.Random(seed)
    robot = random_robot(rng, 1 + seed % 6)
    return erfd.Arm(robot if gravity else dataclasses.replace(robot, gravity=(0.0, 0.0, 0.0)))


def start(seed: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.uniform(-1, 1, n), rng.uniform(-1, 1, n)


@pytest.mark.parametrize("seed", SEEDS)
def test_energy_is_kept_and_the_motion_turns_back(seed: int) -> None:
    """Reversed in time, the arm returns to where it came from."""
    arm = arm_of(seed)
    q, qd = start(seed, arm.n)
    there = erfd.simulate(arm, q, qd, t_end=0.3)
    assert there.drift < 1e-9
    end = there.at(0.3, "left")
    back = erfd.simulate(arm, end.q, -end.qd, t_end=0.3).at(0.3, "left")
    size = max(1.0, float(np.abs(there.qd).max()))
    assert np.abs(back.q - q).max() < 1e-8 * size
    assert np.abs(back.qd + qd).max() < 1e-7 * size


@pytest.mark.parametrize("seed", SEEDS)
def test_torques_of_a_motion_give_the_motion(seed: int) -> None:
    """Inverse dynamics along a smooth motion, then forward in time: the motion again."""
    arm = arm_of(seed)
    w = np.linspace(1.0, 3.0, arm.n)

    def motion(t: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return 0.4 * np.sin(w * t), 0.4 * w * np.cos(w * t), -0.4 * w * w * np.sin(w * t)

    run = erfd.simulate(arm, *motion(0.0)[:2], t_end=0.4, controller=erfd.Playback(), target=motion)
    wanted = np.array([motion(t)[0] for t in run.t])
    assert np.abs(run.q - wanted).max() < 1e-7


@pytest.mark.parametrize("seed", range(6))
def test_a_constant_wrench_has_a_potential(seed: int) -> None:
    """A force that keeps its direction does the work F (p - p0), whatever the path."""
    arm = arm_of(seed, gravity=False)
    q, qd = start(seed, arm.n)
    force = np.random.default_rng(seed + 9).uniform(-5, 5, 3)
    run = erfd.simulate(arm, q, qd, t_end=0.3, wrench=[*force, 0, 0, 0])
    p = arm.forward_kinematics(run.q)[:, :3, 3]
    work = (p - p[0]) @ force
    scale = max(1e-3, float(np.abs(work).max()), float(run.energy.kinetic.max()))
    assert np.abs(run.energy.works["wrench"] - work).max() < 1e-8 * scale


@pytest.mark.parametrize("seed", range(6))
def test_angular_momentum_about_a_free_first_axis_is_kept(seed: int) -> None:
    """Without gravity nothing turns the whole about the axis of a table that turns freely."""
    arm = arm_of(seed, gravity=False).with_moving_base("revolute", axis=(0, 0, 1), mass=1.0)
    q, qd = start(seed, arm.n)
    run = erfd.simulate(arm, q, qd, t_end=0.3, torque=[0.0, *np.linspace(-1, 1, arm.n - 1)])
    momentum = np.einsum("tij,tj->ti", arm.mass_matrix(run.q), run.qd)[:, 0]
    assert np.abs(momentum - momentum[0]).max() < 1e-8 * max(1.0, float(np.abs(momentum).max()))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_held_by_a_given_motion_is_as_if_fixed(seed: int) -> None:
    """A coordinate that is given to stay moves the rest as the mass matrix without it says."""
    arm = arm_of(2 + seed)
    q, qd = start(seed, arm.n)
    qd[0] = 0.0
    name = arm.joint_names[0]
    run = erfd.simulate(arm, q, qd, t_end=0.2, prescribed={name: lambda _t: (q[0], 0.0, 0.0)})
    assert np.all(run.q[:, 0] == q[0])
    H, bias = arm.equations_of_motion(run.q, run.qd)
    rest = (
        np.linalg.solve(H[:, 1:, 1:], -bias[:, 1:, None])[..., 0] if arm.n > 1 else run.qdd[:, 1:]
    )
    assert np.abs(run.qdd[:, 1:] - rest).max(initial=0.0) < 1e-6 * max(
        1.0, np.abs(rest).max(initial=0.0)
    )
    assert run.drift < 1e-9
