"""Parsing TOML with `tomllib`, its complaints in the words of a person, with their places."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from erfd.errors import RobotError

COMPLAINTS = (
    (
        re.compile("Cannot (overwrite|declare|mutate|redefine)|Duplicate|twice"),
        "this key or table has been given before",
        "keep one of them",
    ),
    (
        re.compile(r"Unclosed|Illegal character '\\n'|Unterminated|Expected \"'"),
        "what was opened before is not closed here",
        "look for a missing bracket or quote",
    ),
    (
        re.compile("Invalid value"),
        "no value of TOML stands here",
        "texts stand in quotes, decimals have a point, true and false are small",
    ),
    (
        re.compile("Expected newline or end of document|Invalid statement|Expected '='"),
        "a line of TOML reads otherwise",
        "write key = value, texts in quotes, decimals with a point",
    ),
)


def parse(text: str) -> dict[str, Any]:
    """The tables of a text that has passed `places_of`, so that its size is bounded."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _complaint(str(error), text) from None


def _complaint(message: str, text: str) -> RobotError:
    """At tomllib's place, or at the text's end where it has none."""
    line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    if place := re.search(r" \(at line (\d+), column (\d+)\)$", message):
        line, column = int(place[1]), int(place[2])
    for words, what, remedy in COMPLAINTS:
        if words.search(message):
            return RobotError(what, remedy, line=line, column=column)
    what = re.sub(r" \(at [^()]*\)$", "", message)
    return RobotError(f"this is not TOML: {what}", "mend it here", line=line, column=column)
