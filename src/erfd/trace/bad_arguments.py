"""What is wrong with the arguments of a compiled function, in its own words instead of NumPy's.

Only asked after NumPy has refused them: a call that goes well pays nothing. The errors are NumPy's
kinds too, ValueError and TypeError, for whoever catches those.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from erfd.errors import RobotError
from erfd.trace.tape import Port


class ShapeError(RobotError, ValueError):
    """An argument has not the numbers that it should have."""


class KindError(RobotError, TypeError):
    """An argument is not made of real numbers, or there are too few or too many of them."""


def refused(
    name: str, ports: Sequence[Port], outputs: Sequence[Port], args: Sequence[Any], out: Any
) -> RobotError | None:
    """The first thing that is wrong; None where NumPy knows better (series, keywords)."""
    if any(port.series for port in (*ports, *outputs)):
        return None
    for port, value in zip(ports, args, strict=True):
        wrong = _kind(port.name, value) or _shape(port.name, np.shape(value), port.shape)
        if wrong is not None:
            wrong.what = f"{name}: {wrong.what}"
            return wrong
    return _together(name, ports, args) or _out(name, outputs, out)


def _kind(name: str, value: Any) -> RobotError | None:
    if value is None:
        return KindError(f"{name} is None", "give numbers")
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):
        return KindError(f"{name} is no array: its rows differ in length", "give equal rows")
    if np.can_cast(array.dtype, np.float64):
        return None
    return KindError(f"{name} is of type {array.dtype}", "give real numbers of at most 64 bits")


def _shape(name: str, shape: tuple[int, ...], core: tuple[int, ...]) -> RobotError | None:
    if len(shape) >= len(core) and shape[len(shape) - len(core) :] == core:
        return None
    if not shape:
        had = f"{name} is one number"
    elif len(shape) == 1:
        had = f"{name} has {shape[0]} number{'s' * (shape[0] != 1)}"
    else:
        had = f"{name} has the shape {shape}"
    if len(core) == 1 and len(shape) <= 1:
        return ShapeError(had, f"give {core[0]}")
    return ShapeError(had, f"give (..., {', '.join(map(str, core))})")


def _together(name: str, ports: Sequence[Port], args: Sequence[Any]) -> RobotError | None:
    shapes = [np.shape(x) for x in args]
    leads = [s[: len(s) - len(p.shape)] for s, p in zip(shapes, ports, strict=True)]
    try:
        np.broadcast_shapes(*leads)
    except ValueError:
        texts = ", ".join(f"{p.name} {s}" for p, s in zip(ports, shapes, strict=True))
        what = f"{name}: the leading shapes do not broadcast: {texts}"
        return ShapeError(what, "give as many rows of each, or one")
    return None


def _out(name: str, outputs: Sequence[Port], out: Any) -> RobotError | None:
    places = out if isinstance(out, tuple) else (out,)
    if out is None or len(places) != len(outputs):
        return None
    for port, place in zip(outputs, places, strict=True):
        wrong = _shape("out", np.shape(place), port.shape)
        if wrong is not None:
            core = ", ".join(map(str, port.shape))
            what = f"{name}: out has the shape {np.shape(place)}"
            return ShapeError(what, f"its core dimensions are ({core}), those of {port.name}")
    return None
