"""The falling curve of one motor, in straight pieces, and the way from piece to piece.

    piece   -2          -1          0           1           2
            lags,       lags,       keeps up    leads,      leads,
            tau > 0     tau < 0                 tau > 0     tau < 0

From left to right w rises and tau falls. Piece -1 is there only where the friction and the rotor
alone take more than the motor has (z < 0), piece 1 likewise, so most curves have three pieces.
On pieces other than 0 the curve is the line tau + d w = t. See `box` for the letters.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.algebra import Scalar
from erfd.trace.choose import absolute, select

TOLERANCE = 1e-12


class Branch(NamedTuple):
    """F(tau) + J w = z, with F(tau) = up tau for positive, down tau for negative tau."""

    z: Scalar
    up: Scalar = 1.0
    down: Scalar = 1.0


class Curve(NamedTuple):
    """The sides where the motor lags (w < 0) and leads (w > 0), and its rotor's inertia.

    Where `keeps` is 0, not 1, there is no wanted acceleration: the torque is given, and the curve
    is that of `lagging` throughout.
    """

    lagging: Branch
    leading: Branch
    J: Scalar = 0.0
    keeps: Scalar = 1.0


class Line(NamedTuple):
    """tau + d w = t."""

    t: Scalar
    d: Scalar


class Bent(NamedTuple):
    """The lines of pieces -2, -1, 1, 2; the ends of piece 0; are there pieces -1 and 1."""

    lines: tuple[Line, Line, Line, Line]
    ends: tuple[Scalar, Scalar]
    crosses: tuple[Scalar, Scalar]
    start: Scalar
    keeps: Scalar
    J: Scalar


def bent(curve: Curve) -> Bent:
    lags, leads = _lines(curve.lagging, curve.J), _lines(curve.leading, curve.J)
    below, above = curve.lagging.z < 0, curve.leading.z > 0
    ends = select(below, lags[1].t, lags[0].t), select(above, leads[0].t, leads[1].t)
    crosses = _either(curve.keeps < 0.5, below), above
    start = select(below, -1.0, -2.0)
    return Bent((*lags, *leads), ends, crosses, start, curve.keeps > 0.5, curve.J)


def _either(a: Scalar, b: Scalar) -> Scalar:
    """a or b, flags of which some are known."""
    if isinstance(a, bool):
        return True if a else b
    return a if b is False else True if b is True else a | b


def _lines(branch: Branch, J: Scalar) -> tuple[Line, Line]:
    """The lines for tau > 0 and for tau < 0."""
    up, down = 1 / branch.up, 1 / branch.down
    return Line(branch.z * up, J * up), Line(branch.z * down, J * down)


def first_piece(b: Bent, tau: Scalar) -> Scalar:
    """Piece 0, or the next one to it on the side to which this torque points."""
    leads = select(b.crosses[1], 1.0, 2.0)
    kept = select(tau > b.ends[0], b.start, select(tau < b.ends[1], leads, 0.0))
    return select(b.keeps, kept, b.start)


def line(b: Bent, piece: Scalar) -> Line:
    """Of any piece but 0."""
    one, two, three, four = b.lines
    late, early = piece > 1.5, piece < -1.5
    t = select(piece < 0, select(early, one.t, two.t), select(late, four.t, three.t))
    d = select(piece < 0, select(early, one.d, two.d), select(late, four.d, three.d))
    return Line(t, d)


def wrong_way(b: Bent, piece: Scalar, w: Scalar, tau: Scalar, scale: Scalar, N: Scalar) -> Scalar:
    """-1, 0 or 1: where the curve must be sought from this piece."""
    small = TOLERANCE * (scale + b.J * absolute(w))
    ahead = select(b.keeps, w * (N + b.J), 0.0)
    falls, rises = select(tau < -small, 1.0, 0.0), select(tau > small, -1.0, 0.0)
    gains, loses = select(ahead > small, 1.0, 0.0), select(ahead < -small, -1.0, 0.0)
    lags = select(
        piece < -1.5,
        select(b.crosses[0], falls, gains),
        select(tau > small, -1.0, gains),
    )
    leads = select(
        piece > 1.5,
        select(b.crosses[1], rises, loses),
        select(tau < -small, 1.0, loses),
    )
    kept = select(tau > b.ends[0] + small, -1.0, select(tau < b.ends[1] - small, 1.0, 0.0))
    return select(piece < -0.5, lags, select(piece > 0.5, leads, kept))


def moved(b: Bent, piece: Scalar, way: Scalar) -> Scalar:
    """The next piece that way."""
    there = select(piece + 0.5 * way < 0, *[select(x, 1.0, 2.0) for x in b.crosses])
    return piece + way * there
