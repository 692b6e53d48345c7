"""Text files, read and written whole: what can go wrong with the file itself is said here."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from erfd.errors import RobotError

LARGEST = 16 * 1024 * 1024


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a UTF-8 file of at most 16 MB (a byte order mark is skipped)."""
    return decode(read_bytes(path), os.fspath(path))


def read_piped() -> str:
    """The text that comes in on the pipe."""
    return decode(_small(sys.stdin.buffer.read(LARGEST + 1), LARGEST, "-"), "-")


def read_bytes(path: str | os.PathLike[str], largest: int = LARGEST) -> bytes:
    """The bytes of a file that is not larger than it should be."""
    name = os.fspath(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(largest + 1)
    except FileNotFoundError:
        raise RobotError("there is no such file", "check the path", file=name) from None
    except IsADirectoryError:
        raise RobotError("this is a folder", "name a file in it", file=name) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise RobotError(f"the file cannot be read: {why}", "check the path", file=name) from None
    return _small(data, largest, name)


def _small(data: bytes, largest: int, name: str) -> bytes:
    if len(data) > largest:
        size = f"{largest // (1024 * 1024)} MB"
        raise RobotError(f"the file is larger than {size}", "no robot is as large", file=name)
    return data


def decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        raise RobotError(
            f"the byte 0x{data[error.start]:02x} is not UTF-8",
            "save the file as UTF-8",
            file=name,
            line=before.count(b"\n") + 1,
            column=len(before[before.rfind(b"\n") + 1 :].decode("utf-8-sig", "replace")) + 1,
        ) from None


def write_text(path: str | os.PathLike[str], text: str | bytes) -> None:
    """All of the text (or bytes) or nothing: nobody ever sees half a file.

    A link's target is written, an existing file keeps its mode, a pipe or device is written to.
    """
    name = os.fspath(path)
    try:
        if _is_stream(Path(path)):
            with Path(path).open("ab") as stream:
                stream.write(_encoded(text))
        else:
            _replace(Path(os.path.realpath(path)), text)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        what = f"the file cannot be written: {why}"
        raise RobotError(what, "check the path", file=name) from None


def _is_stream(path: Path) -> bool:
    """A pipe, a device, or the very file that this process prints to."""
    if not path.exists():
        return False
    if not path.is_file():
        return True
    there = path.stat()
    return any(os.path.samestat(there, printed) for printed in _printed_to())


def _printed_to() -> Iterator[os.stat_result]:
    for descriptor in (1, 2):
        with contextlib.suppress(OSError):
            yield os.fstat(descriptor)


def _encoded(text: str | bytes) -> bytes:
    """As a text file has it on this machine."""
    return text if isinstance(text, bytes) else text.replace("\n", os.linesep).encode("utf-8")


def _replace(target: Path, text: str | bytes) -> None:
    """Written beside the target, then renamed."""
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    part = target.with_name(f".erfd-{secrets.token_hex(8)}.part")
    try:
        with part.open("xb") as file:
            if mode is not None:
                part.chmod(mode)
            file.write(_encoded(text))
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
