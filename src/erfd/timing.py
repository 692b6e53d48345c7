"""Times of several sides of a comparison, taken in turns in short slices; the best slice counts.

Whatever else runs on the machine can only lengthen a slice, and lengthens them all alike.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from itertools import repeat
from time import perf_counter
from typing import Any

SLICE = 0.002  # seconds
FEWEST = 15  # slices of each side


def best(sides: Mapping[str, Callable[[], Any]], seconds: float = 1.5) -> dict[str, float]:
    """Seconds per call of each side; `seconds` is what all of it may take, about."""
    counts = {name: _calls_in_a_slice(call) for name, call in sides.items()}
    times = dict.fromkeys(sides, float("inf"))
    gc.collect()
    gc.disable()
    try:
        end, turn = perf_counter() + seconds, 0
        while perf_counter() < end or turn < FEWEST:
            for name, call in sides.items():
                times[name] = min(times[name], _slice(call, counts[name]))
            turn += 1
    finally:
        gc.enable()
    return times


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3)):
        if seconds < 1000 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def _slice(call: Callable[[], Any], count: int) -> float:
    turns = repeat(None, count)
    start = perf_counter()
    for _ in turns:
        call()
    return (perf_counter() - start) / count


def _calls_in_a_slice(call: Callable[[], Any]) -> int:
    call()
    return max(1, int(SLICE / _slice(call, 3)))
