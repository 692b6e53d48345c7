"""An impact: speeds jump, positions do not; all that rests on stops or is driven takes its part.

    M (qd+ - qd-) = C^T Lambda,    C qd+ = targets,    Lambda of stops pushes only

M is H with the rotors, so that a gear passes the blow on to them. A joint that hits its stop comes
back with -e times its speed; joints that rest on stops stay or are thrown off; coordinates with a
given motion keep theirs. Dry friction takes no part (its forces are finite).
Which stops push is a linear complementarity problem: the first joint whose impulse pulls, or that
would go on into its stop, changes sides until none is left (least index: an end is certain).
Source: Newton's law of restitution; Featherstone 2008, section 11.6; Murty 1974.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from erfd.curve import Array
from erfd.forward.equations import Parts


def inertia(p: Parts) -> Array:
    """H with the rotors, symmetric."""
    M: Array = p.H + p.A.T @ p.R
    return M


def jumped(
    M: Array,
    qd: Array,
    targets: Mapping[int, float],
    sides: Mapping[int, int],
    given: Sequence[int] = (),
) -> tuple[Array, set[int]]:
    """Speeds after, and which joints with a side (-1 lower, 1 upper stop) were thrown off.

    Coordinates `given` keep their speeds, and need no inertia of their own.
    """
    off: set[int] = set()
    seen: list[set[int]] = []
    while True:
        held = [j for j in targets if j not in off]
        after, blow = _solved(M, qd, held, [targets[j] for j in held], given)
        least = 1e-12 * float(np.abs(blow).max(initial=0.0))
        slow = 1e-12 * float(np.abs([*qd, *after]).max())
        pulls = {j for j, x in zip(held, blow, strict=True) if j in sides and sides[j] * x > least}
        wrong = pulls | {j for j in off if sides[j] * (after[j] - targets[j]) > slow}
        if not wrong or off in seen:  # seen: two answers that differ by rounding
            return after, off
        seen.append(set(off))
        off ^= {min(wrong)}


def _solved(
    M: Array, qd: Array, held: list[int], targets: list[float], given: Sequence[int]
) -> tuple[Array, Array]:
    return moved(M, qd, np.eye(len(qd))[held], np.array(targets), given)


def moved(
    M: Array, qd: Array, C: Array, targets: Array, given: Sequence[int] = ()
) -> tuple[Array, Array]:
    """As `projected`, but coordinates `given` keep their speeds whatever it takes."""
    after = qd.copy()
    if not len(C):
        return after, np.zeros(0)
    free, kept = [j for j in range(len(qd)) if j not in given], list(given)
    left = targets - C[:, kept] @ qd[kept]
    after[free], blow = projected(M[np.ix_(free, free)], qd[free], C[:, free], left)
    return after, blow


def by_given(gained: Array, qd: Array, given: Sequence[int]) -> float:
    """The work, J, of what moves the coordinates `given` where momentum jumps by `gained`."""
    return float(gained[list(given)] @ qd[list(given)])


def projected(M: Array, qd: Array, C: Array, targets: Array) -> tuple[Array, Array]:
    """The speeds nearest in kinetic energy with C qd = targets, and the impulses."""
    back = np.linalg.solve(M, C.T)
    blow: Array = np.asarray(np.linalg.solve(C @ back, targets - C @ qd), dtype=float)
    return qd + back @ blow, blow
