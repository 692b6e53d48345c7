"""What a number of a record must be: finite, of the right shape, and possible where it shows.

Numbers that can be compared (int, float, NumPy's, fractions) are checked to the value; symbols and
traced scalars have no value yet and are let through. Vectors are tuples of three, matrices tuples
of three rows: lists and arrays are refused, since records must not change once they are made.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Rational, Real
from typing import Any

import numpy as np

from erfd.errors import RobotError
from erfd.robot.placement import Placement
from erfd.robot.rotation import CLOSE, departure, mirrors

UNIT = 1e-6  # allowed departure of an axis from unit length; equations use the direction only
TURN = 1e-13  # allowed departure of a rotation: rounding, and no digits that were left out
SKEW = 1e-9  # allowed departure of an inertia from symmetry, relative
PLAIN = (float, int)


def is_real(x: Any) -> bool:
    """Whether this number has a value that can be compared."""
    return type(x) in PLAIN or isinstance(x, Real)


def number(what: str, x: Any, *, least: float | None = None, unit: str = "") -> None:
    """One scalar; finite, and not below `least` where that is given."""
    if type(x) is not float and not _is_scalar(x):
        raise RobotError(f"{what} is {x!r}", "give a number")
    if is_real(x):
        _finite(what, x)
        if least is not None and x < least:
            raise RobotError(f"{what} is {float(x):g} {unit}".rstrip(), "give zero or more")


def _is_scalar(x: Any) -> bool:
    if type(x) is int or isinstance(x, Real):
        return not isinstance(x, bool)
    if isinstance(x, complex) or hasattr(x, "ndim"):  # an array without dimensions can change, too
        return False
    return all(hasattr(x, name) for name in ("__add__", "__mul__", "__truediv__"))


def _finite(what: str, x: Any) -> None:
    if not isinstance(x, Rational) and not math.isfinite(x):
        raise RobotError(f"{what} holds {x}", "give finite numbers")


def vector(what: str, v: Any) -> None:
    if not isinstance(v, tuple) or len(v) != 3:
        raise RobotError(f"{what} is {v!r}", "give a tuple of three numbers")
    for x in v:
        if type(x) is float and math.isfinite(x):
            continue
        number(what, x)


def matrix(what: str, M: Any) -> None:
    if not isinstance(M, tuple) or len(M) != 3:
        raise RobotError(f"{what} is {M!r}", "give a tuple of three rows of three numbers")
    for row in M:
        vector(what, row)


def placement(what: str, at: Any) -> None:
    """A rotation and a translation."""
    if not isinstance(at, Placement):
        raise RobotError(f"{what} is {at!r}", "give a Placement(R, p)")
    matrix(f"the rotation of {what}", at.R)
    vector(f"the translation of {what}", at.p)
    a, b, c = at.R
    if not all(map(is_real, (*a, *b, *c))):
        return
    off = float(departure(at.R))
    if not off <= TURN or mirrors(at.R):
        text = f"the rotation of {what} is no rotation: R R^T differs from 1 by {off:.3g}"
        close = "; erfd.robot.rotation.nearest_rotation(R) gives the one that it stands for"
        remedy = f"make R R^T = 1 and det R = +1, with all digits{close if off <= CLOSE else ''}"
        raise RobotError(text, remedy)


def axis(what: str, v: Any) -> None:
    vector(what, v)
    if all(map(is_real, v)) and abs(_dot(v, v) - 1) > UNIT:
        length = math.sqrt(_dot(v, v))
        raise RobotError(f"{what} has length {length:.6g}", "give a unit vector")


def inertia(what: str, I: Any) -> None:
    """Symmetric; whether a body could have it is a matter of findings."""
    matrix(what, I)
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = I
    if xy == yx and xz == zx and yz == zy:
        return
    if not all(map(is_real, sum(I, ()))):
        return
    skew = max(abs(xy - yx), abs(xz - zx), abs(yz - zy))
    if skew > SKEW * max(map(abs, (xx, xy, xz, yy, yz, zz))):
        text = f"{what} is not symmetric: off by {float(skew):.3g} kg m^2"
        raise RobotError(text, "give all nine numbers, kg m^2")


def possible_inertia(what: str, I: Any, slack: float) -> None:
    """No principal moment is negative or above the sum of the others."""
    if not all(map(is_real, sum(I, ()))):
        return
    a, b, c = np.linalg.eigvalsh(np.array(I, dtype=float)).tolist()
    slack = max(slack, SKEW * abs(c))
    if a < -slack or c > a + b + slack:
        moments = f"principal moments {a:.4g}, {b:.4g}, {c:.4g} kg m^2"
        raise RobotError(f"{what} has {moments}", "none is negative or above the others' sum")


def rounding(mass: Any, com: Any) -> float:
    """What moving an inertia to the mass centre may leave of nothing, kg m^2."""
    return 1e-14 * float(mass) * sum(float(x) * float(x) for x in com) + 1e-18


def _dot(a: Iterable[Any], b: Iterable[Any]) -> Any:
    return sum(x * y for x, y in zip(a, b, strict=True))
