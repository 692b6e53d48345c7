"""DeNOC, inverse dynamics: the joint torques of a given motion, and the VCI, by two recursions.

Source: Saha, ch. 9, Eqs. (9.32)-(9.35) and, for the vector of convective inertia terms,
(9.17)-(9.19). Cost: O(n). Frames: base axes, twists and wrenches at the mass centres.
Departures: a tree, so that w~_i sums over the children; w^N of (9.34) acts at C_n, so that a
wrench at the tool point E brings the moment n + (E - C_n) x f.
"""

from __future__ import annotations

from erfd.algebra import ZERO, Row, Scalar, Vector, add, cross, neg, sub
from erfd.dynamics.denoc_twist import (
    AT_REST,
    Link,
    Six,
    inward,
    links,
    minus,
    momentum_rate,
    outward,
    plus,
    power,
    spin,
    times,
    twists,
)
from erfd.dynamics.kinematics import pose
from erfd.dynamics.tree import Tree


def inverse_dynamics(
    tree: Tree, q: Row, qd: Row, qdd: Row, wrench: Row | None = None
) -> list[Scalar]:
    """tau_i = p_i^T w~_i; gravity enters as the acceleration -g of the base (9.35)."""
    return torques(tree, links(tree, q), q, qd, qdd, wrench)


def torques(
    tree: Tree, across: list[Link], q: Row, qd: Row, qdd: Row, wrench: Row | None = None
) -> list[Scalar]:
    """The same for links that are known already."""
    w = _wrenches(tree, across, qd, qdd, neg(tree.gravity))
    if wrench is not None and tree.tool.index >= 0:
        k = tree.tool.index
        w[k] = minus(w[k], _tool_wrench(tree, across[k].C, q, wrench))
    return _gather(tree, across, w)


def bias(tree: Tree, q: Row, qd: Row, wrench: Row | None = None) -> list[Scalar]:
    """Velocity terms, gravity and wrench: the torques at zero acceleration."""
    return inverse_dynamics(tree, q, qd, [0] * tree.n, wrench)


def convective(tree: Tree, q: Row, qd: Row) -> list[Scalar]:
    """The VCI h = C qd alone, without gravity and wrench (9.19b)."""
    across = links(tree, q)
    return _gather(tree, across, _wrenches(tree, across, qd, [0] * tree.n, ZERO))


def _wrenches(tree: Tree, across: list[Link], qd: Row, qdd: Row, lift: Vector) -> list[Six]:
    """w_i = M_i t-dot_i + W_i M_i t_i, the base accelerated by `lift`."""
    t = twists(tree, across, qd)
    t_dot = _twist_rates(tree, across, t, qd, qdd, lift)
    return [momentum_rate(link, t[i], t_dot[i]) for i, link in enumerate(across)]


def _twist_rates(
    tree: Tree, across: list[Link], t: list[Six], qd: Row, qdd: Row, lift: Vector
) -> list[Six]:
    """t-dot_i = B_ij t-dot_j + B-dot_ij t_j + p_i qdd_i + Omega_i p_i qd_i (9.32)."""
    rates: list[Six] = []
    for i, link in enumerate(across):
        k = tree.parent[i]
        before, rate = (t[k], rates[k]) if k >= 0 else (AT_REST, Six(ZERO, lift))
        c_dot = sub(before.linear, t[i].linear)
        turned = Six(ZERO, cross(c_dot, before.angular))
        own = plus(times(qdd[i], link.p), times(qd[i], spin(t[i].angular, link.p)))
        rates.append(plus(plus(outward(link.c, rate), turned), own))
    return rates


def _gather(tree: Tree, across: list[Link], w: list[Six]) -> list[Scalar]:
    """w~_i = w_i + sum over children k of B_ki^T w~_k (9.33); tau_i = p_i^T w~_i."""
    gathered = list(w)
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            gathered[k] = plus(gathered[k], inward(across[i].c, gathered[i]))
    return [power(link.p, gathered[i]) for i, link in enumerate(across)]


def _tool_wrench(tree: Tree, C: Vector, q: Row, wrench: Row) -> Six:
    """The wrench on the tool, its moment taken about the mass centre of the link that holds it."""
    f: Vector = (wrench[0], wrench[1], wrench[2])
    n: Vector = (wrench[3], wrench[4], wrench[5])
    E = pose(tree, q, tree.tool).p
    return Six(add(n, cross(sub(E, C), f)), f)
