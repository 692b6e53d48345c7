"""Where the tool's turning rate is smoothed: pieces cut at the ends of the windows.

A window lies around the joint of two legs; it is shortened to half of each of them, so that no two
windows overlap. Steps too small to matter get none.
"""

from __future__ import annotations

from erfd.algebra import Vector, scale, sub
from erfd.motion.planning.batch import Timed
from erfd.motion.planning.geometry import norm
from erfd.motion.planning.legs import Leg
from erfd.motion.planning.ramps import SHORTEST

LEAST_STEP = 1e-12  # rad/s


def turning_rate(leg: Leg, at_end: bool, speed: float) -> Vector:
    """Of the tool at one end of a leg that is passed at a speed, base axes, rad/s."""
    if leg.rounds is not None:
        before, u, after, w = leg.rounds
        one, share = (after, w) if at_end else (before, u)
        return scale(speed / (leg.reach / (w if at_end else 1.0 - u)), one.rate(share))
    s = leg.end if at_end else leg.begin
    return scale(speed / leg.path.extent, leg.attitude.rate(s / leg.path.extent))


def smoothed(
    by_leg: list[list[Timed]], legs: list[Leg], speeds: list[float], widths: list[float]
) -> None:
    """`by_leg` holds each leg's pieces, `widths[k]` the window (s) asked for where leg k ends."""
    spans = [(ts[0].start, ts[-1].start + ts[-1].piece.duration) for ts in by_leg]
    for k in range(len(legs) - 1):
        left, right = spans[k], spans[k + 1]
        half = 0.5 * min(widths[k], left[1] - left[0], right[1] - right[0])
        if half <= SHORTEST:
            continue
        before = turning_rate(legs[k], True, speeds[k + 1])
        step = sub(turning_rate(legs[k + 1], False, speeds[k + 1]), before)
        if norm(step) > LEAST_STEP:
            for side in (k, k + 1):
                by_leg[side] = _cut(by_leg[side], left[1], half, step)


def _cut(timed: list[Timed], centre: float, half: float, step: Vector) -> list[Timed]:
    made: list[Timed] = []
    for t in timed:
        parts = [t]
        for edge in (centre - half, centre + half):
            x = edge - parts[-1].start
            if SHORTEST < x < parts[-1].piece.duration - SHORTEST:
                last = parts.pop()
                first, second = last.piece.split(x)
                parts += [last._replace(piece=first), last._replace(start=edge, piece=second)]
        made += [_in_window(p, centre, half, step) for p in parts]
    return made


def _in_window(t: Timed, centre: float, half: float, step: Vector) -> Timed:
    middle = t.start + 0.5 * t.piece.duration
    if t.window is not None or abs(middle - centre) >= half:
        return t
    side = 1.0 if middle > centre else -1.0
    return t._replace(window=(*step, half, side), centre=centre - t.start)
