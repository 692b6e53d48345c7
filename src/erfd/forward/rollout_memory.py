"""How much memory a rollout takes, said before it is taken, and refused where it is too much."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from erfd.errors import ErfdError
from erfd.forward.reals import real

WORTH_SAYING = 2**28  # bytes
FALLBACK = 2**32  # bytes, where the system does not say what it has


def stated(size: int, what: str, limit: float | None, aloud: bool | None) -> None:
    """Refuses more than `limit` (three quarters of what is free); large sizes are said aloud."""
    asked = f"memory_limit is {limit!r}, which is no number"
    bound = 0.75 * available() if limit is None else real(limit, asked, "give bytes")
    if size > bound:
        raise ErfdError(
            f"{what} keep {in_words(size)}, more than the {in_words(bound)} allowed",
            "keep fewer states (every=), roll out in parts, or raise memory_limit= (in bytes)",
        )
    if aloud or (aloud is None and size > WORTH_SAYING and sys.stderr.isatty()):
        print(f"erfd: {what} keep {in_words(size)}", file=sys.stderr)


def available() -> int:
    """Bytes that can be had without swapping."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text("ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    return FALLBACK


def in_words(size: float) -> str:
    for unit, bytes_ in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= bytes_:
            return f"{size / bytes_:.3g} {unit}"
    return f"{size:.0f} bytes"
