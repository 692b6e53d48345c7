"""A joint motion from a CSV file: `t` and a column per joint name, in SI; a row an instant.

Optional columns `NAME.speed` and `NAME.acceleration`. What is missing comes from a cubic spline
through what is there (no bending at the ends), and the caller is told so.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from erfd.errors import RobotError, TrajectoryError
from erfd.motion.cycloid import Samples
from erfd.robot.text_file import decode, read_bytes
from erfd.robot.toml_values import shortened

LARGEST = 256 * 2**20
SPEED, ACCELERATION = ".speed", ".acceleration"
UNIT = re.compile(r" \[(s|(rad|m)(/s|/s\^2)?)\]$")  # as trajectories are written
Array = NDArray[np.float64]


class Columns(NamedTuple):
    """The texts below each name of the header, and the line of the file that each row ends on."""

    texts: dict[str, list[str]]
    lines: list[int]


class Read(NamedTuple):
    """The motion, how its speeds and accelerations were had, and what was not used."""

    motion: Samples
    how: str
    unused: list[str]


def read_samples(path: Path, names: Sequence[str]) -> Read:
    columns = _columns(path, names)
    t = _time(path, columns)
    q = _group(path, columns, names, "")
    qd = _group(path, columns, names, SPEED)
    qdd = _group(path, columns, names, ACCELERATION)
    unused = [name for name in columns.texts if name not in _known(names)]
    if q is None:
        raise TrajectoryError("there are no positions", file=str(path), line=1)
    if qd is not None and qdd is not None:
        return Read(Samples(t, q, qd, qdd), "speeds and accelerations from the file", unused)
    from scipy.interpolate import CubicSpline

    how = "by a cubic spline with no bending at the ends"
    if qd is not None:
        rate = CubicSpline(t, qd, bc_type="natural")
        return Read(Samples(t, q, qd, rate(t, 1)), f"accelerations {how}", unused)
    curve = CubicSpline(t, q, bc_type="natural")
    motion = Samples(t, q, curve(t, 1), curve(t, 2))
    return Read(motion, f"speeds and accelerations {how}", unused)


def _known(names: Sequence[str]) -> set[str]:
    return {f"{name}{kind}" for name in names for kind in ("", SPEED, ACCELERATION)} | {"t"}


def _columns(path: Path, names: Sequence[str]) -> Columns:
    rows, lines = _rows(path)
    if not rows:
        raise TrajectoryError(
            "is empty", "give a header line: t and the joint names", file=str(path)
        )
    if len(rows[0]) == 1 and ";" in rows[0][0]:
        remedy = "separate them by commas, and write decimals with a point"
        raise TrajectoryError(
            "its values are apart by semicolons", remedy, file=str(path), line=lines[0]
        )
    known = _known(names)
    header = [name if name in known else UNIT.sub("", name).strip() for name in rows[0]]
    for row, line in zip(rows, lines, strict=True):
        if len(row) != len(header):
            raise TrajectoryError(
                f"{len(row)} values where the header names {len(header)}",
                file=str(path),
                line=line,
            )
    if all(_is_number(name) for name in header):
        raise TrajectoryError(
            "there is no header", "write t and the joint names first", file=str(path), line=lines[0]
        )
    twice = {name for name in header if header.count(name) > 1}
    if twice:
        raise TrajectoryError(f"column '{min(twice)}' stands twice", file=str(path), line=lines[0])
    return Columns({name: [row[k] for row in rows[1:]] for k, name in enumerate(header)}, lines[1:])


def _rows(path: Path) -> tuple[list[list[str]], list[int]]:
    """The rows that are not blank, and the line that each ends on."""
    rows, lines = [], []
    reader = csv.reader(io.StringIO(_text(path), newline=""))
    try:
        for row in reader:
            if len(row) > 1 or any(cell.strip() for cell in row):
                rows.append(row)
                lines.append(reader.line_num)
    except csv.Error as error:
        what = f"is no CSV text: {error}"
        raise TrajectoryError(what, file=str(path), line=reader.line_num) from None
    return rows, lines


def _text(path: Path) -> str:
    try:
        return decode(read_bytes(path, LARGEST), str(path))
    except RobotError as error:
        remedy = {"check the path": "check the path, or say cycloid"}.get(
            error.remedy, error.remedy
        )
        if "larger" in error.what:
            remedy = "take fewer samples or several files"
        raise TrajectoryError(
            error.what, remedy, file=error.file, line=error.line, column=error.column
        ) from None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _time(path: Path, columns: Columns) -> Array:
    t, remedy = _column(path, columns, "t"), "give at least two rows, t increasing"
    if len(t) < 2:
        raise TrajectoryError("there are fewer than two samples", remedy, file=str(path))
    steps = np.diff(t)
    if not np.all(steps > 0):
        line = columns.lines[int(np.argmax(steps <= 0)) + 1]
        raise TrajectoryError("the time does not increase", remedy, file=str(path), line=line)
    return t


def _group(path: Path, columns: Columns, names: Sequence[str], kind: str) -> Array | None:
    """The columns of one kind for all joints; positions are a must, others all or none."""
    wanted = [f"{name}{kind}" for name in names]
    missing = [name for name in wanted if name not in columns.texts]
    if kind and len(missing) == len(wanted):
        return None
    if kind and missing:
        raise TrajectoryError(
            f"there is no column '{missing[0]}', though other joints have theirs",
            f"give NAME{kind} for all joints or for none",
            file=str(path),
            line=1,
        )
    return np.column_stack([_column(path, columns, name) for name in wanted])


def _column(path: Path, columns: Columns, name: str) -> Array:
    if name not in columns.texts:
        header = list(columns.texts)
        raise TrajectoryError(
            f"there is no column '{name}'",
            f"the header names {_few(header)}; give t in s and the joint names, in SI",
            file=str(path),
            line=1,
        )
    values = []
    for text, line in zip(columns.texts[name], columns.lines, strict=True):
        if not _is_number(text):
            what = f"'{text}' in column '{name}' is not a number"
            raise TrajectoryError(what, "give bare numbers in SI", file=str(path), line=line)
        values.append(float(text))
        if not np.isfinite(values[-1]):
            raise TrajectoryError(f"column '{name}' holds {text}", file=str(path), line=line)
    return np.array(values)


def _few(names: Sequence[str], most: int = 12) -> str:
    """The first names, each on one line and of bounded length."""
    shown = ", ".join(shortened(name, 40) for name in names[:most])
    return shown + f" and {len(names) - most} more" * (len(names) > most)
