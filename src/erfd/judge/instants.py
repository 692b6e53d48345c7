"""The instants at which a curve is judged: inside every piece, and both ends of every piece.

They depend on the curve alone, never on the samples of a trajectory, and so does the verdict.
An instant knows its piece: at a breakpoint there are two, one on each side. A piece that stands
still asks for the same at all of its instants: a few are enough. A piece that lasts for minutes is
divided by the way that its joints go: what a pose takes changes with the pose, not with time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from erfd.curve import Array, Curve, Index
from erfd.errors import TrajectoryError

SPACING = 0.004  # s
MOST_PIECES = 500_000  # a few GB of memory
MOST_INSTANTS = 5_000_000
FEWEST, MOST = 4, 64  # intervals of a short piece; all pieces of a short motion have more
LONG, WAY = 50_000, 0.002  # intervals from which a piece is long; rad or m between two of its own
SEEN = 17  # instants at which a piece is looked at: more than a polynomial has zeros


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
    counts = _counts(curve, lengths, spacing)
    piece = np.repeat(np.arange(len(lengths)), counts + 1)
    first = np.repeat(np.cumsum(counts + 1) - counts - 1, counts + 1)
    share = (np.arange(len(piece)) - first) / counts[piece]
    t = edges[piece] + share * lengths[piece]
    return Instants(np.where(share == 1.0, edges[piece + 1], t), piece)


def _counts(curve: Curve, lengths: Array, spacing: float) -> Index:
    """Intervals of every piece."""
    counts = np.maximum(np.ceil(lengths / spacing), FEWEST)
    many = np.flatnonzero(counts > MOST)
    fastest, moves = _looked_at(curve, many)
    counts[many[~moves]] = FEWEST
    way = np.maximum(np.ceil(fastest * lengths[many] / WAY), LONG)
    counts[many] = np.minimum(counts[many], way)
    total = float(counts.sum())
    if total > MOST_INSTANTS:
        what = f"a motion of {lengths.sum():g} s would be judged at {total:,.0f} instants"
        raise TrajectoryError(what, f"judge it in parts: {MOST_INSTANTS:,} are judged at most")
    found: Index = counts.astype(np.intp)
    return found


def _looked_at(curve: Curve, pieces: Index) -> tuple[Array, NDArray[np.bool_]]:
    """Of pieces: the largest speed of a joint, and whether any joint moves."""
    edges = curve.breakpoints
    shares = np.linspace(0.0, 1.0, SEEN) ** 1.3  # not evenly: a rhythm is not mistaken for rest
    t = edges[pieces][:, None] + shares * (edges[pieces + 1] - edges[pieces])[:, None]
    _, qd, qdd = curve.at(t.ravel(), np.repeat(pieces, SEEN))
    speed, gained = (np.abs(x).max(axis=1, initial=0.0).reshape(-1, SEEN) for x in (qd, qdd))
    return speed.max(axis=1), (speed + gained).max(axis=1) > 0.0


def merged(a: Instants, b: Instants) -> Instants:
    """Both, in the order of time and piece, each instant once."""
    t, piece = np.concatenate([a.t, b.t]), np.concatenate([a.piece, b.piece])
    order = np.lexsort((t, piece))
    t, piece = t[order], piece[order]
    fresh = np.ones(len(t), dtype=bool)
    fresh[1:] = (np.diff(t) != 0.0) | (np.diff(piece) != 0)
    return Instants(t[fresh], piece[fresh])
