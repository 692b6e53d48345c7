"""The program of hybrid dynamics: inputs q, qd, given (and the wrench), outputs qdd and tau."""

from __future__ import annotations

from collections.abc import Sequence

from erfd.algebra import Row
from erfd.dynamics import quantities
from erfd.dynamics.hybrid import hybrid_dynamics
from erfd.dynamics.linear import pivots
from erfd.dynamics.reduced import coordinates
from erfd.dynamics.singular import singular_message
from erfd.dynamics.tree import Tree
from erfd.errors import RobotError
from erfd.trace.base_parameters import base_parameters
from erfd.trace.partials import is_zero
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
    _refuse_singular(tree, q, prescribed)
    qdd, tau = hybrid_dynamics(tree, q, qd, given, prescribed, load)
    output(tape, "qdd", (n,), qdd)
    output(tape, "tau", (n,), tau)
    return tape


def _refuse_singular(tree: Tree, q: Row, prescribed: Sequence[int]) -> None:
    """Where a free joint feels no inertia whatever the state is."""
    H = quantities.mass_matrix(tree, q, method="composite_body")
    free = [i for i in range(len(H)) if i not in prescribed]
    for i, felt in pivots([[H[i][j] for j in free] for i in free]):
        if is_zero(felt):
            k = free[i] if tree.follows is None else [x.of for x in tree.follows].index(free[i])
            raise RobotError(*singular_message(tree.names[k], tree.prismatic[k]))
