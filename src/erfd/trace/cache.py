"""Compiled code kept on disk, so that a warm process neither traces nor compiles.

A file is named by all that determines its content: the key of what was compiled (the robot's
numbers, the quantity, the method, the options), the digest of our own text, llvmlite, and the CPU
with its features. It says all this again inside and carries the SHA-256 of everything after its
first line; a file that does not match to the last bit is compiled anew. Nothing is unpickled.
Files are written under another name and renamed, so readers and other writers see all or nothing.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from erfd.trace import engine
from erfd.trace.cache_place import read_ours, to_read, to_write, warn_once
from erfd.trace.counts import Counts
from erfd.trace.tape import Port

MAGIC = b"erfd object 1 "
SUFFIX = ".erfdo"
LARGEST = 256 * 2**20  # bytes in all files together
STALE = 3600.0  # seconds until an unfinished file counts as left behind


class Stored(NamedTuple):
    """What a process needs to run a kernel without its tape."""

    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    counts: Counts
    code: bytes


def load(key: str) -> Stored | None:
    """What was stored under this key by this version on this CPU, if it is intact."""
    if engine.binding() is None:
        return None
    try:
        place = to_read()
        data = read_ours(_path(place, key)) if place else None
    except OSError:
        return None
    if data is None or place is None or (stored := _parsed(data, key)) is None:
        return None
    with contextlib.suppress(OSError):
        os.utime(_path(place, key))  # read last: dropped last
    return stored


def store(key: str, stored: Stored) -> None:
    """Keep it for later processes; where that is not possible say so once and go on."""
    try:
        place = to_write()
        if place is not None:
            _write(_path(place, key), _packed(key, stored))
            _make_room(place)
    except OSError as error:
        warn_once(
            f"compiled code cannot be kept ({error.strerror or error}): every process compiles "
            "anew; set ERFD_CACHE_DIR to a directory of yours, or ERFD_NO_CACHE=1"
        )


def _path(place: Path, key: str) -> Path:
    name = hashlib.sha256(json.dumps([key, _identity()]).encode()).hexdigest()
    return place / (name[:40] + SUFFIX)


def _packed(key: str, stored: Stored) -> bytes:
    head = {
        "key": key,
        "for": _identity(),
        "inputs": stored.inputs,
        "outputs": stored.outputs,
        "counts": stored.counts,
    }
    content = json.dumps(head).encode() + b"\n" + stored.code
    return MAGIC + hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def _parsed(data: bytes, key: str) -> Stored | None:
    first, _, content = data.partition(b"\n")
    if first != MAGIC + hashlib.sha256(content).hexdigest().encode():
        return None
    text, _, code = content.partition(b"\n")
    try:
        head = json.loads(text)
        if head["key"] != key or head["for"] != _identity():
            return None
        inputs, outputs = (
            tuple(Port(name, tuple(shape), series) for name, shape, series in head[side])
            for side in ("inputs", "outputs")
        )
        return Stored(inputs, outputs, Counts(*head["counts"]), code)
    except (ValueError, LookupError, TypeError, RecursionError):  # a head of another kind
        return None


@functools.cache
def _own_text() -> str:
    """The digest of this package's own files: a changed text never meets code from before."""
    package = Path(__file__).parents[1]
    total = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        total.update(path.relative_to(package).as_posix().encode() + b"\n" + path.read_bytes())
    return total.hexdigest()


def _identity() -> dict[str, Any]:
    """What compiled code depends on beside its key."""
    import llvmlite

    cpu, features, _ = engine.host()
    return {
        "erfd": sys.modules["erfd"].__version__,
        "text": _own_text(),
        "llvmlite": llvmlite.__version__,
        "target": engine.binding().get_process_triple(),
        "cpu": cpu,
        "features": features,
    }


def _write(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix="unfinished-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _make_room(place: Path) -> None:
    """Drop what has not been read for longest while there is too much, and what was left behind."""
    files = []
    for path in place.iterdir():
        with contextlib.suppress(OSError):  # another process may be dropping it too
            found = path.stat()
            if path.suffix == SUFFIX:
                files.append((found.st_mtime, found.st_size, path))
            elif path.name.startswith("unfinished-") and found.st_mtime < time.time() - STALE:
                path.unlink()
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= LARGEST:
            return
        with contextlib.suppress(OSError):
            path.unlink()
            total -= size
