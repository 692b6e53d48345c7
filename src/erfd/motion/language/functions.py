"""The predefined functions: for each way to call one what comes out. Angles are in degrees."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from erfd.motion.language.frames import inverse, turned_back
from erfd.motion.language.problems import Fault
from erfd.motion.language.values import truncated
from erfd.robot.placement import exact_sincos

Function = Callable[..., Any]


def _sine(angle: float) -> float:
    """Of degrees; exactly +-1/2 where it should be."""
    rest = math.remainder(angle, 360.0)
    if abs(rest) in (30.0, 150.0):
        return math.copysign(0.5, rest)
    return exact_sincos(math.radians(rest))[0]


def _cosine(angle: float) -> float:
    rest = abs(math.remainder(angle, 360.0))
    if rest in (60.0, 120.0):
        return math.copysign(0.5, 90.0 - rest)
    return exact_sincos(math.radians(rest))[1]


def _tangent(angle: float) -> float:
    c = _cosine(angle)
    if c == 0:
        raise Fault("E_RANGE", f"tan({angle:g}) has no value", "keep away from 90 degrees")
    return _sine(angle) / c


def _root(value: float) -> float:
    if value < 0:
        raise Fault("E_RANGE", f"sqrt({value:g}) has no value", "give a number from 0 up")
    return math.sqrt(value)


def _direction(y: float, x: float) -> float:
    return math.degrees(math.atan2(y, x))


# name: (types of the arguments, type of the result, how) for each way to call it
FUNCTIONS: dict[str, tuple[tuple[tuple[str, ...], str, Function], ...]] = {
    "sin": ((("real",), "real", _sine),),
    "cos": ((("real",), "real", _cosine),),
    "tan": ((("real",), "real", _tangent),),
    "atan2": ((("real", "real"), "real", _direction),),
    "sqrt": ((("real",), "real", _root),),
    "abs": ((("int",), "int", abs), (("real",), "real", abs)),
    "inv": (
        (("pose",), "pose", inverse),
        (("orientation",), "orientation", turned_back),
    ),
    "orizyx": ((("real", "real", "real"), "orientation", lambda a, b, c: (a, b, c)),),
    "int": ((("int",), "int", int), (("real",), "int", truncated)),
    "real": ((("real",), "real", float),),
}
