"""The program of hybrid dynamics: inputs q, qd, given (and the wrench), outputs qdd and tau."""

from __future__ import annotations

from collections.abc import Sequence

from erfd.dynamics import quantities
from erfd.dynamics.hybrid import hybrid_dynamics
from erfd.dynamics.reduced import coordinates
from erfd.dynamics.tree import Tree
from erfd.trace.base_parameters import base_parameters
from erfd.trace.felt import refuse_singular
from erfd.trace.reframe import reframed
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape


def hybrid(tree: Tree, prescribed: Sequence[int], wrench: bool = False) -> Tape:
    """`prescribed` are places among the coordinates."""
    tree, offsets = reframed(tree, base=not wrench)
    tree = base_parameters(tree)
    n = coordinates(tree)
    tape = Tape()
    q, qd, given = (symbols(tape, name, (n,)) for name in ("q", "qd", "given"))
    if tree.follows is None:
        q = [x + d for x, d in zip(q, offsets, strict=True)]
    load = symbols(tape, "wrench", (6,)) if wrench else None
    H = quantities.mass_matrix(tree, q, method="composite_body")
    free = [i for i in range(n) if i not in prescribed]
    refuse_singular(tree, [[H[i][j] for j in free] for i in free], places=free)
    qdd, tau = hybrid_dynamics(tree, q, qd, given, prescribed, load)
    output(tape, "qdd", (n,), qdd)
    output(tape, "tau", (n,), tau)
    return tape
