"""The worst use of every limit: of each move, and of the whole motion."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index
from erfd.judge.posture import Posture, posture
from erfd.judge.search import Findings
from erfd.judge.uses import Table
from erfd.judge.verdict import MoveUse, Use
from erfd.judge.violations import Case


class Usage(NamedTuple):
    """A record for each move that takes time (without moves the motion is one), and the whole."""

    moves: tuple[MoveUse, ...]
    overall: tuple[Use, ...]


def usage(case: Case, found: Findings) -> Usage:
    """All of them are looked up in one go."""
    numbers = list(dict.fromkeys(int(x) for x in found.move))
    rows = [np.flatnonzero(found.move == n) for n in numbers]
    tops = [r[np.argmax(found.U[r], axis=0)] for r in (*rows, np.arange(len(found.at)))]
    uses = _uses(case.table, found, np.array(tops))
    state = case.trajectory.curve.at(found.at.t, found.at.piece)
    how = posture(case.robot, state.q, state.qd)
    moves = [_move(case, found, how, n, r, x) for n, r, x in zip(numbers, rows, uses, strict=False)]
    return Usage(tuple(moves), uses[-1])


def _move(
    case: Case, found: Findings, how: Posture, number: int, rows: Index, uses: tuple[Use, ...]
) -> MoveUse:
    place = case.move(number)
    return MoveUse(
        move=number,
        line=place.line if place else 0,
        text=place.text if place else "the whole motion",
        start=place.start if place else float(found.at.t[rows[0]]),
        end=place.end if place else float(found.at.t[rows[-1]]),
        tool_speed=float(how.tool_speed[rows].max()),
        wrist=_least(how.wrist[rows]),
        reach=_least(how.reach[rows]),
        uses=uses,
    )


def _uses(table: Table, found: Findings, tops: Index) -> list[tuple[Use, ...]]:
    """`tops` (groups, columns) are the rows at which each column is largest."""
    asked = table.demand(found.at.take(tops.ravel()))
    values, limits = table.values(asked), table.limits(asked)
    width = len(table)
    return [
        tuple(
            _use(table, found, int(row), k, values[g * width + k, k], limits[g * width + k, k])
            for k, row in enumerate(group)
        )
        for g, group in enumerate(tops)
    ]


def _use(table: Table, found: Findings, row: int, k: int, value: float, limit: float) -> Use:
    quantity, subject = table.labels[k]
    return Use(
        quantity=quantity,
        subject=subject,
        unit=table.of(k)[0].unit,
        move=int(found.move[row]),
        t=float(found.at.t[row]),
        value=float(value),
        limit=float(limit),
        utilisation=float(found.U[row, k]),
        bracket=float(np.nan_to_num(found.bracket[row, k])),
    )


def _least(values: Array) -> float | None:
    least = float(values.min())
    return None if np.isnan(least) else least
