"""CSV: a header, then numbers separated by commas, a row a sample."""

from __future__ import annotations

import csv
import io
import math
import os
import re
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
LONGEST_HEADER = 1 << 20  # beyond, a quote that is never closed is not sought on
WITH_COMMA = re.compile(r"[+-]?\d*,\d+")
WITH_UNIT = re.compile(r"[+-]?\d+\.?\d*\s*(deg|rad|mm|m|ms|s)")


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
    first, body = _first_row(rest)
    if not first.strip():
        raise TrajectoryError("is empty", "give a header: t and the joints", file=file)
    if first.count(",") >= MOST_COLUMNS:
        what = f"{first.count(',') + 1} columns"
        raise TrajectoryError(what, f"at most {MOST_COLUMNS} are read", file=file, line=line)
    try:
        header = next(csv.reader(io.StringIO(first, newline=""), strict=True))
    except csv.Error as error:
        raise TrajectoryError(f"is no CSV text: {error}", file=file, line=line) from None
    if len(header) == 1 and ";" in header[0]:
        what = "its values are apart by semicolons"
        remedy = "separate them by commas, and write decimals with a point"
        raise TrajectoryError(what, remedy, file=file, line=line)
    if all(_number(cell) is not None for cell in header):
        what = "there is no header"
        raise TrajectoryError(what, "write t and the joint names first", file=file, line=line)
    return header, line + first.count("\n"), body


def _first_row(text: str) -> tuple[str, str]:
    """A name in quotes may hold ends of lines."""
    end = text.find("\n")
    while 0 <= end < LONGEST_HEADER and text.count('"', 0, end) % 2:
        end = text.find("\n", end + 1)
    return (text[:end], text[end + 1 :]) if end >= 0 else (text, "")


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
    where = f"column '{shortened(header)}'"
    if not text.strip():
        remedy = "fill the gap, or leave the row out"
        raise TrajectoryError(f"{where} is empty", remedy, file=file, line=line)
    what = f"{where}: '{shortened(text.strip())}' is not a number"
    raise TrajectoryError(what, _remedy(text.strip()), file=file, line=line)


def _remedy(text: str) -> str:
    if WITH_COMMA.fullmatch(text):
        return f"write a point: {text.replace(',', '.')}"
    if found := WITH_UNIT.fullmatch(text):
        return f"write the unit into the header: NAME [{found[1]}]"
    return "give bare numbers"


def _number(text: str) -> float | None:
    """What NumPy reads too: no underscores, no digits of other scripts."""
    plain = text.strip()
    if plain.lower() in ("nan", "na", "null"):
        return math.nan
    try:
        return float(plain) if plain.isascii() and "_" not in plain else None
    except ValueError:
        return None
