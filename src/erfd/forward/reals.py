"""What users give, as real numbers, or a complaint that names it; text and complex are none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from erfd.curve import Array
from erfd.errors import ErfdError


def reals(value: Any, what: str, remedy: str) -> Array:
    """An array of floats; NaN and infinity pass."""
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biufO":
            raise ErfdError(what, remedy)
        return np.asarray(array, dtype=float)
    except (TypeError, ValueError):
        raise ErfdError(what, remedy) from None


def real(value: Any, what: str, remedy: str) -> float:
    """One number; None is none."""
    array = reals(value, what, remedy)
    if array.ndim or value is None:
        raise ErfdError(what, remedy)
    return float(array)


def items(value: Any, name: str, remedy: str) -> tuple[Any, ...]:
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise ErfdError(f"{name} is {value!r}, which is no list", remedy)
    return tuple(value)


def mapping(value: Any, name: str, remedy: str) -> dict[str, Any]:
    """Empty for None."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ErfdError(f"{name} is {value!r}, which maps no names", remedy)
    for key in value:
        if not isinstance(key, str):
            raise ErfdError(f"{name} has the name {key!r}, which is no text", remedy)
    return dict(value)
