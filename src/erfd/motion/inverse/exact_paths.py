"""Arms with a closed form along paths: one configuration is kept, from pose to pose and between."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from erfd.motion.inverse.choice import Index, Ranges
from erfd.motion.inverse.closed_form import ClosedForm
from erfd.motion.inverse.exact_faults import lost, singular
from erfd.motion.inverse.records import MARGIN, Array, Branches, Fault, Way

LEAP = 1.0  # rad: steps below it are never taken for a change of branch
SENSE = 2.0  # rad: of longer ones nobody can tell which way round they went
TOGETHER = 256  # poses
Flags = NDArray[np.bool_]


class Tracked(NamedTuple):
    """Of every pose of a path: the place of its configuration, angles in (-pi, pi], whether it is
    reached, and the margins by their scales."""

    place: Index
    q: Array
    valid: Flags
    margins: Array


class ExactPaths:
    """The part of `Exact` that follows paths; what it needs of the rest stands on top."""

    form: ClosedForm
    ranges: Ranges
    n: int
    _scales: Array

    def branches(self, T: Array, near: Array | None = None) -> Branches:
        raise NotImplementedError

    def _all(self, T: Array, near: Array) -> tuple[Array, Array, Array, Array]:
        raise NotImplementedError

    def _reached(self, short: Array, tilt: Array) -> Flags:
        raise NotImplementedError

    def _unreachable(self, i: int, T: Array) -> Fault:
        raise NotImplementedError

    def follow(self, T: Array, start: Array) -> Way:
        k, q, valid, margins = self._tracked(T, start)
        end = len(T) if valid.all() else int((~valid).argmax())
        way = np.full((len(T), self.n), np.nan)
        way[:end] = self.ranges.unwrapped(q[:end], start)
        fault = self._singular(T, way[:end], margins[:end])
        if fault is None and end < len(T):
            fault = self._lost(T[end], start, end, int(k[end]))
        return Way(way, fault, self._kept(int(k[0])), margins)

    def _tracked(self, T: Array, start: Array) -> Tracked:
        """Of the eight places one is kept."""
        first = self._begun(self.branches(T[:1], start), start)
        near = np.tile(self.ranges.apart(start, np.zeros(6)), (len(T), 1))
        return self._chosen(T, near, np.full(len(T), first))

    def _chosen(self, T: Array, near: Array, place: Index) -> Tracked:
        """One place for each pose; in portions, whose eight branches stay near the processor."""
        q, valid, margins = np.empty((len(T), 6)), np.empty(len(T), bool), np.empty((len(T), 3))
        for i in range(0, len(T), TOGETHER):
            at = slice(i, i + TOGETHER)
            found, short, tilt, close = self._all(T[at], near[at])
            k = np.arange(len(found)), place[at]
            q[at], valid[at], margins[at] = found[k], self._reached(short[k], tilt[k]), close[k]
        return Tracked(place, q, valid, np.abs(margins) / self._scales)

    def _begun(self, found: Branches, start: Array) -> int:
        """The place that is nearest to the start."""
        far = np.abs(self.ranges.apart(found.q[0], start)).max(axis=-1)
        return int(np.where(found.valid[0], far, np.inf).argmin())

    def _lost(self, T: Array, near: Array, i: int, k: int) -> Fault:
        """Why the configuration k cannot reach pose i."""
        found = self.branches(T[None], near)
        if not found.valid[0].any():
            return self._unreachable(i, T)
        return lost(i, float(found.short[0, k]), float(found.tilt[0, k]))

    def _kept(self, first: int) -> int:
        """What `beside` needs to know of it."""
        return first

    def _singular(self, T: Array, q: Array, margins: Array) -> Fault | None:
        """The first sample in, or behind, a pose where the configuration is not defined."""
        close = margins.min(axis=1) < MARGIN
        close[1:] |= self._crossed(T, q)
        if not close.any():
            return None
        i = int(close.argmax())
        return singular(self.form, i, margins[i])

    def _crossed(self, T: Array, q: Array) -> Flags:
        """Steps over which another branch continues the motion better, and half turns at once."""
        steps = np.abs(np.diff(q, axis=0)).max(axis=1, initial=0.0)
        crossed: Flags = steps > LEAP
        at = np.flatnonzero(crossed)
        if not len(at):
            return crossed
        found = self.branches(T[at + 1], q[at])
        others = np.abs(self.ranges.apart(found.q, q[at, None])).max(axis=-1)
        others = np.where(found.valid, others, np.inf)
        better = others.min(axis=1, initial=np.inf) < 0.5 * steps[at]
        crossed[at] = better | (steps[at] > SENSE)
        return crossed

    def beside(self, T: Array, near: Array, place: Index) -> Array:
        _, q, valid, _ = self._chosen(T, near, place)
        turned: Array = near + self.ranges.apart(q, near)
        turned[~valid] = np.nan
        return turned

    def margins(self, T: Array, near: Array, place: int) -> Array:
        found = self.branches(T, near)
        rows, k = np.arange(len(T)), self._beside(found, near, place)
        least = (np.abs(found.margins[rows, k]) / self._scales).min(axis=1)
        return np.where(found.valid[rows, k], least, np.nan)

    def trouble(self, T: Array, near: Array, place: int) -> Fault:
        found = self.branches(T[None], near)
        k = int(self._beside(found, near[None], place)[0])
        if not found.valid[0, k]:
            return self._lost(T, near, 0, k)
        return singular(self.form, 0, np.abs(found.margins[0, k]) / self._scales)

    def _beside(self, found: Branches, near: Array, place: int) -> Index:  # noqa: ARG002
        """The place of the configuration in poses between those of a path."""
        return np.full(len(found.valid), place)
