"""The values of the language and how one type becomes another.

A record is a tuple of its components in the units of the program (mm, deg); None is unspecified.
An array is a list. Real numbers are finite, whole numbers at most 2^53 in size.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from erfd.motion.command_values import MOST_STATUS
from erfd.motion.language.problems import Fault
from erfd.motion.language.tokens import MOST_WHOLE
from erfd.motion.language.types import RECORDS, Array, Type


class Unset:
    """The value of a variable that has none yet."""


UNSET: Final = Unset()


def real(value: float) -> float:
    """A finite number, or a fault."""
    if not math.isfinite(value):
        raise Fault("E_RANGE", "the result is no finite number", "keep numbers below 1.79e308")
    return value


def whole(value: int) -> int:
    if not -MOST_WHOLE <= value <= MOST_WHOLE:
        what = "the result is too large for a whole number"
        raise Fault("E_RANGE", what, f"stay within {MOST_WHOLE}, or use real numbers")
    return value


def status(value: int) -> int:
    """wrist (4 or 8) + 2 elbow + shoulder; below 4 any wrist."""
    if not 0 <= value <= MOST_STATUS:
        remedy = f"give 0 to {MOST_STATUS}: 4 or 8 (wrist) + 2 (elbow) + 1 (shoulder)"
        raise Fault("E_STATUS", f"there is no status {value}", remedy)
    return value


def turns(*values: int) -> tuple[int, ...]:
    """A whole number of turns for each axis; 0 alone stands for all of them."""
    if len(values) == 1 and values[0]:
        remedy = "give 0, or one number for each axis: (0, 0, 0, 1, 0, 0)"
        raise Fault("E_RANGE", f"turns {values[0]} names no axis", remedy)
    return () if len(values) == 1 else values


def record(*components: Any) -> tuple[Any, ...]:
    return components


def make(kind: str) -> Callable[..., tuple[Any, ...]]:
    """What makes a record of components; absent ones of fixed records are unspecified."""
    if kind in ("mainjoint", "addjoint", "position", "orientation"):
        return record
    size = len(RECORDS[kind])
    return lambda *given: given + (None,) * (size - len(given))


def truncated(value: float) -> int:
    """int(x): towards zero."""
    return whole(int(value))


# (from, to): what turns one into the other without being asked to
CONVERSIONS: dict[tuple[str, str], Callable[..., Any]] = {
    ("int", "real"): float,
    ("int", "status"): status,
    ("int", "turns"): turns,
    ("position", "pose"): lambda p: (p, None),
    ("position", "robtarg"): lambda p: ((p, None), None, None, None),
    ("pose", "robtarg"): lambda p: (p, None, None, None),
    ("mainjoint", "joint"): lambda q: (q, None),
}


def blank(kind: Type) -> Any:
    """The value of a variable that is declared without one."""
    if isinstance(kind, Array):
        return [blank(kind.element) for _ in range(kind.high - kind.low + 1)]
    return UNSET


def copied(value: Any) -> Any:
    """An array of its own."""
    return [copied(item) for item in value] if isinstance(value, list) else value


def part(value: Any, place: int, name: str) -> Any:
    """A component; an unspecified one has no value to be read."""
    found = value[place] if place < len(value) else None
    if found is None:
        remedy = "give it in the constructor, or assign it before"
        raise Fault("E_UNSET", f"component '{name}' is not specified", remedy)
    return found


def with_part(value: Any, place: int, new: Any) -> Any:
    """The record with one component exchanged."""
    padded = value + (None,) * (place + 1 - len(value))
    return (*padded[:place], new, *padded[place + 1 :])


def offset(kind: Array, index: int) -> int:
    """Where an element stands in its list."""
    if not kind.low <= index <= kind.high:
        what = f"index {index} is outside {kind.low}..{kind.high}"
        raise Fault("E_RANGE", what, "stay within the bounds of the array")
    return index - kind.low
