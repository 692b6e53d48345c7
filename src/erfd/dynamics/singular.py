"""Can the robot's mass matrix be inverted? If not: at which joint, and what to do about it.

Pivot i of the factorisation from the tip to the base is the inertia that joint i feels with the
joints outward of it free. It is compared with the largest entry of H of the same kind of joint,
never with zero: rounding turns an exact zero into 1e-36 and forward dynamics into finite garbage.
"""

from __future__ import annotations

from collections.abc import Sequence

from erfd.algebra import Scalar
from erfd.dynamics.linear import pivots

TOLERANCE = 1e-14


def singular_joint(H: Sequence[Sequence[Scalar]], prismatic: Sequence[bool]) -> int | None:
    """The outermost joint that feels no inertia, or None."""
    for i, felt in pivots(H):
        scale = max(H[k][k] for k in range(len(H)) if prismatic[k] == prismatic[i])
        if not felt > TOLERANCE * scale:
            return i
    return None


def singular_message(name: str, prismatic: bool) -> tuple[str, str]:
    what = "mass along" if prismatic else "inertia about"
    return (
        f"joint '{name}' feels no {what} its axis, so forward dynamics has no answer",
        f"give a body outward of '{name}' some {what} that axis, or make the joint fixed",
    )
