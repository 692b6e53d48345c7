"""Signals over time from a file (.csv, .parquet): torques, currents, wrenches, by their columns.

`t [s]` and a column a name, its unit in brackets; `NAME.torque [N m]` and `NAME.current [A]` are
understood too, so what `erfd torque --out` and `erfd simulate --out` write can be read. Names that
have no column are zero throughout.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from erfd.errors import TrajectoryError
from erfd.forward.inputs import Between, Table
from erfd.motion.files.csv_table import read_csv
from erfd.motion.files.labels import LABEL, TIMES
from erfd.motion.files.parquet_table import read_parquet
from erfd.motion.files.table import MOST_ROWS
from erfd.motion.files.table import Table as File
from erfd.robot.toml_values import did_you_mean, shortened

PARQUET = (".parquet", ".pq")
TORQUE = {"N m": 1.0, "Nm": 1.0}
FORCE = {"N": 1.0, "kN": 1e3}
CURRENT = {"A": 1.0, "mA": 1e-3}
WRENCH = {**dict.fromkeys(("fx", "fy", "fz"), FORCE), **dict.fromkeys(("nx", "ny", "nz"), TORQUE)}
Units = Mapping[str, Mapping[str, float]]


def read_signal(
    path: str | os.PathLike[str], units: Units, between: Between = "linear", kind: str = "torque"
) -> Table:
    """`units` says for every name, in order, its units and their factors to SI."""
    file = (read_parquet if Path(path).suffix.lower() in PARQUET else read_csv)(path)
    places, factors = _columns(file, units, kind)
    values, line_of = file.read(places)
    if not 1 <= len(values) <= MOST_ROWS:
        what = f"{len(values):,} rows"
        raise TrajectoryError(what, f"give 1 to {MOST_ROWS:,}", file=file.file)
    bad = ~np.isfinite(values)
    if bad.any():
        row, column = (int(x) for x in np.argwhere(bad)[0])
        what = f"column '{file.header[places[column]]}' holds {values[row, column]}"
        raise TrajectoryError(what, "give numbers", file=file.file, line=line_of(row) or None)
    t = values[:, 0] * factors[0]
    back = np.diff(t) <= 0.0
    if back.any():
        row = int(back.argmax()) + 1
        what = f"the time does not rise: {t[row]:g} s after {t[row - 1]:g} s"
        raise TrajectoryError(what, "let t rise", file=file.file, line=line_of(row) or None)
    return Table(t, _filled(file, units, kind, values * factors), between)


def _filled(file: File, units: Units, kind: str, values: np.ndarray) -> np.ndarray:
    whole = np.zeros((len(values), len(units)))
    order = list(units)
    for k, name in enumerate(_found(file, units, kind)):
        if name != "t":
            whole[:, order.index(name)] = values[:, k]
    return whole


def _found(file: File, units: Units, kind: str) -> dict[str, tuple[int, str | None]]:
    """Of t and every name that has a column: its place and its unit."""
    found: dict[str, tuple[int, str | None]] = {}
    suffix = f".{kind}"
    for place, text in enumerate(file.header):
        match = LABEL.fullmatch(text)
        name, unit = (text.strip(), None) if match is None else (match[1].strip(), match[2].strip())
        bare = name.removesuffix(suffix)
        if bare not in ("t", *units) or (bare in found and name == bare):
            continue
        found[bare] = place, unit
    return found


def _columns(file: File, units: Units, kind: str) -> tuple[list[int], np.ndarray]:
    found = _found(file, units, kind)
    where = {"file": file.file, "line": file.header_line or None}
    if "t" not in found:
        raise TrajectoryError("there is no column 't'", "write t [s] first", **where)  # type: ignore[arg-type]
    if len(found) == 1:
        near = did_you_mean(next(iter(units)), file.header)
        what = f"no column bears the name of one of {', '.join(units)}"
        raise TrajectoryError(what, near or "name columns after them", **where)  # type: ignore[arg-type]
    factors = []
    for name, (_, unit) in found.items():
        known = TIMES if name == "t" else units[name]
        if unit is not None and unit not in known:
            what = f"column '{shortened(name)}' has the unit '{shortened(unit)}'"
            raise TrajectoryError(what, f"give {' or '.join(known)}", **where)  # type: ignore[arg-type]
        factors.append(1.0 if unit is None else known[unit])
    return [place for place, _ in found.values()], np.array(factors)


def names_of(joints: Sequence[tuple[str, bool]]) -> Units:
    """Of joints: their names, and whether they slide."""
    return {name: FORCE if slides else TORQUE for name, slides in joints}
