"""The operations of a tape: name, number of arguments, meaning on floats and on arrays.

The IR is declared here and nowhere else. Flags (results of comparisons) are booleans; all other
values are doubles. `const`, `input`, `pick`, `scan` and `iterate` have rules of their own.

    fma a b c    a b + c        fms   a b - c
    fnma a b c   c - a b        fnms  -(a b) - c
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Fold = Callable[..., Any]


class Op(NamedTuple):
    """`arity` arguments; `fold` on Python floats; `array` on NumPy arrays; swap: a b = b a."""

    arity: int
    fold: Fold
    array: Fold
    swap: bool = False
    flag: bool = False


def _sign(x: float) -> float:
    return math.nan if math.isnan(x) else float(x > 0) - float(x < 0)


def _min(a: float, b: float) -> float:
    return math.nan if math.isnan(a) or math.isnan(b) else min(a, b)


def _max(a: float, b: float) -> float:
    return math.nan if math.isnan(a) or math.isnan(b) else max(a, b)


def _reciprocal(x: float) -> float:
    return 1.0 / x if x else math.copysign(math.inf, x)


def _of_finite(f: Callable[[float], float]) -> Callable[[float], float]:
    return lambda x: f(x) if math.isfinite(x) else math.nan


def _sqrt(x: float) -> float:
    return math.sqrt(x) if x >= 0 else math.nan


OPS: dict[str, Op] = {
    "add": Op(2, lambda a, b: a + b, np.add, swap=True),
    "sub": Op(2, lambda a, b: a - b, np.subtract),
    "mul": Op(2, lambda a, b: a * b, np.multiply, swap=True),
    "neg": Op(1, lambda a: -a, np.negative),
    "reciprocal": Op(1, _reciprocal, lambda a: np.divide(1.0, a)),
    "fma": Op(3, lambda a, b, c: a * b + c, lambda a, b, c: a * b + c),
    "fms": Op(3, lambda a, b, c: a * b - c, lambda a, b, c: a * b - c),
    "fnma": Op(3, lambda a, b, c: c - a * b, lambda a, b, c: c - a * b),
    "fnms": Op(3, lambda a, b, c: -(a * b) - c, lambda a, b, c: -(a * b) - c),
    "sqrt": Op(1, _sqrt, np.sqrt),
    "sin": Op(1, _of_finite(math.sin), np.sin),
    "cos": Op(1, _of_finite(math.cos), np.cos),
    "atan2": Op(2, math.atan2, np.arctan2),
    "abs": Op(1, abs, np.abs),
    "sign": Op(1, _sign, np.sign),
    "min": Op(2, _min, np.minimum, swap=True),
    "max": Op(2, _max, np.maximum, swap=True),
    "lt": Op(2, lambda a, b: a < b, np.less, flag=True),
    "le": Op(2, lambda a, b: a <= b, np.less_equal, flag=True),
    "eq": Op(2, lambda a, b: a == b, np.equal, swap=True, flag=True),
    "and": Op(2, lambda a, b: a and b, np.logical_and, swap=True, flag=True),
    "or": Op(2, lambda a, b: a or b, np.logical_or, swap=True, flag=True),
    "not": Op(1, lambda a: not a, np.logical_not, flag=True),
    "select": Op(3, lambda f, a, b: a if f else b, np.where),
}
FUSED = {"fma", "fms", "fnma", "fnms"}
