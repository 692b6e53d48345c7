"""What to do about a command line that cannot be understood."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from pathlib import Path

from erfd.errors import ErfdError
from erfd.robot import library

WORDS = (  # the parser's, and ours
    (r"Input should be less than or equal to (\S+)", r"at most \1"),
    (r"Input should be greater than or equal to (\S+)", r"at least \1"),
    (r"Input should be a valid integer.*", "not a whole number"),
    (r"Input should be a valid number.*", "not a number"),
    (r"Invalid value for '(.+?)': ", r"\1: "),
    (r"Option '(.+?)' requires an argument", r"\1 needs a value"),
)


def usage_error(message: str, arguments: Sequence[str], verbs: Sequence[str]) -> str:
    """The parser's complaint, and the remedy: the verb that was meant, or whose help to read."""
    what = _ours(message.rstrip("."))
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


def _ours(text: str) -> str:
    for theirs, ours in WORDS:
        text = re.sub(theirs, ours, text, flags=re.DOTALL)
    return text


def refuse_empty(arguments: Sequence[str]) -> None:
    """An option with an empty value (an unset variable of a script, say) is no default."""
    for name, value in zip(arguments, [*arguments[1:], "none"], strict=True):
        option, equals, after = name.partition("=")
        if option.startswith("--") and (not value.strip() if not equals else not after.strip()):
            raise ErfdError(f"{option} is empty", "give a value, or leave the option out")
