"""Tables on a terminal, JSON on a pipe, files that are never half-written."""

from __future__ import annotations

import io
import json
import math
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from erfd.errors import ErfdError


def say(text: str) -> None:
    print(text.rstrip())


def say_json(value: Any) -> None:
    print(json.dumps(value, indent=2, default=_plain, allow_nan=False))


def _plain(value: Any) -> Any:
    """NumPy values as lists and numbers."""
    return value.tolist()


def write_text(path: Path, text: str) -> None:
    """Write to a temporary name beside the target, then rename: all of it or nothing."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as error:
        raise ErfdError(f"cannot write: {error.strerror}", file=str(path)) from None


def csv_text(header: Sequence[str], rows: Iterable[Sequence[float]]) -> str:
    text = io.StringIO()
    text.write(",".join(header) + "\n")
    for row in rows:
        text.write(",".join(repr(float(x)) for x in row) + "\n")
    return text.getvalue()


def figure(x: float, digits: int = 6) -> str:
    """A number for a table: short, and a dash where there is none."""
    return "-" if not math.isfinite(x) else f"{x:.{digits}g}"
