"""The state of a robot in the coordinates of its train's tree: elements of the drives follow q."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from erfd.algebra import Scalar
from erfd.drives import elements
from erfd.drives.train import Train
from erfd.drives.transmission import Row, Rows, weighed
from erfd.dynamics import reduced


class TreeState(NamedTuple):
    """The state in the coordinates of the train's tree."""

    E: Rows
    q: Row
    qd: Row
    qdd: Row


def tree_state(
    train: Train, q: Sequence[Scalar], qd: Sequence[Scalar], qdd: Sequence[Scalar]
) -> TreeState:
    E = elements.rows(train.drives, q)
    turned = [*q, *elements.angles(train.drives, q)]
    if train.tree.follows is None:
        offsets = train.offsets
        turned = [x if d == 0 else x + d for x, d in zip(turned, offsets, strict=True)]
    drift = elements.drifts(train.drives, q, qd)
    rates = [weighed(row, qd) for row in E]
    changes = [weighed(row, qdd) + d for row, d in zip(E, drift, strict=True)]
    return TreeState(E, turned, [*qd, *rates], [*qdd, *changes])


def every_joint(train: Train, move: TreeState) -> tuple[Row, Row, Row]:
    """Of every joint of the tree, those that mimic others included."""
    tree = train.tree
    return (
        reduced.positions(tree, move.q),
        reduced.rates(tree, move.qd),
        reduced.rates(tree, move.qdd),
    )
