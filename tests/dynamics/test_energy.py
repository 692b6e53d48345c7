"""Energy: its derivatives are the torques."""

from __future__ import annotations

import random

import numpy as np
import pinocchio as pin
import pytest

from erfd.dynamics import energy, newton_euler
from erfd.dynamics.dual import Dual
from erfd.dynamics.lump import tree_of
from erfd.robot.placement import Placement
from erfd.robot.records import BASE, Body, Joint
from erfd.robot.robot import Robot
from tests.cases import cases, difference, moving
from tests.dynamics.exact import exact_robot, exact_state

CASES = cases(60)


@pytest.mark.oracle
def test_energies_are_pinocchios() -> None:
    for case in CASES:
        q, qd, _ = case.arrays
        kinetic = pin.computeKineticEnergy(*case.pin, q, qd)
        potential = pin.computePotentialEnergy(*case.pin, q)
        assert difference(energy.kinetic(case.tree, case.q, case.qd), kinetic) < 1e-12
        size = 9.81 * sum(case.tree.m)
        assert abs(energy.potential(case.tree, case.q) - potential) < 1e-13 * size


def test_gravity_is_the_gradient_of_the_potential_energy() -> None:
    for case in CASES:
        slopes = []
        for k in range(case.n):
            q = [Dual(x, float(i == k)) for i, x in enumerate(case.q)]
            slopes.append(Dual.of(energy.potential(case.tree, q)).rate)
        assert difference(energy.gravity(case.tree, case.q), slopes) < 1e-12


def test_power_of_the_drives_is_the_rate_of_the_energy() -> None:
    for case in CASES:
        tau = np.array(newton_euler.inverse_dynamics(case.tree, case.q, case.qd, case.x))
        q, qd = moving(case.q, case.qd), moving(case.qd, case.x)
        total = energy.kinetic(case.tree, q, qd) + energy.potential(case.tree, q)
        work = tau * case.arrays[1]
        assert abs(total.rate - work.sum()) < 1e-12 * np.abs(work).sum()


@pytest.mark.parametrize("seed", range(3))
def test_kinetic_energy_is_half_of_the_work_of_momentum_exactly(seed: int) -> None:
    """T is quadratic: 2 T = qd . (dT/dqd), and the momentum is the torque of qdd = qd at rest."""
    rng = random.Random(seed)
    tree, (q, qd, _) = tree_of(exact_robot(rng)), exact_state(rng)
    still, held = [0] * tree.n, energy.gravity(tree, q)
    moved = newton_euler.inverse_dynamics(tree, q, still, qd)
    momentum = [a - b for a, b in zip(moved, held, strict=True)]
    assert energy.kinetic(tree, q, qd) == sum(p * v for p, v in zip(momentum, qd, strict=True)) / 2


def test_potential_energy_is_weight_times_height_above_the_base() -> None:
    lift = Joint(
        name="lift",
        kind="prismatic",
        parent=BASE,
        child="car",
        placement=Placement(p=(3.0, 0, 2.0)),
    )
    car = Body(name="car", mass=10.0, com=(0.5, 0.0, 0.25))
    tree = tree_of(Robot(name="lift", joints=(lift,), bodies=(car,)))
    assert energy.potential(tree, [0.0]) == pytest.approx(10.0 * 9.81 * 2.25, rel=1e-15)
    assert energy.potential(tree, [-2.25]) == 0.0
    assert energy.gravity(tree, [0.7]) == pytest.approx([98.1], rel=1e-15)


def test_kinetic_energy_does_not_depend_on_the_placement_of_the_base() -> None:
    for case in CASES[:10]:
        moved = tree_of(Robot(**{**fields(case.robot), "base": Placement(p=(9.0, -3.0, 5.0))}))
        before, after = (energy.kinetic(t, case.q, case.qd) for t in (case.tree, moved))
        assert before == after


def fields(robot: Robot) -> dict[str, object]:
    return {name: getattr(robot, name) for name in robot.__dataclass_fields__}
