"""The instants at which a curve is judged: inside every piece, and both ends of every piece.

They depend on the curve alone, never on the samples of a trajectory, and so does the verdict.
An instant knows its piece: at a breakpoint there are two, one on each side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Curve, Index
from erfd.errors import TrajectoryError

SPACING = 0.004  # s
MOST_PIECES = 500_000  # a few GB of memory
FEWEST, MOST = 4, 64  # intervals of a short piece; all pieces of a short motion have more


class Instants(NamedTuple):
    """t (s) and the piece of the curve, in the order of time, left before right."""

    t: Array
    piece: Index

    def __len__(self) -> int:
        return len(self.t)

    def take(self, rows: Index) -> Instants:
        return Instants(self.t[rows], self.piece[rows])


def grid(curve: Curve) -> Instants:
    """Evenly over each piece, its two ends included."""
    edges = curve.breakpoints
    if len(edges) - 1 > MOST_PIECES:
        what = f"the motion has {len(edges) - 1:,} pieces"
        raise TrajectoryError(
            what, f"take fewer samples: {MOST_PIECES:,} pieces are judged at most"
        )
    lengths = np.diff(edges)
    spacing = min(SPACING, float(edges[-1] - edges[0]) / (2 * MOST))
    counts = np.maximum(np.ceil(lengths / spacing).astype(np.intp), FEWEST)
    piece = np.repeat(np.arange(len(lengths)), counts + 1)
    first = np.repeat(np.cumsum(counts + 1) - counts - 1, counts + 1)
    share = (np.arange(len(piece)) - first) / counts[piece]
    t = edges[piece] + share * lengths[piece]
    return Instants(np.where(share == 1.0, edges[piece + 1], t), piece)


def merged(a: Instants, b: Instants) -> Instants:
    """Both, in the order of time and piece, each instant once."""
    t, piece = np.concatenate([a.t, b.t]), np.concatenate([a.piece, b.piece])
    order = np.lexsort((t, piece))
    t, piece = t[order], piece[order]
    fresh = np.ones(len(t), dtype=bool)
    fresh[1:] = (np.diff(t) != 0.0) | (np.diff(piece) != 0)
    return Instants(t[fresh], piece[fresh])
