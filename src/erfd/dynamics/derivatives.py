"""The partial derivatives of inverse dynamics, and the mass matrix beside them.

What: d tau / d q, d tau / d qd and H = d tau / d qdd at one state, without difference quotients.
Source: Singh, Russell and Wensing 2022, "Efficient analytical derivatives of rigid body dynamics
using spatial vector algebra"; sums of the same kind stand in Carpentier and Mansard 2018. For
joint j that carries joint i (or is it), with S a joint's motion, v and a the motion of what
carries it, P' = v x S, P" = a x S + v x P', and everything beyond joint i seen as one body with
inertia I, Coriolis matrix B (`dynamics.momentum`) and total force f:

    d tau_j / d q_i  = S_j . (2 B P'_i + I P"_i + S_i x f)
    d tau_i / d q_j  = S_i . (2 B P'_j + I P"_j)
    d tau_j / d qd_i = S_j . (2 B S_i + 2 I P'_i)
    d tau_i / d qd_j = S_i . (2 B S_j + 2 I P'_j)

Cost: O(n) for the sums, O(n d) for the pairs, d the depth of the tree. Frames: body axes, at the
joint origins; the loads of joint i travel toward the base and meet every j on their way.
Departures: no 6x6 matrices; accelerations of points, not spatial ones. The wrench on the tool,
given in base axes, moves with the tool but does not turn with it.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import ZERO, Row, Rows, Scalar, Vector, dot, sub
from erfd.dynamics.composite_body import composite_inertias, unit_load
from erfd.dynamics.inertia import Inertia
from erfd.dynamics.kinematics import Step, steps
from erfd.dynamics.momentum import Momentum, momenta
from erfd.dynamics.newton_euler import reactions
from erfd.dynamics.parent_motion import Drift, drifts
from erfd.dynamics.tool_load import ToolLoad, tool_loads
from erfd.dynamics.tree import Tree
from erfd.dynamics.wrench import Wrench


class Partials(NamedTuple):
    """Rows are torques, columns coordinates; H is d tau / d qdd."""

    by_q: Rows
    by_qd: Rows
    H: Rows


class Sent(NamedTuple):
    """What joint i sends toward the base: I S, 2 B S + 2 I P', 2 B P' + I P" + S x f.

    And two that are pure turning moments: 2 B^T S, and what the wrench lacks by not turning.
    """

    unit: Wrench
    by_qd: Wrench
    by_q: Wrench
    turning: Vector
    lacking: Vector

    def outward(self, step: Step) -> Sent:
        unit, by_qd, by_q = (x.outward(step) for x in (self.unit, self.by_qd, self.by_q))
        turning, lacking = step.outward(self.turning), step.outward(self.lacking)
        return Sent(unit, by_qd, by_q, turning, lacking)


def inverse_dynamics_derivatives(
    tree: Tree, q: Row, qd: Row, qdd: Row, wrench: Row | None = None
) -> Partials:
    across = steps(tree, q)
    moves = drifts(tree, across, qd, qdd)
    bodies = composite_inertias(tree, across)
    moving = momenta(tree, across, qd)
    forces = reactions(tree, across, qd, qdd)
    tool = tool_loads(tree, across, wrench)
    result = Partials(_square(tree.n), _square(tree.n), _square(tree.n))
    for i in range(tree.n):
        kind = tree.prismatic[i]
        sent = _sent(kind, bodies[i], moving[i], moves[i], forces[i], tool.get(i))
        _meet(tree, i, i, sent, moves[i], result)
        for k, j in zip(tree.path(i), tree.path(i)[1:], strict=False):
            sent = sent.outward(across[k])
            _meet(tree, i, j, sent, moves[j], result)
    return result


def _sent(
    prismatic: bool,
    body: Inertia,
    moving: Momentum,
    drift: Drift,
    force: Wrench,
    tool: ToolLoad | None,
) -> Sent:
    by_qd = moving.along_z(prismatic).plus(body.accelerated(*drift.twice_first))
    by_q = moving.of(drift.first[0]).plus(body.accelerated(*drift.second))
    by_q = by_q.plus(_turned(force, prismatic))
    if tool is not None:
        by_q = Wrench(by_q.f, sub(by_q.n, tool.moved(prismatic)))
    lacking = tool.lacking(prismatic) if tool is not None else ZERO
    unit = unit_load(body, prismatic)
    return Sent(unit, by_qd, by_q, moving.felt_along_z(prismatic), lacking)


def _meet(tree: Tree, i: int, j: int, sent: Sent, drift: Drift, result: Partials) -> None:
    """The entries of joints i and j, where what i sent has come to j."""
    by_q, by_qd, H = result
    prismatic = tree.prismatic[j]
    H[i][j] = H[j][i] = sent.unit.along(prismatic)
    by_q[j][i] = sent.by_q.along(prismatic)
    by_qd[j][i] = sent.by_qd.along(prismatic)
    if i != j:
        turning = 0 if prismatic else sent.turning[2]
        lacking = 0 if prismatic else sent.lacking[2]
        by_qd[i][j] = turning + _power(sent.unit, drift.twice_first)
        along_first = dot(sent.turning, drift.first[0])
        by_q[i][j] = along_first + _power(sent.unit, drift.second) + lacking


def _turned(load: Wrench, prismatic: bool) -> Wrench:
    """S x f: how a load changes that moves with the joint."""
    (fx, fy, _), (nx, ny, _) = load
    return Wrench(ZERO, (-fy, fx, 0)) if prismatic else Wrench((-fy, fx, 0), (-ny, nx, 0))


def _power(load: Wrench, twist: tuple[Vector, Vector]) -> Scalar:
    return dot(load.n, twist[0]) + dot(load.f, twist[1])


def _square(n: int) -> Rows:
    return [[0] * n for _ in range(n)]
