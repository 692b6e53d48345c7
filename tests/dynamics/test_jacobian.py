"""The Jacobian and its rate are derivatives of the pose, and transform forces."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from erfd.dynamics import jacobian, newton_euler
from erfd.dynamics.kinematics import pose
from erfd.dynamics.tree import Place
from erfd.robot.placement import Placement
from tests.cases import Case, cases, difference, moving, rates

CASES = cases(60)


def places(case: Case) -> list[Place]:
    """The tool and every body."""
    return [case.tree.tool, *case.tree.places.values()]


@pytest.mark.oracle
def test_jacobian_and_rate_are_pinocchios() -> None:
    for case in CASES:
        model, data = case.pin
        q, qd, _ = case.arrays
        pin.computeJointJacobiansTimeVariation(model, data, q, qd)
        pin.framesForwardKinematics(model, data, q)
        where = model.getFrameId("tool"), pin.LOCAL_WORLD_ALIGNED
        J = pin.getFrameJacobian(model, data, *where).reshape(6, case.n)
        Jdot = pin.getFrameJacobianTimeVariation(model, data, *where).reshape(6, case.n)
        assert difference(jacobian.jacobian(case.tree, case.q, case.tree.tool), J) < 1e-13
        found = np.array(jacobian.jacobian_rate(case.tree, case.q, case.qd, case.tree.tool))
        assert np.abs(found - Jdot).max() < 1e-12 * max(1.0, np.abs(Jdot).max())


def test_twist_is_the_derivative_of_the_pose() -> None:
    for case in CASES[:20]:
        for place in places(case):
            J = np.array(jacobian.jacobian(case.tree, case.q, place))
            moved = pose(case.tree, moving(case.q, case.qd), place)
            R = np.array(pose(case.tree, case.q, place).R, dtype=float)
            W = rates(moved.R) @ R.T
            twist = [*rates(moved.p), W[2, 1], W[0, 2], W[1, 0]]
            assert np.abs(J @ case.arrays[1] - twist).max() < 1e-13 * max(1.0, np.abs(twist).max())


def test_rate_is_the_derivative_of_the_jacobian() -> None:
    for case in CASES[:20]:
        for place in places(case):
            J = rates(jacobian.jacobian(case.tree, moving(case.q, case.qd), place))
            found = np.array(jacobian.jacobian_rate(case.tree, case.q, case.qd, place), dtype=float)
            assert np.abs(found - J).max() < 1e-13 * max(1.0, np.abs(J).max())


def test_a_wrench_on_the_tool_relieves_the_drives_by_its_work() -> None:
    for case in CASES:
        J = np.array(jacobian.jacobian(case.tree, case.q, case.tree.tool))
        free = np.array(newton_euler.bias(case.tree, case.q, case.qd))
        loaded = np.array(newton_euler.bias(case.tree, case.q, case.qd, case.wrench))
        relief = J.T @ case.wrench
        assert np.abs(free - loaded - relief).max() < 1e-12 * max(1.0, np.abs(free).max())


def test_frames_on_the_base_do_not_move() -> None:
    tree, q, qd = CASES[0].tree, CASES[0].q, CASES[0].qd
    for place in (tree.places["base"], Place(-1, Placement(p=(1.0, 2.0, 3.0)))):
        still = [[0] * tree.n for _ in range(6)]
        assert jacobian.jacobian(tree, q, place) == still
        assert jacobian.jacobian_rate(tree, q, qd, place) == still


def test_joints_beside_the_way_to_the_base_have_zero_columns() -> None:
    case = next(x for x in cases(20, branching=0.6) if set(range(x.n)) - set(x.tree.path(x.n - 1)))
    J = np.array(jacobian.jacobian(case.tree, case.q, case.tree.tool))
    beside = sorted(set(range(case.n)) - set(case.tree.path(case.tree.tool.index)))
    assert beside
    assert (J[:, beside] == 0).all()
