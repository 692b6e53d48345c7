"""Forward dynamics by articulated bodies."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from erfd.algebra import ZERO
from erfd.dynamics import articulated_body, composite_body, newton_euler
from erfd.dynamics.linear import pivots
from erfd.dynamics.lump import tree_of
from erfd.robot.records import BASE, Body, Frame, Joint
from erfd.robot.robot import Robot
from tests.cases import Case, cases, difference
from tests.counting import forward_dynamics_counts
from tests.dynamics.exact import exact_robot, exact_state
from tests.samples import random_robot

CASES = cases(60)
SEEDS = range(3)


@pytest.mark.oracle
def test_accelerations_are_pinocchios() -> None:
    for case in CASES:
        qdd = articulated_body.forward_dynamics(case.tree, case.q, case.qd, case.x, case.wrench)
        assert difference(qdd, case.forward_dynamics()) < 1e-11


@pytest.mark.oracle
def test_forty_joints() -> None:
    case = Case(random_robot(random.Random(3), 40), random.Random(3))
    qdd = articulated_body.forward_dynamics(case.tree, case.q, case.qd, case.x, case.wrench)
    assert difference(qdd, case.forward_dynamics()) < 1e-11


@pytest.mark.parametrize("seed", SEEDS)
def test_forward_dynamics_undoes_inverse_dynamics_exactly(seed: int) -> None:
    rng = random.Random(seed)
    tree, (q, qd, qdd) = tree_of(exact_robot(rng)), exact_state(rng)
    wrench = [rng.randint(-9, 9) for _ in range(6)]
    tau = newton_euler.inverse_dynamics(tree, q, qd, qdd, wrench)
    assert articulated_body.forward_dynamics(tree, q, qd, tau, wrench) == qdd


@pytest.mark.parametrize("seed", SEEDS)
def test_the_first_joint_feels_the_last_pivot(seed: int) -> None:
    """At rest, without gravity, with all other joints free: tau_0 = pivot_0 qdd_0."""
    rng = random.Random(seed)
    tree, (q, _, _) = tree_of(exact_robot(rng)), exact_state(rng)
    weightless, still = replace(tree, gravity=ZERO), [Fraction(0)] * tree.n
    tau = [Fraction(1), *still[1:]]
    felt = dict(pivots(composite_body.mass_matrix(tree, q), tree.parent))[0]
    assert articulated_body.forward_dynamics(weightless, q, still, tau)[0] == 1 / felt


@pytest.mark.parametrize("prismatic", [0.0, 0.5, 1.0])
def test_cost_grows_with_the_number_of_joints_alone(prismatic: float) -> None:
    """From 10 to 20 joints as much as from 20 to 30: three copies of one chain in a row."""
    link = random_robot(random.Random(1), 10, branching=0.0, prismatic=prismatic, fixed=0.0)
    costs = [
        forward_dynamics_counts(articulated_body.forward_dynamics, tree_of(row(link, copies)))
        for copies in (1, 2, 3)
    ]
    assert costs[2] - costs[1] == costs[1] - costs[0]
    assert [x["divisions"] for x in costs] == [10, 20, 30]


def row(link: Robot, copies: int) -> Robot:
    joints: list[Joint] = []
    bodies: list[Body] = []
    for copy in range(copies):
        for joint, body in zip(link.joints, link.bodies, strict=True):
            parent = f"{joint.parent}.{copy}"
            if joint.parent == BASE:
                parent = bodies[-1].name if bodies else BASE
            names = {"name": f"{joint.name}.{copy}", "child": f"{joint.child}.{copy}"}
            joints.append(replace(joint, parent=parent, **names))
            bodies.append(replace(body, name=f"{body.name}.{copy}"))
    tool = Frame(name="tool", body=bodies[-1].name)
    return replace(link, joints=tuple(joints), bodies=tuple(bodies), tool=tool)


def test_a_slide_falls_as_fast_as_any_stone() -> None:
    """Whatever hangs on it at rest: a vertical slide without a drive accelerates with gravity."""
    slide = Joint(name="slide", kind="prismatic", parent=BASE, child="stone")
    for mass in (0.001, 1.0, 1000.0):
        robot = Robot(name="stone", joints=(slide,), bodies=(Body(name="stone", mass=mass),))
        assert articulated_body.forward_dynamics(tree_of(robot), [0.3], [0.2], [0.0]) == [-9.81]
