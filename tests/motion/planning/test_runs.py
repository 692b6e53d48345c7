"""Runs that overlap: what is added up, and how often they are looked at for that."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from erfd.motion.planning.runs import Run, Stretch, timeline

READ: Counter[str] = Counter()


class Watched(Run):
    """Counts how often it is looked at."""

    def __getattribute__(self, name: str) -> object:
        READ[name] += 1
        return super().__getattribute__(name)


class Noticed(Stretch):
    """The same."""

    def __getattribute__(self, name: str) -> object:
        READ[name] += 1
        return super().__getattribute__(name)


def runs(count: int, stretches: int = 1, kind: type[Run] = Run) -> list[Run]:
    """A second each, the last tenth of it shared with the next."""
    made = []
    for k in range(count):
        start = 0.9 * k
        piece = Stretch if kind is Run else Noticed
        rows = [piece(start + i / stretches, k * stretches + i, k + 1) for i in range(stretches)]
        first, last = np.array([float(k)]), np.array([k + 1.0])
        made.append(kind(start, start + 1.0, rows, first=first, last=last))
    return made


def test_what_overlaps_is_added_up_from_where_it_starts() -> None:
    found = timeline(runs(3))
    assert found.breakpoints == pytest.approx([0.0, 0.9, 1.0, 1.8, 1.9, 2.8])
    assert found.layers.tolist() == [[0, -1], [0, 1], [1, -1], [1, 2], [2, -1]]
    assert found.moves == (1, 2, 2, 3, 3)
    assert found.offsets is not None
    assert found.offsets.ravel().tolist() == [0.0, -1.0, 0.0, -2.0, 0.0]


@pytest.mark.parametrize("stretches", [1, 50])
def test_twice_as_many_runs_are_looked_at_twice_as_often(stretches: int) -> None:
    counts = []
    for count in (40, 80):
        READ.clear()
        timeline(runs(count, stretches, Watched))
        counts.append(sum(READ.values()))
    assert counts[1] < 2.2 * counts[0]


def test_twice_as_many_stretches_are_looked_at_twice_as_often() -> None:
    counts = []
    for stretches in (100, 200):
        READ.clear()
        timeline(runs(2, stretches, Watched))
        counts.append(sum(READ.values()))
    assert counts[1] < 2.2 * counts[0]
