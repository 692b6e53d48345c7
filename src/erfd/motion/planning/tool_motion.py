"""The tool's pose, twist and the twist's rate along planned paths, exactly, in batches.

`Elements` holds a row of numbers for every element of path (see `geometry.py`, `attitude.py`,
`rounding.py`); `motion` evaluates any elements at any s with its two time derivatives. The twist is
linear, then angular, in base axes, at the tool point.

With w the turn per s of the tool, in base axes: omega = s' w, and
omega' = s'' w + s'^2 (path turn x own turn), both per s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index
from erfd.motion.planning.attitude import Attitude, quaternion
from erfd.motion.planning.geometry import Path
from erfd.motion.planning.rotations import (
    applied,
    crossed,
    from_quaternions,
    rotations,
    turning,
)
from erfd.motion.planning.rounding import ROW, attitudes, corner

Numbers = tuple[float, ...]
WIDTH = 26
NO_CORNER = -1.0


class Tool(NamedTuple):
    """Positions (N, 3), attitudes (N, 3, 3), twists and their rates (N, 6)."""

    p: Array
    R: Array
    twist: Array
    rate: Array


def poses(tool: Tool) -> Array:
    T = np.zeros((len(tool.p), 4, 4))
    T[:, :3, :3], T[:, :3, 3], T[:, 3, 3] = tool.R, tool.p, 1.0
    return T


class Rows:
    """Elements as they are gathered."""

    def __init__(self) -> None:
        self.rows: list[Numbers] = []
        self.corners: list[Numbers] = []

    def add(self, path: Path, attitude: Attitude, per: float, corner_row: float = NO_CORNER) -> int:
        """The attitude turns by its whole over `per` of s; the element's number."""
        a, b, R = attitude.path_turn, attitude.own_turn, attitude.start
        f = 1.0 / per
        self.rows.append(
            (
                *(*path.start, *path.first, *path.second, path.bend),
                *(f * a[0], f * a[1], f * a[2], f * b[0], f * b[1], f * b[2]),
                *(*R[0], *R[1], *R[2], corner_row),
            )
        )
        return len(self.rows) - 1

    def add_corner(self, path: Path, before: tuple[Attitude, float, Attitude, float]) -> int:
        """A parabola between u of one attitude and u of the next."""
        first, u, second, w = before
        three = (first.at(u), first.at(1.0), second.at(w))
        self.corners.append(corner(*(quaternion(R) for R in three)))
        return self.add(path, first, 1.0, float(len(self.corners) - 1))

    def arrays(self) -> Elements:
        rows = np.array(self.rows, dtype=float).reshape(-1, WIDTH)
        return Elements(rows, np.array(self.corners, dtype=float).reshape(-1, ROW))


@dataclass(frozen=True, slots=True)
class Elements:
    rows: Array
    corners: Array

    def motion(self, element: Index, s: Array, sd: Array, sdd: Array) -> Tool:
        rows = self.rows[element]
        p, v, a = _point(rows, s, sd, sdd)
        R, w, alpha = _attitude(rows, s, sd, sdd)
        rounded = np.flatnonzero(rows[:, 25] >= 0.0)
        if len(rounded):
            at = rows[rounded, 25].astype(np.intp)
            part = _corner(self.corners[at], s[rounded], sd[rounded], sdd[rounded])
            R[rounded], w[rounded], alpha[rounded] = part
        return Tool(p, R, np.hstack([v, w]), np.hstack([a, alpha]))


def _point(rows: Array, s: Array, sd: Array, sdd: Array) -> tuple[Array, Array, Array]:
    """f1, f2 and their derivatives by s, then the chain rule."""
    bend = rows[:, 9]
    angle = bend * s
    sine, cosine, arc = np.sin(angle), np.cos(angle), bend != 0.0
    f1 = np.where(arc, sine, s)[:, None]
    f2 = np.where(arc, 2.0 * np.sin(0.5 * angle) ** 2, s * s)[:, None]
    d1 = np.where(arc, bend * cosine, 1.0)[:, None]
    d2 = np.where(arc, bend * sine, 2.0 * s)[:, None]
    dd1 = (-bend * bend * sine)[:, None]
    dd2 = np.where(arc, bend * bend * cosine, 2.0)[:, None]
    first, second = rows[:, 3:6], rows[:, 6:9]
    along = d1 * first + d2 * second
    v = sd[:, None] * along
    a = sdd[:, None] * along + (sd * sd)[:, None] * (dd1 * first + dd2 * second)
    return rows[:, :3] + f1 * first + f2 * second, v, a


def _attitude(rows: Array, s: Array, sd: Array, sdd: Array) -> tuple[Array, Array, Array]:
    path, own = rows[:, 10:13], rows[:, 13:16]
    with_path = rotations(s[:, None] * path)
    own_turned = applied(with_path, own)
    R = with_path @ (rotations(s[:, None] * own) @ rows[:, 16:25].reshape(-1, 3, 3))
    per = path + own_turned
    w = sd[:, None] * per
    alpha = sdd[:, None] * per + (sd * sd)[:, None] * crossed(path, own_turned)
    return R, w, alpha


def _corner(corners: Array, u: Array, ud: Array, udd: Array) -> tuple[Array, Array, Array]:
    q, d, dd = attitudes(corners, u)
    per, bent = turning(q, d), turning(q, dd)
    w = ud[:, None] * per
    return from_quaternions(q), w, udd[:, None] * per + (ud * ud)[:, None] * bent
