"""Parquet, with the extra `data` (pyarrow): the same columns, smaller and faster."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.errors import TrajectoryError
from erfd.motion.files.table import MOST_ROWS, LineOf, Table

REMEDY = "install the extra: pip install erfd[data]"


def _pyarrow() -> tuple[Any, Any]:
    """The package and its Parquet part."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise TrajectoryError("Parquet files need pyarrow", REMEDY) from None
    return pa, parquet


def read_parquet(path: str | os.PathLike[str]) -> Table:
    pa, parquet = _pyarrow()
    name = os.fspath(path)
    try:
        file = parquet.ParquetFile(path)
        if file.metadata.num_rows > MOST_ROWS:
            what = f"{file.metadata.num_rows:,} rows"
            raise TrajectoryError(what, f"at most {MOST_ROWS:,} are read", file=name)
        table = file.read()
    except (OSError, pa.ArrowException) as error:
        text = str(error).partition("\n")[0].rstrip(".")
        raise TrajectoryError(f"is no Parquet file: {text}", "check the path", file=name) from None

    def read(places: Sequence[int]) -> tuple[Array, LineOf]:
        return np.column_stack([_numbers(pa, table, name, k) for k in places]), lambda _: 0

    return Table(name, list(table.column_names), 0, read)


def _numbers(pa: Any, table: Any, file: str, place: int) -> Array:
    column = table.column(place)
    if not (pa.types.is_floating(column.type) or pa.types.is_integer(column.type)):
        what = f"column '{table.column_names[place]}' holds {column.type}"
        raise TrajectoryError(what, "give numbers", file=file)
    return np.array(column.to_numpy(), dtype=float)


def write_parquet(path: str | os.PathLike[str], header: list[str], columns: list[Array]) -> None:
    """Whole or not at all."""
    pa, parquet = _pyarrow()
    target = Path(os.path.realpath(path))
    part = target.with_name(f".erfd-{secrets.token_hex(8)}.part")
    table = pa.table([pa.array(column) for column in columns], names=header)
    try:
        parquet.write_table(table, part)
        part.replace(target)
    except OSError as error:
        what = f"the file cannot be written: {error.strerror}"
        raise TrajectoryError(what, "check the path", file=os.fspath(path)) from None
    finally:
        part.unlink(missing_ok=True)
