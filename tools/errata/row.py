"""A misprint: where it is, what is printed, what is right, and what shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Show = Callable[[], str]


@dataclass(frozen=True)
class Row:
    """`show` computes both forms and raises where the print turns out right; `by` are tests.

    Where nothing can be computed, as with wrong references, `why` says how the print contradicts
    itself.
    """

    where: str
    printed: str
    right: str
    show: Show | None = None
    by: tuple[str, ...] = ()
    why: str = ""


def off(printed: Any, right: Any, reference: Any, tolerance: float = 1e-9) -> str:
    """How far both forms are from the reference, relative to its largest entry."""
    known = np.asarray(reference, dtype=float)
    size = np.abs(known).max()
    wrong, sound = (
        float(np.abs(np.asarray(x, dtype=float) - known).max() / size) for x in (printed, right)
    )
    if not sound < tolerance:
        raise ValueError(f"the right form is off by {sound}")
    if not wrong > 1e-4:
        raise ValueError(f"the printed form is off by {wrong} only")
    return f"printed form off by {wrong:.2g} of the largest entry, right form by < {tolerance:.0e}"


def holds(condition: bool, said: str) -> str:
    """What was found, where it was found."""
    if not condition:
        raise ValueError(f"not so: {said}")
    return said
