"""The operators: for each combination of types what comes out.

`@` composes frames: pose @ pose, pose @ position (the point in the outer frame), robtarg @ pose
(the target moved in its own axes), and the same of orientations.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from erfd.algebra import add
from erfd.motion.language.frames import (
    composed,
    in_frame,
    point_of,
    rotated,
    target_of,
    turned,
)
from erfd.motion.language.problems import Fault
from erfd.motion.language.types import COMPARED, ORDERED
from erfd.motion.language.values import real, whole

Function = Callable[..., Any]
Operator = tuple[str, Function]  # the type of the result, and how to get it


def _sum(left: Any, right: Any) -> Any:
    return tuple(real(x) for x in add(left, right))


def _difference(left: Any, right: Any) -> Any:
    return tuple(real(a - b) for a, b in zip(left, right, strict=True))


def _scaled(left: Any, factor: float) -> Any:
    return tuple(real(x * factor) for x in left)


def _nonzero(divisor: float) -> None:
    if divisor == 0:
        raise Fault("E_RANGE", "division by zero", "test the divisor before")


def _divided(left: float, right: float) -> float:
    _nonzero(right)
    return real(left / right)


def _shortened(left: Any, divisor: float) -> Any:
    _nonzero(divisor)
    return tuple(real(x / divisor) for x in left)


def _quotient(left: int, right: int) -> int:
    """Towards zero, as in Pascal."""
    _nonzero(right)
    size = abs(left) // abs(right)
    return size if (left < 0) == (right < 0) else -size


def _remainder(left: int, right: int) -> int:
    return left - right * _quotient(left, right)


def _whole(function: Function) -> Function:
    return lambda a, b: whole(function(a, b))


def _real(function: Function) -> Function:
    return lambda a, b: real(function(a, b))


def _arithmetic(sign: str, function: Function) -> dict[tuple[str, str, str], Operator]:
    """int op int stays int, everything else is real."""
    found = {(x, sign, y): ("real", _real(function)) for x in ORDERED for y in ORDERED}
    return found | {("int", sign, "int"): ("int", _whole(function))}


BINARY: dict[tuple[str, str, str], Operator] = {
    **_arithmetic("+", operator.add),
    **_arithmetic("-", operator.sub),
    **_arithmetic("*", operator.mul),
    **{(x, "/", y): ("real", _divided) for x in ORDERED for y in ORDERED},
    ("int", "div", "int"): ("int", _quotient),
    ("int", "mod", "int"): ("int", _remainder),
    ("position", "+", "position"): ("position", _sum),
    ("position", "-", "position"): ("position", _difference),
    **{("position", "*", x): ("position", _scaled) for x in ORDERED},
    **{(x, "*", "position"): ("position", lambda a, p: _scaled(p, a)) for x in ORDERED},
    **{("position", "/", x): ("position", _shortened) for x in ORDERED},
    ("pose", "@", "pose"): ("pose", composed),
    ("pose", "@", "position"): ("position", point_of),
    ("pose", "@", "robtarg"): ("robtarg", in_frame),
    ("robtarg", "@", "pose"): ("robtarg", target_of),
    ("orientation", "@", "orientation"): ("orientation", turned),
    ("orientation", "@", "position"): ("position", rotated),
    **{(x, "=", x): ("bool", operator.eq) for x in COMPARED},
    **{(x, "<>", x): ("bool", operator.ne) for x in COMPARED},
    **{
        (x, sign, y): ("bool", function)
        for sign, function in (
            ("=", operator.eq),
            ("<>", operator.ne),
            ("<", operator.lt),
            ("<=", operator.le),
            (">", operator.gt),
            (">=", operator.ge),
        )
        for x in ORDERED
        for y in ORDERED
    },
}
UNARY: dict[tuple[str, str], Operator] = {
    ("-", "int"): ("int", operator.neg),
    ("-", "real"): ("real", operator.neg),
    ("-", "position"): ("position", lambda p: tuple(-x for x in p)),
    ("+", "int"): ("int", operator.pos),
    ("+", "real"): ("real", operator.pos),
    ("+", "position"): ("position", lambda p: p),
    ("not", "bool"): ("bool", operator.not_),
}
