"""What the records of commands hold, checked: numbers, points, attitudes, choices.

Lists and arrays become tuples of floats, so that every command is a plain value.
"""

from __future__ import annotations

import math
import operator
from typing import Any

from erfd.algebra import Matrix, Vector
from erfd.errors import ProgramError

ROUND = 1e-9  # how far a rotation may be from one
LONGEST = 60  # characters of what is shown of a wrong value
MOST_STATUS = 11


def numbers(what: str, values: Any) -> tuple[float, ...]:
    """Finite ones."""
    try:
        if isinstance(values, str | bytes):
            raise TypeError  # noqa: TRY301
        found = tuple([float(x) for x in values])
    except (TypeError, ValueError):
        raise wrong(what, values, "give numbers") from None
    for x in found:
        if not math.isfinite(x):
            raise ProgramError(f"E_RANGE: {what} holds {x}", "give finite numbers")
    return found


def point(what: str, values: Any) -> Vector:
    found = numbers(what, values)
    if len(found) != 3:
        raise ProgramError(f"E_TYPE: {what} has {len(found)} numbers", "give x, y, z in m")
    return found[0], found[1], found[2]


def attitude(what: str, rows: Any) -> Matrix:
    """The columns are orthonormal and right-handed, to what rounding leaves of it."""
    try:
        a, b, c = (point(f"a row of {what}", row) for row in rows)
    except (TypeError, ValueError):
        raise wrong(what, rows, "give three rows of three numbers") from None
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    unit = math.hypot(*a), math.hypot(*b)
    off = max(abs(x - y) for x, y in zip(cross, c, strict=True))
    if max(off, abs(unit[0] - 1.0), abs(unit[1] - 1.0)) > ROUND:
        raise ProgramError(f"E_TYPE: {what} is no rotation", "make R R^T = 1, det +1")
    return a, b, c


def status(value: Any) -> int:
    found = whole("status", value)
    if not 0 <= found <= MOST_STATUS:
        raise ProgramError(f"E_STATUS: status {found}", f"give 0 to {MOST_STATUS}")
    return found


def turns(values: Any) -> tuple[int, ...]:
    """A whole number for each axis; how many axes there are the robot knows."""
    try:
        return tuple(whole("a turn", x) for x in values)
    except TypeError:
        raise wrong("turns", values, "give a whole number for each axis") from None


def whole(what: str, value: Any) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError  # noqa: TRY301
        return operator.index(value)
    except TypeError:
        raise wrong(what, value, "give a whole number") from None


def positive(what: str, value: Any, most: float = math.inf) -> None:
    """None, or a number above 0."""
    if value is None:
        return
    number = _number(what, value)
    if not (0.0 < number <= most and number < math.inf):
        bound = "" if most == math.inf else f" and at most {most:g}"
        raise ProgramError(f"E_RANGE: {what} is {number:g}", f"give a number above 0{bound}")


def duration(what: str, value: Any) -> None:
    """None, or a time in s."""
    if value is None:
        return
    number = _number(what, value)
    if not 0.0 <= number < math.inf:
        raise ProgramError(f"E_RANGE: {what} is {number:g} s", "give 0 or a time above it")


def _number(what: str, value: Any) -> float:
    if isinstance(value, str | bytes | bool):
        raise wrong(what, value, "give a number")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise wrong(what, value, "give a number") from None


def one_of(what: str, value: Any, kinds: type | tuple[type, ...], remedy: str) -> None:
    """None, or of one of these types."""
    if value is not None and not isinstance(value, kinds):
        raise wrong(what, value, remedy)


def wrong(what: str, value: Any, remedy: str) -> ProgramError:
    shown = repr(value)
    shown = shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}..."
    return ProgramError(f"E_TYPE: {what} is {shown}", remedy)
