"""Our own LaTeX, read back and evaluated: what is printed is what is proved.

Names are matched as they were written; products stand side by side. Only what `write_latex.py`
writes is understood: numbers, names, + -, powers, parentheses, fractions of numbers, a few
functions.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping

from erfd.errors import ErfdError

FUNCTIONS: dict[str, tuple[Callable[[float], float], str, str]] = {
    r"\sin": (math.sin, "(", ")"),
    r"\cos": (math.cos, "(", ")"),
    r"\sqrt": (math.sqrt, "{", "}"),
    r"\operatorname{sgn}": (lambda x: float((x > 0) - (x < 0)), "(", ")"),
    r"\left": (abs, "|", r"\right|"),
}
NUMBER = re.compile(r"\d+\.?\d*")
ENDS = ("+", "-", ")", "}", r"\right|")
BLANK = re.compile(r"(?:\s|\\,|\{\}|\\quad)*")


def evaluate(body: str, known: Mapping[str, float]) -> dict[str, float]:
    """The equations of an align block in order: what each left side is."""
    values = dict(known)
    found: dict[str, float] = {}
    for line in joined(body):
        head, _, right = line.partition("&=")
        reader = _Reader(right, values)
        values[head.strip()] = found[head.strip()] = reader.whole()
    return found


def joined(body: str) -> list[str]:
    """One equation a line: broken lines put together again."""
    found: list[str] = []
    for line in body.split("\\\\\n"):
        if "&=" in line:
            found.append(line)
        elif line.strip():
            found[-1] += line.replace(r"&\quad", "")
    return found


class _Reader:
    def __init__(self, text: str, values: Mapping[str, float]) -> None:
        self.text, self.at, self.values = text, 0, values
        self.blank()

    def blank(self) -> None:
        found = BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def take(self, text: str) -> bool:
        if self.text.startswith(text, self.at):
            self.at += len(text)
            self.blank()
            return True
        return False

    def whole(self) -> float:
        value = self.sum()
        if self.at < len(self.text):
            raise ErfdError(f"cannot read '{self.text[self.at : self.at + 30]}'")
        return value

    def sum(self) -> float:
        total = -self.product() if self.take("-") else self.product()
        while True:
            if self.take("+"):
                total += self.product()
            elif self.take("-"):
                total -= self.product()
            else:
                return total

    def product(self) -> float:
        value = self.power()
        while self.at < len(self.text) and not self.text.startswith(ENDS, self.at):
            value *= self.power()
        return value

    def power(self) -> float:
        base = self.atom()
        if self.take("^{"):
            sign = -1 if self.take("-") else 1
            exponent = sign * self.number()
            self.take("}")
            return float(base**exponent)
        return base

    def number(self) -> int:
        found = re.compile(r"\d+").match(self.text, self.at)
        if found is None:
            raise ErfdError(f"no number at '{self.text[self.at : self.at + 30]}'")
        self.at = found.end()
        self.blank()
        return int(found[0])

    def atom(self) -> float:
        if self.take("("):
            value = self.sum()
            self.take(")")
            return value
        if self.take(r"\frac{"):
            top = self.sum()
            self.take("}{")
            bottom = self.sum()
            self.take("}")
            return top / bottom
        if self.take(r"\cdot"):
            return self.atom()
        for name, (function, opens, closes) in FUNCTIONS.items():
            if self.take(name + opens):
                value = function(self.sum())
                self.take(closes)
                return value
        if found := NUMBER.match(self.text, self.at):
            self.at = found.end()
            self.blank()
            return float(found[0])
        return self.name()

    def name(self) -> float:
        """The longest name that stands here."""
        rest = self.text[self.at :]
        names = [x for x in self.values if rest.startswith(x)]
        if not names:
            raise ErfdError(f"no name at '{rest[:30]}'")
        best = max(names, key=len)
        self.at += len(best)
        self.blank()
        return self.values[best]
