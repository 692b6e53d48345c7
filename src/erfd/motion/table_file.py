"""A joint motion from a CSV file: `t` and a column per joint name, in SI; a row an instant.

Optional columns `NAME.speed` and `NAME.acceleration`. Where they are missing, a cubic spline
through the positions (natural ends) gives them, and the caller is told so.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from erfd.errors import TrajectoryError
from erfd.motion.cycloid import Samples

LARGEST = 256 * 2**20


def read_samples(path: Path, names: Sequence[str]) -> tuple[Samples, str]:
    """The motion, and how speeds and accelerations were had."""
    columns = _columns(path)
    t = _column(path, columns, "t")
    if len(t) < 2 or not np.all(np.diff(t) > 0):
        row = int(np.argmax(np.diff(t) <= 0)) + 3 if len(t) > 1 else len(t) + 1
        raise TrajectoryError(
            "the time does not increase",
            "give at least two rows, t increasing",
            file=str(path),
            line=row,
        )
    q = np.column_stack([_column(path, columns, name) for name in names])
    given = [f"{n}{kind}" in columns for n in names for kind in (".speed", ".acceleration")]
    if all(given):
        qd = np.column_stack([_column(path, columns, f"{n}.speed") for n in names])
        qdd = np.column_stack([_column(path, columns, f"{n}.acceleration") for n in names])
        return Samples(t, q, qd, qdd), "speeds and accelerations from the file"
    if any(given):
        raise TrajectoryError(
            "speeds or accelerations are given for some joints only",
            "give NAME.speed and NAME.acceleration for all joints or for none",
            file=str(path),
            line=1,
        )
    from scipy.interpolate import CubicSpline

    curve = CubicSpline(t, q, bc_type="natural")
    return Samples(t, q, curve(t, 1), curve(t, 2)), "speeds and accelerations by a cubic spline"


def _columns(path: Path) -> dict[str, list[str]]:
    try:
        if path.stat().st_size > LARGEST:
            raise TrajectoryError(f"larger than {LARGEST >> 20} MiB", "split it", file=str(path))
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [row for row in csv.reader(file) if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise TrajectoryError(f"cannot be read: {error}", file=str(path)) from None
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
    twice = {name for name in header if header.count(name) > 1}
    if twice:
        raise TrajectoryError(f"column '{min(twice)}' stands twice", file=str(path), line=1)
    return {name: [row[k] for row in rows[1:]] for k, name in enumerate(header)}


def _column(path: Path, columns: dict[str, list[str]], name: str) -> np.ndarray:
    if name not in columns:
        raise TrajectoryError(
            f"there is no column '{name}'",
            f"the header names {', '.join(columns)}",
            file=str(path),
            line=1,
        )
    values = []
    for k, text in enumerate(columns[name]):
        try:
            values.append(float(text))
        except ValueError:
            raise TrajectoryError(
                f"'{text}' in column '{name}' is not a number", file=str(path), line=k + 2
            ) from None
        if not np.isfinite(values[-1]):
            raise TrajectoryError(f"column '{name}' holds {text}", file=str(path), line=k + 2)
    return np.array(values)
