"""A joint motion from a CSV file: `t` and a column per joint name, in SI; a row an instant.

Optional columns `NAME.speed` and `NAME.acceleration`. What is missing comes from a cubic spline
through what is there (no bending at the ends), and the caller is told so.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from erfd.errors import TrajectoryError
from erfd.motion.cycloid import Samples

LARGEST = 256 * 2**20
SPEED, ACCELERATION = ".speed", ".acceleration"
Array = NDArray[np.float64]


class Read(NamedTuple):
    """The motion, how its speeds and accelerations were had, and what was not used."""

    motion: Samples
    how: str
    unused: list[str]


def read_samples(path: Path, names: Sequence[str]) -> Read:
    columns = _columns(path)
    t = _time(path, columns)
    q = _group(path, columns, names, "")
    qd = _group(path, columns, names, SPEED)
    qdd = _group(path, columns, names, ACCELERATION)
    used = {f"{name}{kind}" for name in names for kind in ("", SPEED, ACCELERATION)} | {"t"}
    unused = [name for name in columns if name not in used]
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


def _columns(path: Path) -> dict[str, list[str]]:
    rows = _rows(path)
    if not rows:
        raise TrajectoryError(
            "is empty", "give a header line: t and the joint names", file=str(path)
        )
    header = [name.strip() for name in rows[0]]
    for k, row in enumerate(rows):
        if len(row) != len(header):
            raise TrajectoryError(
                f"{len(row)} values where the header names {len(header)}",
                file=str(path),
                line=k + 1,
            )
    if all(_is_number(name) for name in header):
        raise TrajectoryError(
            "there is no header", "write t and the joint names first", file=str(path), line=1
        )
    twice = {name for name in header if header.count(name) > 1}
    if twice:
        raise TrajectoryError(f"column '{min(twice)}' stands twice", file=str(path), line=1)
    return {name: [row[k] for row in rows[1:]] for k, name in enumerate(header)}


def _rows(path: Path) -> list[list[str]]:
    if not path.exists():
        raise TrajectoryError("there is no such file", "or say cycloid", file=str(path))
    try:
        if path.stat().st_size > LARGEST:
            raise TrajectoryError(f"larger than {LARGEST >> 20} MiB", "split it", file=str(path))
        with path.open(encoding="utf-8-sig", newline="") as file:
            return [row for row in csv.reader(file) if row]
    except OSError as error:
        raise TrajectoryError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise TrajectoryError(f"is no CSV text: {error}", file=str(path)) from None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _time(path: Path, columns: dict[str, list[str]]) -> Array:
    t = _column(path, columns, "t")
    if len(t) < 2 or not np.all(np.diff(t) > 0):
        row = int(np.argmax(np.diff(t) <= 0)) + 3 if len(t) > 1 else len(t) + 1
        remedy = "give at least two rows, t increasing"
        raise TrajectoryError("the time does not increase", remedy, file=str(path), line=row)
    return t


def _group(
    path: Path, columns: dict[str, list[str]], names: Sequence[str], kind: str
) -> Array | None:
    """The columns of one kind for all joints; positions are a must, others all or none."""
    wanted = [f"{name}{kind}" for name in names]
    missing = [name for name in wanted if name not in columns]
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


def _column(path: Path, columns: dict[str, list[str]], name: str) -> Array:
    if name not in columns:
        text = "; ".join(columns)
        hint = "separate them by commas" if ";" in text and len(columns) == 1 else "in SI"
        raise TrajectoryError(
            f"there is no column '{name}'",
            f"the header names {', '.join(columns)}; give t in s and the joint names, {hint}",
            file=str(path),
            line=1,
        )
    values = []
    for k, text in enumerate(columns[name]):
        if not _is_number(text):
            what = f"'{text}' in column '{name}' is not a number"
            raise TrajectoryError(what, "give bare numbers in SI", file=str(path), line=k + 2)
        values.append(float(text))
        if not np.isfinite(values[-1]):
            raise TrajectoryError(f"column '{name}' holds {text}", file=str(path), line=k + 2)
    return np.array(values)
