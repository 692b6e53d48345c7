"""The tool's pose, twist and the twist's rate along planned paths, exactly, in batches.

`Elements` holds a row of numbers for every element of path (see `element.py`, `rounding.py`);
`motion` evaluates any elements at any instants through compiled kernels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index
from erfd.motion.planning.attitude import Attitude, quaternion
from erfd.motion.planning.element import NUMBERS, corner_kernel, path_kernel
from erfd.motion.planning.geometry import Path
from erfd.motion.planning.rounding import CORNER, corner

Numbers = tuple[float, ...]
NONE = -1


class Tool(NamedTuple):
    """Poses (N, 4, 4), twists and their rates (N, 6)."""

    T: Array
    twist: Array
    rate: Array

    @property
    def p(self) -> Array:
        """Positions (N, 3)."""
        return self.T[:, :3, 3]

    @property
    def R(self) -> Array:
        """Attitudes (N, 3, 3)."""
        return self.T[:, :3, :3]


def poses(p: Array, R: Array) -> Array:
    T = np.zeros((len(p), 4, 4))
    T[:, :3, :3], T[:, :3, 3], T[:, 3, 3] = R, p, 1.0
    return T


class Rows:
    """Elements as they are gathered."""

    def __init__(self) -> None:
        self.rows: list[Numbers] = []
        self.corners: list[Numbers] = []
        self.rounded: list[int] = []

    def add(self, path: Path, attitude: Attitude, per: float, corner_row: int = NONE) -> int:
        """The attitude turns by its whole over `per` of s; the element's number."""
        a, b, R = attitude.path_turn, attitude.own_turn, attitude.start
        f = 1.0 / per
        self.rows.append(
            (
                *(*path.start, *path.first, *path.second, path.bend),
                *(f * a[0], f * a[1], f * a[2], f * b[0], f * b[1], f * b[2]),
                *(*R[0], *R[1], *R[2]),
            )
        )
        self.rounded.append(corner_row)
        return len(self.rows) - 1

    def add_corner(self, path: Path, before: tuple[Attitude, float, Attitude, float]) -> int:
        """A parabola between u of one attitude and u of the next."""
        first, u, second, w = before
        three = (first.at(u), first.at(1.0), second.at(w))
        self.corners.append(corner(*(quaternion(R) for R in three)))
        return self.add(path, first, 1.0, len(self.corners) - 1)

    def arrays(self) -> Elements:
        rows = np.array(self.rows, dtype=float).reshape(-1, NUMBERS)
        corners = np.array(self.corners, dtype=float).reshape(-1, CORNER)
        return Elements(rows, corners, np.array(self.rounded, dtype=np.intp))


@dataclass(frozen=True, slots=True)
class Elements:
    """`rounded` says for each element which corner it rounds, -1 for none."""

    rows: Array
    corners: Array
    rounded: Index

    def motion(self, element: Index, law: Array, x: Array) -> Tool:
        """Of elements (N,) by their laws (N, 3), at the times x (N,) since these start."""
        tool = Tool(*path_kernel()(self.rows[element], law, x))
        if not len(self.corners):
            return tool
        rounded = self.rounded[element]
        at = np.flatnonzero(rounded != NONE)
        if len(at):
            numbers = self.rows[element[at]], self.corners[rounded[at]]
            for whole, part in zip(tool, corner_kernel()(*numbers, law[at], x[at]), strict=True):
                whole[at] = part
        return tool
