"""From the speeds at a leg's ends to its time law: pieces on which s is a parabola in time.

A straight or round leg: speed up, cruise, slow down, with one acceleration; where it is too short
to reach its top speed, no cruise. A rounded corner: one piece, or two where it starts and ends at
rest. Pieces shorter than `SHORTEST` are not made; their neighbours take over what they would do.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from erfd.motion.planning.legs import Leg

SHORTEST = 1e-9  # s


class Piece(NamedTuple):
    """s = s0 + v0 x + half x^2, x from 0 to `duration`."""

    duration: float
    s0: float
    v0: float
    half: float

    def split(self, x: float) -> tuple[Piece, Piece]:
        v, s = self.v0 + 2.0 * self.half * x, self.s0 + (self.v0 + self.half * x) * x
        return self._replace(duration=x), Piece(self.duration - x, s, v, self.half)


def pieces(leg: Leg, v_in: float, v_out: float) -> list[Piece]:
    return _rounding(leg, v_in, v_out) if leg.reach else trapezoid(leg, v_in, v_out)


def trapezoid(leg: Leg, v_in: float, v_out: float) -> list[Piece]:
    a, length = leg.acc, leg.length
    most = math.sqrt(a * length + 0.5 * (v_in * v_in + v_out * v_out))
    top = min(leg.top, most)
    up, down = (top - v_in) / a, (top - v_out) / a
    way_up, way_down = 0.5 * (v_in + top) * up, 0.5 * (v_out + top) * down
    up, way_up = (up, way_up) if up > SHORTEST else (0.0, 0.0)
    down, way_down = (down, way_down) if down > SHORTEST else (0.0, 0.0)
    cruise = length - way_up - way_down
    made = [Piece(up, leg.begin, v_in, 0.5 * a)] if up else []
    if cruise > SHORTEST * top or not (up or down):
        made.append(Piece(cruise / top, leg.begin + way_up, top, 0.0))
    if down:
        made.append(Piece(down, leg.end - way_down, top, -0.5 * a))
    return made


def braking_time(leg: Leg, v_in: float) -> float:
    """How long the leg slows down when it ends at rest."""
    if leg.reach:
        return sum(p.duration for p in _rounding(leg, v_in, 0.0))
    last = trapezoid(leg, v_in, 0.0)[-1]
    return last.duration if last.half < 0.0 else 0.0


def _rounding(leg: Leg, v_in: float, v_out: float) -> list[Piece]:
    """The speed of the parameter runs linearly in time."""
    r = leg.reach
    if v_in + v_out > 1e-6 * math.sqrt(r * leg.acc):
        duration = 4.0 * r / (v_in + v_out)
        return [Piece(duration, 0.0, 0.5 * v_in / r, 0.25 * (v_out - v_in) / (r * duration))]
    bend = math.sqrt(max(2.0 - 2.0 * leg.cosine, 0.0))
    middle = math.sqrt(leg.acc / (2.0 * r * (1.0 + bend)))
    half = 1.0 / middle
    rise = 0.5 * middle / half
    return [Piece(half, 0.0, 0.0, rise), Piece(half, 0.5, middle, -rise)]
