"""Where in a step something happens: functions of time that fall below zero, and their first root.

A step is looked at in several places, so that what rises and falls again within it is seen, and
every `apart` seconds at least where a user's function of time decides; the root is then found on
the step's polynomial to the last digits of t.
"""

from __future__ import annotations

import math
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
    """Functions g(t, y) that start at zero or more, one a label.

    `places` of a step are looked at, or as many more as no two are further than `apart` (s).
    """

    labels: Sequence[Label]
    values: Callable[[float, Array], Array]
    places: Array
    apart: float = math.inf

    def instants(self, start: float, end: float) -> list[float]:
        """Where to look in a step; the last one is its end."""
        count = math.ceil((end - start) / self.apart)
        places = self.places if count <= len(self.places) else np.arange(1, count + 1) / count
        return [*(start + places[:-1] * (end - start)).tolist(), end]


class Hit(NamedTuple):
    t: float
    label: Label


def first_hit(segment: Segment, watches: Sequence[Watch]) -> Hit | None:
    found = [hit for watch in watches if (hit := _first(segment, watch)) is not None]
    return min(found, key=lambda hit: hit.t, default=None)


def _first(segment: Segment, watch: Watch) -> Hit | None:
    before = segment.start
    for t in watch.instants(segment.start, segment.end):
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
    if start < 0.0:
        return float(a)
    if start == 0.0:
        return _fallen(g, float(a), b)
    root = float(brentq(g, a, b, xtol=1e-15, rtol=4.0 * np.finfo(float).eps))
    return root if g(root) < 0.0 else float(min(b, _behind(root)))


def _fallen(g: Callable[[float], float], a: float, b: float) -> float:
    """Where a function that rests at zero falls below it: halved down to the last digits of t."""
    while _behind(a) < b:
        t = 0.5 * (a + b)
        a, b = (a, t) if g(t) < 0.0 else (t, b)
    return float(b)


def _behind(t: float) -> float:
    """Just behind a root: where the function jumps, what it jumps to must be there already."""
    return t + 16.0 * float(np.finfo(float).eps) * max(1.0, abs(t))
