"""An impact: speeds jump, positions do not; all that rests on stops or is driven takes its part.

    M (qd+ - qd-) = C^T Lambda,    C qd+ = targets,    Lambda of stops pushes only

M is H with the rotors, so that a gear passes the blow on to them. A joint that hits its stop comes
back with -e times its speed; joints that rest on stops stay or are thrown off; coordinates with a
given motion keep theirs. Dry friction takes no part (its forces are finite).
Source: Newton's law of restitution; Featherstone 2008, section 11.6.
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
    while True:
        held = [j for j in targets if j not in off]
        after, blow = _solved(M, qd, held, [targets[j] for j in held], given)
        pulls = {j: -sides[j] * x for j, x in zip(held, blow, strict=True) if j in sides}
        worst = min(pulls, key=lambda j: pulls[j], default=-1)
        if worst < 0 or pulls[worst] >= -1e-12 * max(map(abs, pulls.values())):
            return after, off
        off.add(worst)


def _solved(
    M: Array, qd: Array, held: list[int], targets: list[float], given: Sequence[int]
) -> tuple[Array, Array]:
    after = qd.copy()
    if not held:
        return after, np.zeros(0)
    free = [j for j in range(len(qd)) if j not in given]
    pick = np.zeros((len(held), len(free)))
    pick[np.arange(len(held)), [free.index(j) for j in held]] = 1.0
    after[free], blow = projected(M[np.ix_(free, free)], qd[free], pick, np.array(targets))
    return after, blow


def projected(M: Array, qd: Array, C: Array, targets: Array) -> tuple[Array, Array]:
    """The speeds nearest in kinetic energy with C qd = targets, and the impulses."""
    back = np.linalg.solve(M, C.T)
    blow: Array = np.asarray(np.linalg.solve(C @ back, targets - C @ qd), dtype=float)
    return qd + back @ blow, blow
