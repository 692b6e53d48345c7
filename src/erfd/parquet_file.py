"""Columns of numbers written as a Parquet file, with the extra `data` (pyarrow)."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from erfd.curve import Array
from erfd.errors import TrajectoryError, extra

REMEDY = extra("data")


def pyarrow() -> tuple[Any, Any]:
    """The package and its Parquet part."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise TrajectoryError("Parquet files need pyarrow", REMEDY) from None
    return pa, parquet


def write_parquet(
    path: str | os.PathLike[str], header: Sequence[str], columns: Sequence[Array]
) -> None:
    """Whole or not at all."""
    pa, parquet = pyarrow()
    target = Path(os.path.realpath(path))
    part = target.with_name(f".erfd-{secrets.token_hex(8)}.part")
    table = pa.table([pa.array(column) for column in columns], names=list(header))
    try:
        parquet.write_table(table, part)
        part.replace(target)
    except OSError as error:
        what = f"the file cannot be written: {error.strerror}"
        raise TrajectoryError(what, "check the path", file=os.fspath(path)) from None
    finally:
        part.unlink(missing_ok=True)
