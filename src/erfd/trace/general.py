"""The general chain of n revolute joints: every parameter a symbol, for counting operations.

Frames stand on the joint axes so that the placement of joint i in body i-1 is a turn about x by a
constant angle and the translation (a, 0, b): as in modified Denavit-Hartenberg tables, with the
slide along the axis before the turn. The base frame is that of joint 1, gravity has any direction.
Cosines of constant angles, first moments, tensors about joint origins and the like are parameters:
work that no joint coordinate enters is done once and not counted.
With `regrouped` a body has the 7 base inertial parameters of a revolute joint instead of 10.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from erfd.algebra import IDENTITY, ZERO, Matrix, Scalar, Vector
from erfd.dynamics.tree import Place, Tree
from erfd.robot.placement import Placement
from erfd.trace.base_parameters import READERS
from erfd.trace.counts import Counts, count
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape
from erfd.trace.trace import QUANTITIES


def general_counts(n: int, quantity: str, method: str, still: bool = False) -> Counts:
    """The operations per state of one quantity of the general chain; `still`: qd and gravity 0."""
    tape = Tape()
    state: list[Any] = [symbols(tape, name, (n,)) for name in QUANTITIES[quantity].inputs]
    tree = general_chain(tape, n, regrouped=method in READERS)
    if still:
        state[1], tree = [0] * n, dataclasses.replace(tree, gravity=ZERO)
    results = QUANTITIES[quantity].text(tree, *state, method=method)
    flat = _flat(results)
    output(tape, "result", (len(flat),), flat)
    return count(_that_vary(tape.compact(), n * len(state)))


def _flat(x: Any) -> list[Any]:
    return [y for part in x for y in _flat(part)] if isinstance(x, (list, tuple)) else [x]


def _that_vary(tape: Tape, places: int) -> Tape:
    """Only the nodes that depend on the first input places; fit for counting alone."""
    varies: list[bool] = []
    for op, args, value in tape.nodes:
        varies.append(value < places if op == "input" else any(varies[k] for k in args))
    left = Tape()
    left.nodes = [node for node, flag in zip(tape.nodes, varies, strict=True) if flag]
    return left


def general_chain(tape: Tape, n: int, regrouped: bool) -> Tree:
    R, p = [IDENTITY], [ZERO]
    for i in range(1, n):
        c, s, a, b = symbols(tape, f"placement_{i}", (4,))
        R.append(((1, 0, 0), (0, c, -s), (0, s, c)))
        p.append((a, 0, b))
    bodies = [_body(tape, i, regrouped) for i in range(n)]
    return Tree(
        names=tuple(f"joint_{i}" for i in range(n)),
        parent=tuple(range(-1, n - 1)),
        prismatic=(False,) * n,
        R=tuple(R),
        p=tuple(p),
        m=tuple(body[0] for body in bodies),
        c=tuple(body[1] for body in bodies),
        I=tuple(body[2] for body in bodies),
        h=tuple(body[3] for body in bodies),
        Io=tuple(body[4] for body in bodies),
        gravity=_vector(tape, "gravity"),
        tool=Place(n - 1, Placement()),
        places={},
    )


Body = tuple[Scalar, Vector, Matrix, Vector, Matrix]


def _body(tape: Tape, i: int, regrouped: bool) -> Body:
    """Mass, centre of mass, inertia about it; first moment and inertia about the origin."""
    if regrouped:
        x, y = symbols(tape, f"moment_{i}", (2,))
        xx, xy, xz, yz, zz = symbols(tape, f"inertia_{i}", (5,))
        return 0, ZERO, IDENTITY, (x, y, 0), ((xx, xy, xz), (xy, 0, yz), (xz, yz, zz))
    return (
        symbols(tape, f"mass_{i}", ())[0],
        _vector(tape, f"centre_{i}"),
        _tensor(tape, f"inertia_{i}"),
        _vector(tape, f"moment_{i}"),
        _tensor(tape, f"inertia_about_origin_{i}"),
    )


def _vector(tape: Tape, name: str) -> Vector:
    x, y, z = symbols(tape, name, (3,))
    return (x, y, z)


def _tensor(tape: Tape, name: str) -> Matrix:
    xx, xy, xz, yy, yz, zz = symbols(tape, name, (6,))
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
