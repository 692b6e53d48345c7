"""Arrays in, arrays out: a recursion over plain floats, applied to every row of a batch.

Leading shapes broadcast as in NumPy, the last axes are fixed by the robot and a wrong length is
refused by name. A row that holds NaN or infinity gives NaN in that row and in no other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

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


def evaluate(
    compute: Callable[..., Sequence[Any]],
    arguments: Sequence[Argument],
    cores: Sequence[Shape],
    out: Sequence[Array] | None = None,
) -> list[Array]:
    """Call `compute` with the lists of each row; it returns one nested list for each of `cores`."""
    arrays = [_array(argument) for argument in arguments]
    lead = _leading_shape(arguments, arrays)
    inputs = [
        np.broadcast_to(x, lead + a.core).reshape(-1, *a.core)
        for a, x in zip(arguments, arrays, strict=True)
    ]
    outputs = [np.full((math.prod(lead), *core), np.nan) for core in cores]
    for row in range(math.prod(lead)):
        values = [x[row] for x in inputs]
        if all(np.isfinite(v).all() for v in values):
            for target, result in zip(outputs, compute(*(v.tolist() for v in values)), strict=True):
                target[row] = result
    shaped = [y.reshape(lead + core) for y, core in zip(outputs, cores, strict=True)]
    return shaped if out is None else _fill(out, shaped)


def _array(argument: Argument) -> Array:
    try:
        array = np.asarray(argument.value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise RobotError(f"{argument.name} is not an array of numbers ({error})") from None
    k = len(argument.core)
    if array.ndim < k or array.shape[array.ndim - k :] != argument.core:
        needed = ", ".join(["...", *(str(x) for x in argument.core)])
        raise RobotError(
            f"{argument.name} has the shape {array.shape}", f"give ({needed}): {argument.meaning}"
        )
    return array


def _leading_shape(arguments: Sequence[Argument], arrays: Sequence[Array]) -> Shape:
    leads = [x.shape[: x.ndim - len(a.core)] for a, x in zip(arguments, arrays, strict=True)]
    try:
        return np.broadcast_shapes(*leads)
    except ValueError:
        shapes = ", ".join(f"{a.name} {x.shape}" for a, x in zip(arguments, arrays, strict=True))
        raise RobotError(f"the leading shapes do not broadcast: {shapes}") from None


def _fill(out: Sequence[Array], results: list[Array]) -> list[Array]:
    for target, result in zip(out, results, strict=True):
        if target.shape != result.shape:
            raise RobotError(
                f"out has the shape {target.shape}", f"give one of shape {result.shape}"
            )
        target[...] = result
    return list(out)
