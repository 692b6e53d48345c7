"""The directory that holds compiled code: where it is, and whether what lies there may be run.

`ERFD_CACHE_DIR` names it, `ERFD_NO_CACHE=1` does without. Whoever can write there can run code in
our processes, so a directory that others own or may write is refused, with one warning.
"""

from __future__ import annotations

import os
import stat
import sys
import warnings
from pathlib import Path

_warned: set[str] = set()


def directory() -> Path | None:
    """The directory's path, whether it exists or not; None where the user wants none."""
    if os.environ.get("ERFD_NO_CACHE", "0") not in ("", "0"):
        return None
    if given := os.environ.get("ERFD_CACHE_DIR"):
        return Path(given).absolute()
    try:
        return _of_the_platform() / "erfd"
    except RuntimeError:  # no home directory
        return None


def _of_the_platform() -> Path:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) if local else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    given = os.environ.get("XDG_CACHE_HOME", "")
    return Path(given) if given.startswith("/") else Path.home() / ".cache"


def to_read() -> Path | None:
    """The directory if it exists and only we may write there."""
    place = directory()
    return place if place is not None and place.is_dir() and _ours(place) else None


def to_write() -> Path | None:
    """The same, made with the rights 0700 where it does not exist; OSError where that fails."""
    place = directory()
    if place is None:
        return None
    place.parent.mkdir(parents=True, exist_ok=True)
    place.mkdir(mode=0o700, exist_ok=True)
    return place if _ours(place) else None


def _ours(place: Path) -> bool:
    fault = _fault(place.stat())
    if fault:
        warn_once(
            f"{place} {fault}, so compiled code is neither read nor kept there: "
            f"make it yours alone (chmod 700), or set ERFD_CACHE_DIR to another directory"
        )
    return not fault


def _fault(found: os.stat_result) -> str:
    """What is wrong with the owner or the rights; "" if nothing. Windows guards profiles itself."""
    if not hasattr(os, "geteuid"):
        return ""
    if found.st_uid != os.geteuid():
        return f"belongs to user {found.st_uid}, not to {os.geteuid()}"
    return "may be written by others" if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) else ""


def read_ours(path: Path) -> bytes | None:
    """The content of a plain file that is ours; None if there is none such."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | BINARY)
    except OSError:
        return None
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or _fault(found):
            return None
        try:
            return file.read()
        except OSError:
            return None


BINARY = getattr(os, "O_BINARY", 0)


def warn_once(text: str) -> None:
    if text not in _warned:
        _warned.add(text)
        warnings.warn(text, RuntimeWarning, stacklevel=2)
