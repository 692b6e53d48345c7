"""What to do about a command line that cannot be understood."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

from erfd.robot import library


def usage_error(message: str, arguments: Sequence[str], verbs: Sequence[str]) -> str:
    """The parser's complaint, and the remedy: the verb that was meant, or whose help to read."""
    what = message.rstrip(".")
    words = [word for word in arguments if not word.startswith("-")]
    first = words[0] if words else ""
    if "Did you mean" in what:
        return what
    if first in verbs:
        return f"{what}; erfd {first} --help shows what it takes"
    if first and (first in library.names() or Path(first).suffix in {".toml", ".urdf"}):
        return f"{what}; the verb comes first: erfd show {first}"
    close = difflib.get_close_matches(first, verbs, n=1)
    return f"{what}; " + (f"did you mean '{close[0]}'?" if close else "erfd --help lists the verbs")
