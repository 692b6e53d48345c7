"""The operators and predefined functions: for each combination of types what comes out.

Angles are in degrees. `@` composes frames: pose @ pose, pose @ position (the point in the outer
frame), robtarg @ pose (the target moved in its own axes), and the same of orientations.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from erfd.algebra import Matrix, add, apply
from erfd.motion.language.problems import Fault
from erfd.motion.language.types import COMPARED, ORDERED
from erfd.motion.language.values import real, whole
from erfd.robot.placement import Placement, exact_sincos, from_rpy
from erfd.robot.rpy import to_rpy

Function = Callable[..., Any]
Operator = tuple[str, Function]  # the type of the result, and how to get it
Triple = tuple[float, float, float]


def rotation(angles: Triple) -> Matrix:
    """Rz(a) Ry(b) Rx(c), in degrees."""
    a, b, c = angles
    return from_rpy(math.radians(c), math.radians(b), math.radians(a))


def triple(R: Matrix) -> Triple:
    """The angles a, b, c of a rotation."""
    c, b, a = (math.degrees(x) for x in to_rpy(R))
    return a, b, c


def placement(pose: Any) -> Placement:
    """Lengths stay in mm."""
    position, orientation = pose
    if orientation is None:
        remedy = "give position and orientation: ((x, y, z), (a, b, c))"
        raise Fault("E_UNSET", "this pose has no orientation", remedy)
    return Placement(rotation(orientation), position)


def _pose(frame: Placement) -> Any:
    return tuple(real(x) for x in frame.p), triple(frame.R)


def _compose(left: Any, right: Any) -> Any:
    return _pose(placement(left).then(placement(right)))


def _point(left: Any, right: Any) -> Any:
    return tuple(real(x) for x in placement(left).point(right))


def _target(left: Any, right: Any) -> Any:
    return (_compose(left[0], right), *left[1:])


def _from_frame(left: Any, right: Any) -> Any:
    """A pose @ robtarg: the target given in another frame; a mere point stays one."""
    pose = right[0]
    moved = (_point(left, pose[0]), None) if pose[1] is None else _compose(left, pose)
    return (moved, *right[1:])


def _turned(left: Any, right: Any) -> Any:
    return triple(Placement(rotation(left)).then(Placement(rotation(right))).R)


def _rotated(left: Any, right: Any) -> Any:
    return tuple(real(x) for x in apply(rotation(left), right))


def _inverse(pose: Any) -> Any:
    return _pose(placement(pose).inverse())


def _turned_back(orientation: Any) -> Any:
    return triple(Placement(rotation(orientation)).inverse().R)


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
    ("pose", "@", "pose"): ("pose", _compose),
    ("pose", "@", "position"): ("position", _point),
    ("pose", "@", "robtarg"): ("robtarg", _from_frame),
    ("robtarg", "@", "pose"): ("robtarg", _target),
    ("orientation", "@", "orientation"): ("orientation", _turned),
    ("orientation", "@", "position"): ("position", _rotated),
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


def _truncated(value: float) -> int:
    return whole(int(value))


# name: (types of the arguments, type of the result, how) for each way to call it
FUNCTIONS: dict[str, tuple[tuple[tuple[str, ...], str, Function], ...]] = {
    "sin": ((("real",), "real", _sine),),
    "cos": ((("real",), "real", _cosine),),
    "tan": ((("real",), "real", _tangent),),
    "atan2": ((("real", "real"), "real", _direction),),
    "sqrt": ((("real",), "real", _root),),
    "abs": ((("int",), "int", abs), (("real",), "real", abs)),
    "inv": (
        (("pose",), "pose", _inverse),
        (("orientation",), "orientation", _turned_back),
    ),
    "orizyx": ((("real", "real", "real"), "orientation", lambda a, b, c: (a, b, c)),),
    "int": ((("int",), "int", int), (("real",), "int", _truncated)),
    "real": ((("real",), "real", float),),
}
