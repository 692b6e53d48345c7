"""Coordinates of their own: joints that mimic others are eliminated exactly.

With q_full = G q + offset (G constant): tau = G^T tau_full, H = G^T H_full G, J = J_full G.
Robots without such joints pass straight through. A sweep that never forms H cannot be projected,
so forward dynamics of a coupled robot always solves H qdd = tau - bias.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from erfd.algebra import Row, Rows, Scalar
from erfd.dynamics.linear import solve_symmetric
from erfd.dynamics.tree import Follow, Tree


def coordinates(tree: Tree) -> int:
    """How many independent coordinates the tree has."""
    return tree.n if tree.follows is None else len({x.of for x in tree.follows})


def positions(tree: Tree, q: Row) -> list[Scalar]:
    if tree.follows is None:
        return list(q)
    return [q[x.of] if _identical(x) else x.ratio * q[x.of] + x.offset for x in tree.follows]


def _identical(x: Follow) -> bool:
    return bool(x.ratio == 1 and x.offset == 0)


def rates(tree: Tree, qd: Row) -> list[Scalar]:
    """Speeds or accelerations of all joints."""
    return list(qd) if tree.follows is None else [x.ratio * qd[x.of] for x in tree.follows]


def forces(tree: Tree, tau: Row) -> list[Scalar]:
    """G^T tau."""
    if tree.follows is None:
        return list(tau)
    total: list[Scalar] = [0] * coordinates(tree)
    for x, value in zip(tree.follows, tau, strict=True):
        total[x.of] = total[x.of] + x.ratio * value
    return total


def columns(tree: Tree, J: Sequence[Row]) -> Rows:
    """J G, for the Jacobian and other matrices with a column per joint."""
    return [forces(tree, row) for row in J]


def square(tree: Tree, H: Sequence[Row]) -> Rows:
    """G^T H G."""
    if tree.follows is None:
        return [list(row) for row in H]
    half = columns(tree, H)
    return [list(row) for row in zip(*columns(tree, list(zip(*half, strict=True))), strict=True)]


def solve(
    mass_matrix: Callable[..., Rows],
    bias: Callable[..., list[Scalar]],
    tree: Tree,
    q: Row,
    qd: Row,
    tau: Row,
    wrench: Row | None = None,
) -> list[Scalar]:
    """Accelerations of the independent coordinates."""
    full = positions(tree, q)
    H = square(tree, mass_matrix(tree, full))
    b = forces(tree, bias(tree, full, rates(tree, qd), wrench))
    return solve_symmetric(H, [t - x for t, x in zip(tau, b, strict=True)])
