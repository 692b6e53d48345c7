"""Can the robot's mass matrix be inverted? If not: at which joint, and what to do about it.

Pivot i of the factorisation from the tip to the base is the inertia that joint i feels with the
joints outward of it free. It is compared with all the inertia about the joint's origin (all the
mass, for a sliding joint), never with zero: rounding turns an exact zero into 1e-36 and forward
dynamics into finite garbage.
"""

from __future__ import annotations

from erfd.algebra import Row
from erfd.dynamics import composite_body, reduced
from erfd.dynamics.linear import pivots
from erfd.dynamics.sizes import inertia_sizes
from erfd.dynamics.tree import Tree

TOLERANCE = 5e-14


def singular_joint(tree: Tree, q: Row) -> int | None:
    """The outermost coordinate that feels no inertia at this pose, or None."""
    full = reduced.positions(tree, q)
    H = reduced.square(tree, composite_body.mass_matrix(tree, full))
    sizes = inertia_sizes(tree, q)
    return next((i for i, felt in pivots(H) if not felt > TOLERANCE * sizes[i]), None)


def singular_message(name: str, prismatic: bool) -> tuple[str, str]:
    what = "mass along" if prismatic else "inertia about"
    return (
        f"joint '{name}' feels no {what} its axis, so forward dynamics has no answer",
        f"give a body outward of '{name}' some {what} that axis, or make the joint fixed",
    )
