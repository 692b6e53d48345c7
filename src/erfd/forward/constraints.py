"""Rows that accelerations must satisfy, C qdd = c, and linear equations with such rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from erfd.curve import Array

DEPENDENT = 1e-9


class Rule(NamedTuple):
    """One row of C: what it belongs to ("given", "stop", "dry") and its number there."""

    kind: str
    number: int


def independent(wanted: Sequence[tuple[Rule, Array]], n: int) -> tuple[list[Rule], Array]:
    """The rules whose rows do not follow from those before them, and these rows."""
    rules: list[Rule] = []
    basis: list[Array] = []
    kept: list[Array] = []
    for rule, row in wanted:
        rest = row / np.linalg.norm(row)
        for b in basis:
            rest = rest - (b @ rest) * b
        if (size := float(np.linalg.norm(rest))) > DEPENDENT:
            basis.append(rest / size)
            rules.append(rule)
            kept.append(row)
    return rules, np.array(kept).reshape(len(kept), n)


def rest_exactly(qdd: Array, C: Array, c: Array) -> None:
    """C qdd = c to the last bit: rows of one coordinate, or all coordinates at once."""
    if len(C) and len(C) == len(qdd):
        qdd[:] = np.linalg.solve(C, c)
        return
    for row, wanted in zip(C, c.tolist(), strict=True):
        places = np.flatnonzero(row)
        if len(places) == 1:
            qdd[places[0]] = wanted / row[places[0]]


def solved(M: Array, rest: Array, C: Array, c: Array) -> tuple[Array, Array]:
    if not len(C):
        alone = np.asarray(np.linalg.solve(M, rest), dtype=float)
        return alone, np.zeros(0)
    n, m = len(M), len(C)
    whole = np.zeros((n + m, n + m))
    whole[:n, :n], whole[:n, n:], whole[n:, :n] = M, -C.T, C
    x = np.asarray(np.linalg.solve(whole, np.concatenate([rest, c])), dtype=float)
    return x[:n], x[n:]
