"""What is wrong with the arrays that were given: which one, its shape, and what its axes mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from erfd.errors import RobotError

Array = NDArray[np.float64]
Shape = tuple[int, ...]


class Argument(NamedTuple):
    """One input: its name, its value, the shape of one row and what that shape counts."""

    name: str
    value: ArrayLike
    core: Shape
    meaning: str


def complaint(arguments: Sequence[Argument], out: object = None) -> RobotError | None:
    """The first thing that is wrong, or None where the arguments are as they should be."""
    for argument in arguments:
        if (error := _wrong(argument)) is not None:
            return error
    shapes = [np.asarray(a.value).shape for a in arguments]
    leads = [s[: len(s) - len(a.core)] for s, a in zip(shapes, arguments, strict=True)]
    try:
        np.broadcast_shapes(*leads)
    except ValueError:
        texts = [f"{a.name} {s}" for s, a in zip(shapes, arguments, strict=True)]
        return RobotError(f"the leading shapes do not broadcast: {', '.join(texts)}")
    if out is not None:
        place = np.asarray(out)
        return RobotError(f"out of shape {place.shape}, {place.dtype}, cannot take the result")
    return None


def _wrong(argument: Argument) -> RobotError | None:
    try:
        array = np.asarray(argument.value)
    except (TypeError, ValueError) as error:
        return RobotError(f"{argument.name} is not an array of numbers ({error})")
    if not np.can_cast(array.dtype, np.float64, "safe"):
        what = f"{argument.name} is not an array of numbers (it is of type {array.dtype})"
        return RobotError(what, "give floats")
    shape = array.shape
    k = len(argument.core)
    if shape[len(shape) - k :] == argument.core and len(shape) >= k:
        return None
    needed = ", ".join(["...", *(str(x) for x in argument.core)])
    what = f"{argument.name} has the shape {shape}"
    return RobotError(what, f"give ({needed}): {argument.meaning}")
