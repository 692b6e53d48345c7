"""The compiled function of one quantity of one robot, traced only where nothing is stored of it."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from typing import Any

from erfd.dynamics.tree import Place, Tree
from erfd.trace.function import Function
from erfd.trace.robot_derivative import robot_derivative
from erfd.trace.trace import chosen, trace


def function(
    tree: Tree,
    quantity: str,
    method: str | None = None,
    *,
    wrench: bool = False,
    place: Place | None = None,
    **options: Any,
) -> Function:
    """The arguments are those of `trace`."""
    name = chosen(tree, quantity, method)

    def traced() -> Any:
        return trace(tree, quantity, name or None, wrench=wrench, place=place, **options)

    facts = (tree, quantity, name, wrench, place, sorted(options.items()))
    made = Function(quantity, traced, name, key_of(facts))
    made.derive = functools.partial(
        robot_derivative,
        tree=tree,
        quantity=quantity,
        method=name or None,
        wrench=wrench,
        place=place,
        **options,
    )
    made.tree = tree
    return made


def key_of(facts: Sequence[Any]) -> str:
    """A digest of plain facts: records, tuples, texts and numbers, whose text says every bit."""
    return hashlib.sha256(repr(tuple(facts)).encode()).hexdigest()
