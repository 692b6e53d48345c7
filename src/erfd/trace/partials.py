"""The derivative of every operation with respect to its arguments.

A row takes the result and the arguments and returns a partial derivative for each argument. Where
the derivative jumps one side is taken: of two equal numbers the first is the smaller and the
larger; the absolute value has the derivative 0 at 0. Flags have none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from erfd.trace.choose import sign
from erfd.trace.scalar import Scalar

Row = Callable[..., tuple[Any, ...]]


def _atan2(_: Any, y: Any, x: Any) -> tuple[Any, ...]:
    scale = 1 / (x * x + y * y)
    return x * scale, -(y * scale)


PARTIALS: dict[str, Row] = {
    "add": lambda *_: (1, 1),
    "sub": lambda *_: (1, -1),
    "mul": lambda _, a, b: (b, a),
    "neg": lambda *_: (-1,),
    "reciprocal": lambda r, _: (-(r * r),),
    "fma": lambda _, a, b, __: (b, a, 1),
    "fms": lambda _, a, b, __: (b, a, -1),
    "fnma": lambda _, a, b, __: (-b, -a, 1),
    "fnms": lambda _, a, b, __: (-b, -a, -1),
    "sqrt": lambda r, _: (0.5 * (1 / r),),
    "sin": lambda _, a: (a.sincos()[1],),
    "cos": lambda _, a: (-a.sincos()[0],),
    "atan2": _atan2,
    "abs": lambda _, a: (sign(a),),
}

CHOICES: dict[str, Callable[..., tuple[Any, int, int]]] = {
    "min": lambda a, b: (a <= b, 0, 1),
    "max": lambda a, b: (b <= a, 0, 1),
    "select": lambda flag, *_: (flag, 1, 2),
}
"""A flag, the argument that it takes, and the argument that it leaves."""


def is_zero(x: Any) -> bool:
    """Known to be 0 whatever the inputs are."""
    number = x.tape.constant(x.index) if isinstance(x, Scalar) else x
    return bool(number is not None and number == 0)
