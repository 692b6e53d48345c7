"""A bar on a terminal while a long run goes on; nothing elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

WAIT, EVERY = 1.0, 0.2


def progress() -> Callable[[float], None] | None:
    """Says on standard error how far a run is, once it takes longer than a second."""
    if not sys.stderr.isatty():
        return None
    started = shown = time.monotonic()

    def tell(t: float) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - started < WAIT or now - shown < EVERY:
            return
        shown = now
        sys.stderr.write(f"\rsimulated: {t:.4g} s ({now - started:.0f} s taken) ")
        sys.stderr.flush()

    return tell
