"""The text of a program: lines and columns of its offsets; a line with a caret below."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

BEFORE, SHOWN = 60, 90  # characters: what an excerpt shows of a long line
CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


class Source:
    """A text and the name of its file."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self._starts: Sequence[int] | None = None

    @property
    def starts(self) -> Sequence[int]:
        """The offset at which each line starts."""
        if self._starts is None:
            self._starts = [0, *(found.end() for found in re.finditer("\n", self.text))]
        return self._starts

    def line(self, offset: int) -> int:
        return bisect_right(self.starts, offset)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1."""
        line = self.line(offset)
        return line, offset - self.starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column - 1

    def excerpt(self, offset: int, end: int) -> str:
        """The line, or what fits of it, and carets under the part from `offset` to `end`."""
        line = self.line(offset)
        start = self.starts[line - 1]
        stop = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
        left = max(start, offset - BEFORE) if stop - start > SHOWN else start
        right = min(stop, left + SHOWN)
        shown = CONTROL.sub(" ", self.text[left:right]).rstrip()
        head = "..." if left > start else ""
        tail = "..." if right < stop else ""
        carets = "^" * max(1, min(end, right, stop) - offset)
        number = f"{line:>5} | "
        indent = " " * (len(head) + offset - left)
        return f"{number}{head}{shown}{tail}\n{'':>5} | {indent}{carets}"
