"""Parquet, with the extra `data` (pyarrow): the same columns, smaller and faster."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.errors import TrajectoryError
from erfd.motion.files.csv_table import MOST_COLUMNS
from erfd.motion.files.table import MOST_ROWS, LineOf, Table
from erfd.parquet_file import pyarrow, write_parquet

__all__ = ["read_parquet", "write_parquet"]


def read_parquet(path: str | os.PathLike[str]) -> Table:
    pa, parquet = pyarrow()
    name = os.fspath(path)
    try:
        file = parquet.ParquetFile(path)
        _refuse_large(file.metadata, name)
        header = list(file.schema_arrow.names)
    except (OSError, pa.ArrowException) as error:
        raise _unreadable(error, name) from None

    def read(places: Sequence[int]) -> tuple[Array, LineOf]:
        """Only what is wanted is unpacked."""
        try:
            table = file.read(columns=[header[k] for k in places])
        except (OSError, pa.ArrowException) as error:
            raise _unreadable(error, name) from None
        return np.column_stack([_numbers(pa, table, name, k) for k in range(len(places))]), _none

    return Table(name, header, 0, read)


def _none(_: int) -> int:
    """Rows of a Parquet file stand on no lines."""
    return 0


def _refuse_large(metadata: Any, file: str) -> None:
    """What a file claims to hold is refused before anything is unpacked."""
    for count, most, what in (
        (metadata.num_rows, MOST_ROWS, "rows"),
        (metadata.num_columns, MOST_COLUMNS, "columns"),
    ):
        if count > most:
            raise TrajectoryError(f"{count:,} {what}", f"at most {most:,} are read", file=file)


def _unreadable(error: Exception, file: str) -> TrajectoryError:
    text = str(error).partition("\n")[0].rstrip(".")
    return TrajectoryError(f"is no Parquet file: {text}", "check the path", file=file)


def _numbers(pa: Any, table: Any, file: str, place: int) -> Array:
    column = table.column(place)
    if not (pa.types.is_floating(column.type) or pa.types.is_integer(column.type)):
        what = f"column '{table.column_names[place]}' holds {column.type}"
        raise TrajectoryError(what, "give numbers", file=file)
    return np.array(column.to_numpy(), dtype=float)
