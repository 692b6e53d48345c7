"""Choices and limits on numbers and traced scalars alike: the `if` of an algorithm's text."""

from __future__ import annotations

from typing import Any

from erfd.trace.ops import OPS
from erfd.trace.scalar import Scalar, traced


def _either(op: str, *values: Any) -> Any:
    if any(isinstance(x, Scalar) for x in values):
        return traced(op, *values)
    return OPS[op].fold(*values)


def select(flag: Any, a: Any, b: Any) -> Any:
    """a where the flag holds, else b; both are computed."""
    if isinstance(flag, Scalar):
        return traced("select", flag, a, b)
    return a if flag else b


def minimum(a: Any, b: Any) -> Any:
    return _either("min", a, b)


def maximum(a: Any, b: Any) -> Any:
    return _either("max", a, b)


def clamp(x: Any, low: Any, high: Any) -> Any:
    return maximum(low, minimum(x, high))


def equal(a: Any, b: Any) -> Any:
    return _either("eq", a, b)


def sign(x: Any) -> Any:
    """-1, 0 or 1."""
    return _either("sign", x)


def absolute(x: Any) -> Any:
    return _either("abs", x)


def sqrt(x: Any) -> Any:
    return _either("sqrt", x)


def atan2(y: Any, x: Any) -> Any:
    return _either("atan2", y, x)


def fma(a: Any, b: Any, c: Any) -> Any:
    """a b + c, rounded once in compiled code."""
    return _either("fma", a, b, c)
