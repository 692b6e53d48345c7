"""The regressor: linear in the parameters, exactly; what the published count of base ones is."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pinocchio as pin

from erfd.dynamics import quantities
from erfd.dynamics.lump import tree_of
from erfd.robot import library
from erfd.robot.records import Payload
from erfd.robot.robot import Robot
from erfd.trace import interpret
from erfd.trace.regressor import parameter_names, parameter_values, regressor
from erfd.trace.robot_function import robot_function
from tests.oracle import model_of
from tests.samples import random_body, random_robot, random_state
from tests.trace.test_derivative import mimicking


def Y_of(robot: Robot, state: Any) -> Any:
    n = len(robot.independent)
    [flat] = interpret.on_floats(regressor(robot, tree_of(robot)), *state)
    return np.array(flat, dtype=float).reshape(n, -1)


def pi_of(robot: Robot) -> Any:
    return np.array(parameter_values(robot, tree_of(robot)), dtype=float)


def torques(robot: Robot, state: Any) -> Any:
    return np.array(quantities.inverse_dynamics(tree_of(robot), *state), dtype=float)


def test_torques_are_the_regressor_times_the_parameters() -> None:
    """Trees, fixed joints, a payload, joints that mimic others."""
    rng = random.Random(51)
    for n in (1, 2, 4, 7):
        robot = random_robot(rng, n, fixed=0.3)
        body = random_body(rng, "load")
        load = Payload(mass=body.mass, com=body.com, inertia=body.inertia)
        for other in (robot, robot.with_payload(load), mimicking(robot) if n > 1 else robot):
            state = random_state(rng, len(other.independent))
            got, expected = Y_of(other, state) @ pi_of(other), torques(other, state)
            assert np.max(np.abs(got - expected)) <= 1e-12 * (1 + np.max(np.abs(expected)))


def test_it_holds_no_parameter_and_is_linear() -> None:
    """Another robot with the same geometry has the same program."""
    rng = random.Random(53)
    robot = random_robot(rng, 5)
    bodies = tuple(random_body(rng, b.name) for b in robot.bodies)
    other = dataclasses.replace(robot, bodies=bodies)
    first, second = (regressor(x, tree_of(x)) for x in (robot, other))
    assert first.nodes == second.nodes
    assert first.results == second.results
    assert [p.name for p in first.inputs] == ["q", "qd", "qdd"]
    state = random_state(rng, 5)
    Y, mixed = Y_of(robot, state), 2.0 * pi_of(robot) - 3.0 * pi_of(other)
    expected = 2.0 * torques(robot, state) - 3.0 * torques(other, state)
    assert np.max(np.abs(Y @ mixed - expected)) <= 1e-12 * (1 + np.max(np.abs(expected)))


def test_pinocchio_says_the_same() -> None:
    """Pinocchio orders the tensor xx xy yy xz yz zz."""
    rng = random.Random(57)
    order = [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]
    for n in (1, 3, 6):
        robot = random_robot(rng, n)
        model = model_of(robot)
        state = random_state(rng, n)
        expected = pin.computeJointTorqueRegressor(model, model.createData(), *map(np.array, state))
        columns = [10 * i + k for i in range(n) for k in order]
        got = Y_of(robot, state)[:, columns]
        assert np.max(np.abs(got - expected)) <= 1e-11 * (1 + np.max(np.abs(expected)))


def test_the_names_of_the_columns() -> None:
    names = parameter_names(library.load("rl15"))
    robot = library.load("rl15")
    assert len(names) == 60
    first = robot.moving[0].child
    assert names[:5] == tuple(f"{first}.{x}" for x in ("m", "hx", "hy", "hz", "Ixx"))
    masses = [b.mass for b in robot.bodies if b.name == robot.moving[2].child]
    assert parameter_values(robot, tree_of(robot))[20] == masses[0]


def test_compiled_and_stacked() -> None:
    """A 6R arm with a vertical first axis and two parallel axes has 36 base parameters."""
    Y = robot_function(library.load("rl15"), "regressor")
    rng = np.random.default_rng(8)
    got = Y(*rng.uniform(-2, 2, size=(3, 100, 6)))
    assert got.shape == (100, 6, 60)
    assert np.linalg.matrix_rank(got.reshape(600, 60), tol=1e-8) == 36
