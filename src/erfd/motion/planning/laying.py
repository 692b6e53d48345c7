"""A chain laid out in time: its pieces by leg, windows cut, and how long it brakes at its end."""

from __future__ import annotations

from erfd.motion.planning.batch import Timed
from erfd.motion.planning.chain import Chain, PathMove
from erfd.motion.planning.ramps import braking_time, pieces
from erfd.motion.planning.windows import smoothed


def lay(chain: Chain, moves: list[PathMove], start: float) -> list[list[Timed]]:
    by_leg: list[list[Timed]] = []
    t = start
    for k, leg in enumerate(chain.legs):
        laid: list[Timed] = []
        for piece in pieces(leg, chain.speeds[k], chain.speeds[k + 1]):
            laid.append(Timed(t, piece, k))
            t += piece.duration
        by_leg.append(laid)
    widths = {move.number: move.window for move in moves}
    if any(widths.values()):
        smoothed(by_leg, chain.legs, chain.speeds, [widths[leg.move] for leg in chain.legs])
    return by_leg


def duration(chain: Chain) -> float:
    ends = zip(chain.legs, chain.speeds, chain.speeds[1:], strict=False)
    return sum(piece.duration for leg, v, w in ends for piece in pieces(leg, v, w))


def braking(chain: Chain) -> float:
    return braking_time(chain.legs[-1], chain.speeds[-2]) if chain.legs else 0.0
