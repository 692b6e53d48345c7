"""The partial derivatives of inverse dynamics, and the mass matrix beside them.

What: d tau / d q, d tau / d qd and H = d tau / d qdd at one state, without any difference quotient.
Source: Singh, Russell and Wensing 2022, "Efficient analytical derivatives of rigid-body dynamics
using spatial vector algebra", Eqs. (20)-(30); the same sums over the bodies beyond each joint stand
in Carpentier and Mansard 2018. For joint j that carries joint i (or is it), with S the joint's
motion, v and a the parent's motion, P. = v x S, P.. = a x S + v x P., and everything beyond
joint i as one body with inertia I, Coriolis matrix B and total force f:

    d tau_j / d q_i = S_j . (2 B P.i + I P..i + S_i x f)    d tau_j / d qd_i = 2 S_j . (B S_i + I P.i)
    d tau_i / d q_j = S_i . (2 B P.j + I P..j)              d tau_i / d qd_j = 2 S_i . (B S_j + I P.j)

Cost: O(n) for the sums, O(n d) for the pairs, d the depth of the tree. Frames: body axes, at the
joint origins; four loads for each joint i travel toward the base and meet every j on their way.
Departures: no 6x6 matrices. B takes only the turning part w of a motion, to the force w x P and the
moment D w, where P is the momentum and D = sum m ((r.v) 1 - v r^T) over all points; so B^T S is a
pure moment. S does not change along itself, so that S. = P. for joints with one coordinate. The
wrench on the tool, given in base axes, moves with the tool but does not turn with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from erfd.algebra import ZERO, Matrix, Scalar, Vector, add, apply, apply_transposed
from erfd.algebra import add_matrices, cross, dot, neg, outer, scale, skew, sub, sub_matrices
from erfd.dynamics.composite_body import along, composite_inertias, outward, unit_load
from erfd.dynamics.inertia import Inertia, outward_tensor
from erfd.dynamics.kinematics import Step, steps
from erfd.dynamics.newton_euler import Motion, Wrench, motions, reactions, rigid_acceleration
from erfd.dynamics.tool_load import ToolLoad, tool_loads
from erfd.dynamics.tree import Tree

Rows = list[list[Scalar]]
Twist = tuple[Vector, Vector]


class Partials(NamedTuple):
    """H is d tau / d qdd; rows are torques, columns coordinates."""

    by_q: Rows
    by_qd: Rows
    H: Rows


class Drift(NamedTuple):
    """Of joint i, in its own axes: twice P., and P.., each turning part first."""

    twice_first: Twist
    second: Twist


class Momentum(NamedTuple):
    """2 P and 2 D of everything beyond a joint, in body axes at its origin."""

    P: Vector
    D: Matrix


class Travellers(NamedTuple):
    """What joint i sends toward the base: I S, 2 B S + 2 I P., 2 B P. + I P.. + S x f, 2 B^T S."""

    unit: Wrench
    by_qd: Wrench
    by_q: Wrench
    turning: Vector

    def outward(self, step: Step) -> Travellers:
        loads = (outward(step, x) for x in (self.unit, self.by_qd, self.by_q))
        return Travellers(*loads, step.outward(self.turning))


def inverse_dynamics_derivatives(
    tree: Tree,
    q: Sequence[Scalar],
    qd: Sequence[Scalar],
    qdd: Sequence[Scalar],
    wrench: Sequence[Scalar] | None = None,
) -> Partials:
    across = steps(tree, q)
    moves = motions(tree, across, qd, qdd)
    speeds = _speeds(tree, across, moves, qd)
    drifts = [_drift(tree, i, across[i], moves, speeds) for i in range(tree.n)]
    rigid = composite_inertias(tree, across)
    momenta = _momenta(tree, across, moves, speeds)
    forces = reactions(tree, across, qd, qdd)
    tool = tool_loads(tree, across, wrench) if wrench is not None else {}
    by_q, by_qd, H = _square(tree.n), _square(tree.n), _square(tree.n)
    for i in range(tree.n):
        sent = _travellers(tree.prismatic[i], rigid[i], momenta[i], forces[i], drifts[i], tool.get(i))
        _meet_itself(tree, i, sent, Partials(by_q, by_qd, H))
        for k, j in zip(tree.path(i), tree.path(i)[1:], strict=False):
            sent = sent.outward(across[k])
            _meet(tree, i, j, sent, drifts[j], Partials(by_q, by_qd, H))
        _turned_wrench(tree, i, across, tool, by_q)
    return Partials(by_q, by_qd, H)
