"""The worst use of every limit: of each move, and of the whole motion."""

from __future__ import annotations

import numpy as np

from erfd.curve import Array, Index
from erfd.judge.search import Findings
from erfd.judge.uses import Table
from erfd.judge.verdict import MoveUse, Use
from erfd.judge.violations import Case
from erfd.trace.robot_function import robot_function


def moves(case: Case, found: Findings) -> tuple[MoveUse, ...]:
    """A record for each move that takes time; without moves the motion counts as one."""
    speed = _tool_speed(case, found)
    numbers = dict.fromkeys(int(x) for x in found.move)
    return tuple(_move(case, found, speed, n) for n in numbers)


def _move(case: Case, found: Findings, speed: Array, number: int) -> MoveUse:
    rows = np.flatnonzero(found.move == number)
    place = case.move(number)
    return MoveUse(
        move=number,
        line=place.line if place else 0,
        text=place.text if place else "the whole motion",
        start=place.start if place else float(found.at.t[rows[0]]),
        end=place.end if place else float(found.at.t[rows[-1]]),
        tool_speed=float(speed[rows].max()),
        uses=_uses(case, found, rows),
    )


def overall(case: Case, found: Findings) -> tuple[Use, ...]:
    """Of every joint and motor over the whole motion."""
    return _uses(case, found, np.arange(len(found.at)))


def _uses(case: Case, found: Findings, rows: Index) -> tuple[Use, ...]:
    table: Table = case.table
    tops = rows[np.argmax(found.U[rows], axis=0)]
    asked = table.demand(found.at.take(tops))
    values = table.values(asked)
    limits = _limits(table, asked)
    return tuple(
        Use(
            quantity=table.labels[k][0],
            subject=table.labels[k][1],
            unit=table.of(k)[0].unit,
            move=int(found.move[row]),
            t=float(found.at.t[row]),
            value=float(values[k, k]),
            limit=float(limits[k, k]),
            utilisation=float(found.U[row, k]),
            bracket=float(np.nan_to_num(found.bracket[row, k])),
        )
        for k, row in enumerate(tops)
    )


def _limits(table: Table, asked: object) -> Array:
    """The bound on the side of the value."""
    parts = []
    for check in table.checks:
        value, bounds = check.value(asked), check.bounds(asked)
        lower, upper = (np.broadcast_to(b, value.shape) for b in bounds)
        finite = np.isfinite(lower) & np.isfinite(upper)
        middle = np.where(
            finite, 0.5 * (np.where(finite, lower, 0) + np.where(finite, upper, 0)), 0
        )
        parts.append(np.where(value >= middle, upper, lower))
    return np.concatenate(parts, axis=1)


def _tool_speed(case: Case, found: Findings) -> Array:
    jacobian = robot_function(case.robot, "jacobian", frame="tool")
    state = case.trajectory.curve.at(found.at.t, found.at.piece)
    velocity = np.einsum("kij,kj->ki", jacobian(state.q), state.qd)
    speed: Array = np.linalg.norm(velocity[:, :3], axis=1)
    return speed
