"""The labels of a `case`: values and ranges, each value at most once; found by halving."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from erfd.motion.language.nodes import Span


class Label(NamedTuple):
    """Whole numbers from low to high, or one text or bool; the distance of its choice."""

    low: Any
    high: Any
    distance: int
    at: Span

    @property
    def counts(self) -> bool:
        return type(self.low) is int


@dataclass(slots=True)
class Labels:
    """Texts and bools by value; whole numbers as ranges in their order."""

    values: dict[Any, int] = field(default_factory=dict)
    lows: list[int] = field(default_factory=list)
    highs: list[int] = field(default_factory=list)
    distances: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, labels: Sequence[Label]) -> Labels:
        made = cls({x.low: x.distance for x in labels if not x.counts})
        for label in sorted(x for x in labels if x.counts):
            made.lows.append(label.low)
            made.highs.append(label.high)
            made.distances.append(label.distance)
        return made

    def find(self, value: Any) -> int | None:
        """The distance of the choice that a value has."""
        if type(value) is not int:
            return self.values.get(value)
        k = bisect_right(self.lows, value) - 1
        return self.distances[k] if k >= 0 and value <= self.highs[k] else None


def repeated(labels: Sequence[Label]) -> Iterator[Label]:
    """Those with a value that another label before them in the text has too."""
    seen = set()
    for label in (x for x in labels if not x.counts):
        if label.low in seen:
            yield label
        seen.add(label.low)
    furthest: Label | None = None
    for label in sorted(x for x in labels if x.counts):
        if furthest is not None and label.low <= furthest.high:
            yield max(label, furthest, key=lambda x: x.at)
        if furthest is None or label.high > furthest.high:
            furthest = label
