"""What a verb says and writes: text for any terminal, JSON, files never half-written."""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from erfd.errors import ErfdError

PLAIN = str.maketrans({"─": "-", "│": "|", "°": " deg"})


class NobodyReadsError(Exception):
    """Nobody reads any more (`| head`): no fault, nothing more to say."""


def say(text: str) -> None:
    try:
        sys.stdout.write(showable(text.rstrip()) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise NobodyReadsError from None
    except OSError as error:
        raise ErfdError(f"cannot write the output: {error.strerror}") from None


def showable(text: str) -> str:
    """The text in the stream's own encoding; rules become dashes where it has none."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(PLAIN).encode(encoding, "replace").decode(encoding)
    return text


def say_json(value: Any) -> None:
    say(json.dumps(value, indent=2, default=_plain, allow_nan=False))


def _plain(value: Any) -> Any:
    """NumPy values as lists and numbers."""
    return value.tolist()


def check_target(path: Path | None, suffixes: Sequence[str] = ()) -> None:
    """Refuse a place that cannot be written before anything is computed for it."""
    if path is None:
        return
    if suffixes and path.suffix not in suffixes:
        raise ErfdError(f"cannot draw '{path.name}'", f"use {' or '.join(suffixes)}")
    if path.is_dir():
        raise ErfdError("is a folder", "name a file", file=str(path))
    if not path.parent.is_dir():
        raise ErfdError(f"there is no folder '{path.parent}'", "make it first", file=str(path))


def write_text(path: Path, text: str) -> None:
    """Write to a temporary name beside the target, then rename: all of it or nothing."""
    name = ""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as error:
        if name:
            Path(name).unlink(missing_ok=True)
        raise ErfdError(f"cannot be written: {error.strerror}", file=str(path)) from None


def csv_text(header: Sequence[str], rows: Iterable[Sequence[float]]) -> str:
    text = io.StringIO()
    text.write(",".join(header) + "\n")
    for row in rows:
        text.write(",".join(repr(float(x)) for x in row) + "\n")
    return text.getvalue()
