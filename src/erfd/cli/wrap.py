"""Lines of text that break between words, never between a number and its unit."""

from __future__ import annotations

import re
import textwrap

from erfd.text_table import width

GLUE = "\N{NO-BREAK SPACE}"
TOGETHER = re.compile(
    r"(?<=[\d)]) (?=(?:N\b|m\b|s\b|ms\b|mm\b|deg\b|rad\b|rpm\b|kg\b|W\b|A\b|%))"  # 3.47 N
    r"|(?<=\d) (?=to -?\d)|(?<=\bto) (?=-?\d)|(?<=\bfrom) (?=-?\d)"
    r"|(?<=\bN) (?=m\b)|(?<=\bt) (?==)|(?<=\bat) (?=t\b)|(?<=[=<>]) (?=-?\d)|(?<=\bpayload) (?=<)"
    r"|(?<=\bline) (?=\d)|(?<=\b(?:joint|motor)) (?=\d)|(?<=[A-Za-z%]) (?=\(\d[\d.]* %\))"
)


def wrapped(text: str, first: str = "", hang: str = "") -> str:
    """At most as wide as tables are; `first` starts the first line, `hang` all others."""
    glued = TOGETHER.sub(GLUE, text)
    lines = textwrap.fill(
        glued,
        width=width.get(),
        initial_indent=first,
        subsequent_indent=hang,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace(GLUE, " ")
