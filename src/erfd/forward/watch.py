"""Where in a step something happens: functions of time that fall below zero, and their first root.

A step is looked at in several places, so that what rises and falls again within it is seen; the
root is then found on the step's polynomial to the last digits of t.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from erfd.curve import Array
from erfd.forward.segment import Segment

FINE, COARSE = np.linspace(0.125, 1.0, 8), np.array([0.5, 1.0])


class Label(NamedTuple):
    """What happens: a kind ("stop", "slide", ...), its number there, and a way or side."""

    kind: str
    number: int
    way: int = 0


class Watch(NamedTuple):
    """Functions g(t, y) that start at zero or more, one a label; `places` of a step to look at."""

    labels: Sequence[Label]
    values: Callable[[float, Array], Array]
    places: Array


class Hit(NamedTuple):
    t: float
    label: Label


def first_hit(segment: Segment, watches: Sequence[Watch]) -> Hit | None:
    found = [hit for watch in watches if (hit := _first(segment, watch)) is not None]
    return min(found, key=lambda hit: hit.t, default=None)


def _first(segment: Segment, watch: Watch) -> Hit | None:
    span = segment.end - segment.start
    before = segment.start
    for place in watch.places.tolist():
        t = segment.end if place == 1.0 else segment.start + place * span
        values = watch.values(t, segment.at(t))
        fallen = np.flatnonzero(values < 0.0)
        if len(fallen):
            roots = [(_root(segment, watch, int(k), before, t), int(k)) for k in fallen]
            at, k = min(roots)
            return Hit(at, watch.labels[k])
        before = t
    return None


def _root(segment: Segment, watch: Watch, k: int, a: float, b: float) -> float:
    """Of the k-th function between a, where it is zero or more, and b, where it is less."""
    from scipy.optimize import brentq

    def g(t: float) -> float:
        return float(watch.values(t, segment.at(t))[k])

    start = g(a)
    if start <= 0.0:
        return a
    root = float(brentq(g, a, b, xtol=1e-15, rtol=4.0 * np.finfo(float).eps))
    return root if g(root) < 0.0 else float(min(b, _behind(root)))


def _behind(t: float) -> float:
    """Just behind a root: where the function jumps, what it jumps to must be there already."""
    return t + 16.0 * float(np.finfo(float).eps) * max(1.0, abs(t))
