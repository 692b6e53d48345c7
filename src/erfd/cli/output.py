"""What a verb says and writes: text for any terminal, JSON, files never half-written."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from erfd.errors import ErfdError

PLAIN = str.maketrans({"─": "-", "│": "|", "°": " deg"})
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class NobodyReadsError(Exception):
    """Nobody reads any more (`| head`): no fault, nothing more to say."""


def say(text: str) -> None:
    try:
        sys.stdout.write(showable(harmless(text.rstrip())) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise NobodyReadsError from None
    except OSError as error:
        raise ErfdError(f"cannot write the output: {error.strerror}") from None


@contextmanager
def working(on: str) -> Iterator[Callable[[str], None]]:
    """Tells a person at a terminal what is being worked on; the line goes when it is done."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    try:
        yield lambda what: print(
            f"\r\x1b[K{harmless(on)}: {what} ...", end="", file=sys.stderr, flush=True
        )
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def harmless(text: str) -> str:
    """Control characters and turns of the writing direction, which a terminal obeys, as escapes."""
    return UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def showable(text: str) -> str:
    """The text in the stream's own encoding; rules become dashes where it has none."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(PLAIN).encode(encoding, "replace").decode(encoding)
    return text


def say_json(value: Any) -> None:
    say(json_text(value))


def json_text(value: Any) -> str:
    try:
        return json.dumps(value, indent=2, default=_plain, allow_nan=False) + "\n"
    except ValueError:
        raise ErfdError("the result holds NaN or infinity", "give smaller numbers") from None


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
    check_folder(path.parent)


def check_folder(folder: Path) -> None:
    """Refuse a folder in which no file can be made; permissions alone do not tell."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        what = f"no file can be written there: {error.strerror}"
        raise ErfdError(what, "name a folder that is yours", file=str(folder)) from None


def refuse_overwriting(targets: Mapping[str, Path | None], inputs: Mapping[str, str]) -> None:
    """Refuse to write over what was read, or one result over another."""
    taken = {os.path.realpath(path): what for what, path in inputs.items()}
    for what, path in targets.items():
        if path is None:
            continue
        place = os.path.realpath(path)
        if place in taken:
            error = f"{what} would overwrite {taken[place]}"
            raise ErfdError(error, "name another file", file=str(path))
        taken[place] = what
