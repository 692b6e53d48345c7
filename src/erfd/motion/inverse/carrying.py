"""The first three joints of six as an arm that carries the wrist centre."""

from __future__ import annotations

import numpy as np

from erfd.dynamics.tree import Place, Tree
from erfd.motion.inverse.descent import Task
from erfd.motion.inverse.records import Array
from erfd.trace.quantity import function


def carrying(tree: Tree, centre: Place) -> Task:
    """Of three joint values a row; only the position counts."""
    pose, jacobian = (function(tree, x, place=centre) for x in ("forward_kinematics", "jacobian"))
    return Task(
        lambda q: np.asarray(pose(_padded(q))),
        lambda q: np.asarray(jacobian(_padded(q)))[..., :3],
        attitude=False,
    )


def _padded(q: Array) -> Array:
    return np.concatenate([q, np.zeros_like(q)], axis=-1)
