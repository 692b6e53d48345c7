"""The tokens of a TOML text with their places: strings of all four kinds, words, marks, line ends.

Takes any text in linear time: each alternative runs to its end without looking back (`*+`), and a
string that is never closed takes what is left of its line, or of the text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from erfd.errors import RobotError

TOKENS = 2_000_000
Place = tuple[int, int]

TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+\\?"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|[\n\[\]{}=,.]"
    r"|[^\s\[\]{}=,.#\"']++",
    re.DOTALL,
)


def tokens_of(text: str) -> Iterator[tuple[str, Place]]:
    """Every token but the comments, with line and column; a line end closes the text."""
    line, start = 1, 0
    for count, match in enumerate(TOKEN.finditer(text)):
        if count == TOKENS:
            what, remedy = f"the file holds more than {TOKENS} words and marks", "shorten it"
            raise RobotError(what, remedy, line=line, column=match.start() - start + 1)
        token = match.group()
        if token[0] != "#":
            yield token, (line, match.start() - start + 1)
        if "\n" in token:
            line += token.count("\n")
            start = match.start() + token.rindex("\n") + 1
    yield "\n", (line, len(text) - start + 1)


def unquoted(token: str) -> str:
    """The key that a token spells; a text that no key can be is returned as it stands."""
    if token[0] not in "\"'":
        return token
    if "\\" not in token:
        return token[1:-1]
    try:
        return str(tomllib.loads(f"key = {token}")["key"])
    except ValueError:
        return token
