"""Utilisation of every limit over the instants: one column a subject, one table for all of them.

A limit is a row of a table, never a branch: whatever has a value and two bounds is judged alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from erfd.curve import Array, Index
from erfd.judge.instants import Instants

BROKEN = 1.0 + 1e-6  # of a limit: a motion may use all of it, and what rounding adds is no more


class Bounds(NamedTuple):
    """Lower and upper bounds (N, m) or (m,); infinite where nothing is known."""

    lower: Array
    upper: Array


@dataclass(frozen=True, kw_only=True)
class Check:
    """One quantity with a column for each subject (a joint, a motor).

    `value` and `bounds` are computed from what the motion asks for; `stated` marks maxima that are
    said of the robot and that no physical limit of a drive stands behind.
    """

    quantity: str
    unit: str
    subjects: tuple[str, ...]
    value: Callable[[Any], Array]
    bounds: Callable[[Any], Bounds]
    sources: tuple[str, ...]
    joints: tuple[tuple[str, ...], ...] = ()
    stated: bool = False


def utilisation(value: Array, bounds: Bounds) -> Array:
    """The share of the way from the middle of the bounds to the one that is nearer; 1 is at it.

    Where there is one bound only, the share of the way to it from zero.
    """
    half = 0.5 * (bounds.upper - bounds.lower)
    if bool((half > 0.0).all() and np.isfinite(half).all()):  # both are known: mostly
        shares: Array = np.abs(value - 0.5 * (bounds.lower + bounds.upper)) / half
        return shares
    lower, upper = (np.broadcast_to(b, value.shape) for b in bounds)
    one_sided = ~(np.isfinite(lower) & np.isfinite(upper))
    with np.errstate(all="ignore"):
        middle = np.where(one_sided, 0.0, 0.5 * (lower + upper))
        bound = np.where(value >= middle, upper - middle, middle - lower)
        share = np.abs(value - middle) / bound
    idle = (value == middle) | np.isinf(bound)
    found = np.where(idle, 0.0, np.where(bound <= 0.0, np.inf, share))
    return np.where(one_sided, _one_sided(value, lower, upper), found)


def _one_sided(value: Array, lower: Array, upper: Array) -> Array:
    """1 at the bound, 0 at zero; a bound may be on either side of zero."""
    above = np.isfinite(upper)
    bound = np.where(above, upper, np.where(np.isfinite(lower), lower, 0.0))
    past = np.where(above, value - bound, bound - value)
    share = np.maximum(1.0 + past / np.where(bound == 0.0, 1.0, np.abs(bound)), 0.0)
    return np.where(above | np.isfinite(lower), share, 0.0)


def _nearer(value: Array, bounds: Bounds) -> Array:
    lower, upper = (np.broadcast_to(b, value.shape) for b in bounds)
    both = np.isfinite(lower) & np.isfinite(upper)
    middle = np.where(both, 0.5 * (np.where(both, lower, 0.0) + np.where(both, upper, 0.0)), 0.0)
    nearer = np.where(value >= middle, upper, lower)
    only: Array = np.where(np.isfinite(upper), upper, lower)
    return np.where(both, nearer, only)


class Table:
    """All checks beside each other: columns are (check, subject)."""

    def __init__(self, checks: Sequence[Check], demand: Callable[[Instants], Any]) -> None:
        self.checks, self.demand = tuple(checks), demand
        self.check_of = np.repeat(np.arange(len(checks)), [len(c.subjects) for c in checks])
        self.first = np.cumsum([0, *(len(c.subjects) for c in checks)])

    def __len__(self) -> int:
        return len(self.check_of)

    def of(self, column: int) -> tuple[Check, int]:
        k = int(self.check_of[column])
        return self.checks[k], column - int(self.first[k])

    def values(self, asked: Any) -> Array:
        return np.concatenate([c.value(asked) for c in self.checks], axis=1)

    def limits(self, asked: Any) -> Array:
        """The bound that is nearer to each value."""
        return np.concatenate(
            [_nearer(c.value(asked), c.bounds(asked)) for c in self.checks], axis=1
        )

    def uses(self, asked: Any) -> Array:
        parts = [utilisation(c.value(asked), c.bounds(asked)) for c in self.checks]
        return np.concatenate(parts, axis=1)

    def at(self, instants: Instants, columns: Index) -> Array:
        """One column for each instant: what narrowing of peaks asks for."""
        table = self.uses(self.demand(instants))
        picked: Array = table[np.arange(len(instants)), columns]
        return picked

    @cached_property
    def labels(self) -> list[tuple[str, str]]:
        return [(c.quantity, s) for c in self.checks for s in c.subjects]
