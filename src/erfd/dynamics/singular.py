"""Can the robot's mass matrix be inverted? If not: at which joint, and what to do about it.

Pivot i of the factorisation from the tip to the base is the inertia that joint i feels with the
joints outward of it free. It is compared with all the inertia about the joint's origin (all the
mass, for a sliding joint), never with zero: rounding turns an exact zero into 1e-36 and forward
dynamics into finite garbage.
"""

from __future__ import annotations

from erfd.algebra import Row, Scalar
from erfd.dynamics import composite_body, reduced
from erfd.dynamics.inertia import Inertia, inertia_of
from erfd.dynamics.kinematics import steps
from erfd.dynamics.linear import pivots
from erfd.dynamics.tree import Tree

TOLERANCE = 5e-14


def singular_joint(tree: Tree, q: Row) -> int | None:
    """The outermost coordinate that feels no inertia at this pose, or None."""
    full = reduced.positions(tree, q)
    H = reduced.square(tree, composite_body.mass_matrix(tree, full))
    sizes = _sizes(tree, full)
    return next((i for i, felt in pivots(H) if not felt > TOLERANCE * sizes[i]), None)


def _sizes(tree: Tree, q: Row) -> list[Scalar]:
    """For each coordinate the mass, or the trace of the inertia, of all that it carries."""
    across = steps(tree, q)
    carried: list[Inertia] = [inertia_of(tree, i) for i in range(tree.n)]
    for i in reversed(range(tree.n)):
        k = tree.parent[i]
        if k >= 0:
            carried[k] = carried[k].plus(carried[i].outward(across[i], tree.prismatic[i]))
    own = [x.m if tree.prismatic[i] else _trace(x) for i, x in enumerate(carried)]
    if tree.follows is None:
        return own
    sizes: list[Scalar] = [0] * reduced.coordinates(tree)
    for x, size in zip(tree.follows, own, strict=True):
        sizes[x.of] = sizes[x.of] + x.ratio * x.ratio * size
    return sizes


def _trace(inertia: Inertia) -> Scalar:
    return inertia.Io[0][0] + inertia.Io[1][1] + inertia.Io[2][2]


def singular_message(name: str, prismatic: bool) -> tuple[str, str]:
    what = "mass along" if prismatic else "inertia about"
    return (
        f"joint '{name}' feels no {what} its axis, so forward dynamics has no answer",
        f"give a body outward of '{name}' some {what} that axis, or make the joint fixed",
    )
