"""CSV: a header, then numbers separated by commas, a row a sample."""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.errors import RobotError, TrajectoryError
from erfd.motion.files.table import LineOf, Table
from erfd.robot.text_file import decode, read_bytes
from erfd.robot.toml_values import shortened

LARGEST = 1 << 30  # bytes
MOST_COLUMNS = 10_000


def read_csv(path: str | os.PathLike[str]) -> Table:
    name = os.fspath(path)
    try:
        text = decode(read_bytes(path, LARGEST), name)
    except RobotError as error:
        raise _reworded(error) from None
    return parse_csv(text, name)


def _reworded(error: RobotError) -> TrajectoryError:
    remedy = "take fewer samples or several files" if "larger" in error.what else error.remedy
    place = {"file": error.file, "line": error.line, "column": error.column}
    return TrajectoryError(error.what, remedy, **place)  # type: ignore[arg-type]


def parse_csv(text: str, file: str = "<text>") -> Table:
    """The header now; the numbers when it is known which columns are wanted."""
    header, line, body = _header(text, file)

    def read(places: Sequence[int]) -> tuple[Array, LineOf]:
        values = _quickly(body, places, len(header))
        if values is None:
            values = _slowly(header, body, places, line, file)
        lines = [k for k, row in enumerate(body.split("\n"), line + 1) if row.strip()]
        return values, lambda row: lines[row] if row < len(lines) else 0

    return Table(file, header, line, read)


def _quickly(body: str, places: Sequence[int], width: int) -> Array | None:
    """None where something is not as it should be."""
    if not body.strip():
        return np.zeros((0, len(places)))
    try:
        options: dict[str, Any] = {"delimiter": ",", "ndmin": 2, "comments": None}
        values = np.loadtxt(io.StringIO(body), usecols=places, **options)
    except ValueError:
        return None
    return values if body.count(",") == len(values) * (width - 1) else None


def _header(text: str, file: str) -> tuple[list[str], int, str]:
    """The first line that is not blank, its number, and what follows it."""
    rest, line = text.replace("\r\n", "\n"), 1
    while rest and not rest.partition("\n")[0].strip():
        rest, line = rest.partition("\n")[2], line + 1
    first, _, body = rest.partition("\n")
    if not first.strip():
        raise TrajectoryError("is empty", "give a header: t and the joints", file=file)
    if first.count(",") >= MOST_COLUMNS:
        what = f"{first.count(',') + 1} columns"
        raise TrajectoryError(what, f"at most {MOST_COLUMNS} are read", file=file, line=line)
    try:
        header = next(csv.reader([first], strict=True))
    except csv.Error as error:
        raise TrajectoryError(f"is no CSV text: {error}", file=file, line=line) from None
    if all(_number(cell) is not None for cell in header):
        what = "there is no header"
        raise TrajectoryError(what, "write t and the joint names first", file=file, line=line)
    return header, line, body


def _slowly(header: list[str], body: str, places: Sequence[int], line: int, file: str) -> Array:
    """Finds what is wrong; what NumPy does not take and we do (texts in quotes) is read."""
    rows = []
    for number, text in enumerate(body.split("\n"), line + 1):
        if not text.strip():
            continue
        cells = next(csv.reader([text]))
        if len(cells) != len(header):
            what = f"{len(cells)} values where the header names {len(header)}"
            raise TrajectoryError(what, "give a value for each", file=file, line=number)
        rows.append([_cell(cells[k], header[k], file, number) for k in places])
    return np.array(rows, dtype=float).reshape(len(rows), len(places))


def _cell(text: str, header: str, file: str, line: int) -> float:
    value = _number(text)
    if value is not None:
        return value
    shown = f"'{shortened(text.strip())}' is not a number" if text.strip() else "is empty"
    where = f"column '{shortened(header)}'"
    what = f"{where} {shown}" if not text.strip() else f"{where}: {shown}"
    raise TrajectoryError(what, "give bare numbers", file=file, line=line)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return math.nan if text.strip().lower() in ("nan", "na", "null") else None


def csv_text(header: list[str], columns: list[Array]) -> str:
    """Every number so that it is read back bit for bit."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(header)
    spelt = [map(repr, column.tolist()) for column in columns]
    out.writelines(f"{','.join(row)}\n" for row in zip(*spelt, strict=True))
    return out.getvalue()
