"""A table of numbers as trajectory, and the other way round; the file's format does not matter."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from erfd.curve import Array, Index, Polynomials
from erfd.errors import TrajectoryError
from erfd.motion.files.interpolation import Samples, curve_through
from erfd.motion.files.labels import (
    ACCELERATION,
    SPEED,
    TOOL,
    Column,
    Joints,
    columns_of,
    header_of,
)
from erfd.trajectory import Move, Trajectory

MOST_ROWS, LARGEST = 5_000_000, 1e12


LineOf = Callable[[int], int]


class Table(NamedTuple):
    """A file: its header, and how to read columns (by their places) once it is known which.

    What is read comes with the line that each row stands on, 0 where a file has no lines.
    """

    file: str
    header: list[str]
    header_line: int
    read: Callable[[Sequence[int]], tuple[Array, LineOf]]


class _Wanted:
    """The columns that mean something, in SI."""

    def __init__(self, table: Table, joints: Joints, assumed: Sequence[str]) -> None:
        self.file = table.file
        line = table.header_line
        self.columns = columns_of(table.header, joints, table.file, line, assumed)
        places = [column.place for column in self.columns.values()]
        values, self.line_of = table.read(places)
        if not 2 <= len(values) <= MOST_ROWS:
            what = f"{len(values):,} sample{'s' if len(values) != 1 else ''}"
            remedy = "give at least two rows" if len(values) < 2 else f"{MOST_ROWS:,} are the most"
            raise TrajectoryError(what, remedy, file=table.file)
        self.values = dict(zip(self.columns, values.T, strict=True))
        for name, column in self.columns.items():
            self._check_finite(column, self.values[name])

    def _check_finite(self, column: Column, values: Array) -> None:
        bad = ~np.isfinite(values)
        if bad.any():
            row = int(bad.argmax())
            what = f"column '{column.header}' holds {values[row]:g}"
            raise self.wrong(row, what, "give numbers, or leave the row out")
        large = np.abs(values) > LARGEST
        if large.any():
            row = int(large.argmax())
            what = f"column '{column.header}' holds {values[row]:g}"
            raise self.wrong(row, what, f"give numbers up to {LARGEST:g}")

    def wrong(self, row: int, what: str, remedy: str) -> TrajectoryError:
        line = self.line_of(row)
        where = "" if line else f"row {row + 1}: "
        return TrajectoryError(where + what, remedy, file=self.file, line=line or None)

    def column(self, name: str) -> Array:
        factor = self.columns[name].factor
        values = self.values[name]
        return np.ascontiguousarray(values if factor == 1.0 else values * factor)

    def group(self, names: Sequence[str], kind: str) -> Array | None:
        """The columns of one kind; there are all or none."""
        if names[0] + kind not in self.columns:
            return None
        return np.column_stack([self.column(name + kind) for name in names])

    def time(self) -> Array:
        t = self.column("t")
        back = np.diff(t) <= 0.0
        if back.any():
            row = int(back.argmax()) + 1
            how = "stands still" if t[row] == t[row - 1] else "runs back"
            what = f"the time {how}: {t[row]:g} s after {t[row - 1]:g} s"
            raise self.wrong(row, what, "let t rise from row to row")
        return t

    def whole(self, name: str) -> Index:
        values = self.column(name)
        bad = (values != np.floor(values)) | (values < 0) | (values > MOST_ROWS)
        if bad.any():
            row = int(bad.argmax())
            what = f"column '{name}' holds {values[row]:g}"
            raise self.wrong(row, what, "number moves and lines from 1, 0 for none")
        return values.astype(np.intp)


def trajectory_of(table: Table, joints: Joints, assumed: Sequence[str] = ()) -> Trajectory:
    """The curve through the rows, sampled at them."""
    wanted = _Wanted(table, joints, assumed)
    t = wanted.time()
    q, qd, qdd = (wanted.group(joints.names, kind) for kind in ("", SPEED, ACCELERATION))
    curve, how = curve_through(Samples(t, np.zeros((0, 0)) if q is None else q, qd, qdd))
    if qd is None and qdd is not None:
        how += "; accelerations without speeds are not used"
    move_of, moves = _moves(wanted, t)
    if move_of:
        move_of = tuple(np.append(move_of, move_of[-1])[_sample_of(curve, t)].tolist())
    return Trajectory(
        joint_names=joints.names,
        curve=curve,
        t=t,
        move_of=move_of,
        moves=moves,
        how=f"from {table.file}: {how}",
        file=table.file,
    )


def _sample_of(curve: Polynomials, t: Array) -> Index:
    """Whose move each piece has: the sample's at its start; after a jump the one's at its end."""
    starts = curve.breakpoints[:-1]
    found: Index = np.searchsorted(t, starts, side="left")
    return found


def _moves(wanted: _Wanted, t: Array) -> tuple[tuple[int, ...], tuple[Move, ...]]:
    """The move of each piece is that of the sample at its start."""
    if "move" not in wanted.columns:
        return (), ()
    number = wanted.whole("move")
    line = wanted.whole("line") if "line" in wanted.columns else np.zeros_like(number)
    count = int(number.max(initial=0))
    if count > len(number):
        what = f"move {count} in {len(number)} samples"
        raise TrajectoryError(what, "number the moves from 1 on", file=wanted.file)
    order = np.argsort(number, kind="stable")
    edges = np.searchsorted(number[order], np.arange(1, count + 2)).tolist()
    moves = []
    for first, last in pairwise(edges):
        rows = order[[first, last - 1]] if last > first else np.zeros(2, dtype=np.intp)
        end = min(int(rows[1]) + 1, len(t) - 1) if last > first else 0
        moves.append(Move(line=int(line[rows[0]]), start=float(t[rows[0]]), end=float(t[end])))
    return tuple(number[:-1].tolist()), tuple(moves)


def columns(plan: Trajectory, joints: Joints) -> tuple[list[str], list[Array]]:
    """Header and columns: motion, then the tool's pose, move and line, and the channels."""
    if joints.names != plan.joint_names:
        what = f"the motion has the joints {', '.join(plan.joint_names)}"
        raise TrajectoryError(what, f"the robot has {', '.join(joints.names)}")
    header = header_of(joints)
    state = plan.samples
    values = [plan.t, *state.q.T, *state.qd.T, *state.qdd.T]
    if plan.pose is not None:
        header += TOOL
        values += _pose(plan.pose)
    if plan.moves:
        header += ["move", "line"]
        values += [plan.move, plan.line]
    for name, channel in plan.channels.items():
        parts = channel.reshape(len(plan.t), -1).T
        header += [name] if len(parts) == 1 else [f"{name} {k + 1}" for k in range(len(parts))]
        values += list(parts)
    _refuse_twice(header)
    return header, values


def _pose(T: Array) -> Sequence[Array]:
    roll = np.arctan2(T[:, 2, 1], T[:, 2, 2])
    pitch = np.arctan2(-T[:, 2, 0], np.hypot(T[:, 0, 0], T[:, 1, 0]))
    yaw = np.arctan2(T[:, 1, 0], T[:, 0, 0])
    level = np.abs(np.abs(pitch) - 0.5 * math.pi) < 1e-9
    roll = np.where(level, 0.0, roll)
    yaw = np.where(level, np.arctan2(-T[:, 0, 1], T[:, 1, 1]), yaw)
    return [*T[:, :3, 3].T, roll, pitch, yaw]


def _refuse_twice(header: list[str]) -> None:
    for k, name in enumerate(header):
        if name in header[:k]:
            raise TrajectoryError(f"two columns would be called '{name}'", "rename the joint")
