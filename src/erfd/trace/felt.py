"""A joint that feels no inertia whatever the state is: named before anything is divided by it."""

from __future__ import annotations

from collections.abc import Sequence

from erfd.algebra import Rows
from erfd.dynamics.linear import pivots
from erfd.dynamics.singular import singular_message
from erfd.dynamics.tree import Tree
from erfd.errors import RobotError
from erfd.trace.partials import is_zero


def refuse_singular(
    tree: Tree,
    H: Rows,
    parent: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
) -> None:
    """H of the coordinates at these places, all of them where none are named."""
    for i, felt in pivots(H, parent):
        if is_zero(felt):
            at = i if places is None else places[i]
            k = at if tree.follows is None else [x.of for x in tree.follows].index(at)
            raise RobotError(*singular_message(tree.names[k], tree.prismatic[k]))
