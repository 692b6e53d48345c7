"""Text files, read and written whole: what can go wrong with the file itself is said here."""

from __future__ import annotations

import os
from pathlib import Path

from erfd.errors import RobotError

LARGEST = 16 * 1024 * 1024


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a UTF-8 file of at most 16 MB (a byte order mark is skipped)."""
    return decode(read_bytes(path), os.fspath(path))


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


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write under a temporary name, then rename: nobody ever sees half a file."""
    target, name = Path(path), os.fspath(path)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, "utf-8")  # a pipe or a terminal
            return
        part.write_text(text, "utf-8")
        part.replace(target)
    except (OSError, ValueError) as error:
        part.unlink(missing_ok=True)
        why = error.strerror if isinstance(error, OSError) else str(error)
        what = f"the file cannot be written: {why}"
        raise RobotError(what, "check the path", file=name) from None
