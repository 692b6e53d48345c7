"""Joint reactions: Pinocchio's, Newton's third law by free bodies, and the work that they do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin
import pytest

from erfd.dynamics.dual import Dual
from erfd.dynamics.kinematics import poses
from erfd.dynamics.quantities import frame_jacobian, inverse_dynamics, joint_reactions
from erfd.dynamics.tree import Place
from erfd.robot.placement import Placement
from tests.cases import Case, cases, difference

CASES = cases(40, largest=10)


def reactions(case: Case) -> Any:
    state = case.q, case.qd, case.x
    return np.array(joint_reactions(case.tree, *state, case.wrench), dtype=float)


@pytest.mark.oracle
def test_they_are_pinocchio_s() -> None:
    """Force, then moment, at the joint's origin; Pinocchio has them in the joint's own axes."""
    for case in CASES:
        model, data = case.pin
        pin.rnea(model, data, *case.arrays, case.forces)
        pin.forwardKinematics(model, data, case.arrays[0])
        theirs = []
        for k in range(1, model.njoints):
            R, load = data.oMi[k].rotation, data.f[k]
            theirs.append(np.concatenate([R @ load.linear, R @ load.angular]))
        assert difference(reactions(case), theirs) < 1e-12, case.robot.name


def test_their_part_along_the_axis_is_the_torque() -> None:
    for case in CASES:
        tau = inverse_dynamics(case.tree, case.q, case.qd, case.x, case.wrench)
        axes = [pose.R for pose in poses(case.tree, case.q)]
        along = [
            np.dot([row[2] for row in R], x[:3] if slides else x[3:])
            for R, x, slides in zip(axes, reactions(case), case.tree.prismatic, strict=True)
        ]
        assert difference(along, tau) < 1e-12


def test_every_body_obeys_newton() -> None:
    """What the parent exerts, less what goes on to the children, is the rate of m v, and weight."""
    for case in CASES:
        tree, loads = case.tree, reactions(case)
        force = {i: loads[i, :3].copy() for i in range(tree.n)}
        for i, k in enumerate(tree.parent):
            if k >= 0:
                force[k] -= loads[i, :3]
        if tree.tool.index >= 0:
            force[tree.tool.index] += case.wrench[:3]
        size = max(np.abs(f).max() for f in force.values())
        for i, f in force.items():
            left = f + np.array(tree.m[i]) * np.array(tree.gravity) - momentum_rate(case, i)
            assert np.abs(left).max() < 1e-12 * max(size, np.abs(loads).max())


def momentum_rate(case: Case, i: int) -> Any:
    """m d/dt (J qd) of the mass centre, by dual numbers."""
    centre = Place(i, Placement(p=case.tree.c[i]))
    q = [Dual(a, b) for a, b in zip(case.q, case.qd, strict=True)]
    qd = [Dual(a, b) for a, b in zip(case.qd, case.x, strict=True)]
    rows = frame_jacobian(case.tree, q, centre)[:3]
    speed = [sum((a * b for a, b in zip(row, qd, strict=True)), Dual(0.0, 0.0)) for row in rows]
    return np.array([case.tree.m[i] * Dual.of(x).rate for x in speed], dtype=float)
