"""What is wrong with the arguments of a compiled function, in its own words instead of NumPy's.

Only asked after NumPy has refused them: a call that goes well pays nothing. The errors are NumPy's
kinds too, ValueError and TypeError, for whoever catches those.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from erfd.errors import ErfdError, RobotError
from erfd.trace.tape import Port


class ShapeError(RobotError, ValueError):
    """An argument has not the numbers that it should have."""


class KindError(RobotError, TypeError):
    """An argument is not made of real numbers, or there are too few or too many of them."""


LANES = (1, 2, 4, 8)


def lanes(width: object) -> int | None:
    """How many doubles a vector has; None for as many as this CPU can."""
    if width is None or (isinstance(width, int) and width in LANES):
        return width
    raise ErfdError(f"there are no vectors of {width!r} doubles", "give 1, 2, 4 or 8, or nothing")


def whole_threads(threads: object) -> int:
    """How many threads shall share the rows."""
    try:
        number = operator.index(threads)  # type: ignore[arg-type]
    except TypeError:
        number = 0
    if number < 1:
        raise KindError(f"threads is {threads!r}", "give a whole number from 1, or None")
    return number


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
    return _together(name, ports, args) or _out(name, outputs, out, _lead(ports, args))


def _lead(ports: Sequence[Port], args: Sequence[Any]) -> tuple[int, ...]:
    shapes = [np.shape(x) for x in args]
    return np.broadcast_shapes(
        *(s[: len(s) - len(p.shape)] for s, p in zip(shapes, ports, strict=True))
    )


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
    try:
        _lead(ports, args)
    except ValueError:
        shapes = [np.shape(x) for x in args]
        texts = ", ".join(f"{p.name} {s}" for p, s in zip(ports, shapes, strict=True))
        what = f"{name}: the leading shapes do not broadcast: {texts}"
        return ShapeError(what, "give as many rows of each, or one")
    return None


def _out(name: str, outputs: Sequence[Port], out: Any, lead: tuple[int, ...]) -> RobotError | None:
    places = out if isinstance(out, tuple) else (out,)
    if out is None:
        return None
    if len(places) != len(outputs):
        wanted = ", ".join(port.name for port in outputs)
        what = f"{name}: out has room for {len(places)} results of {len(outputs)}"
        return ShapeError(what, f"give an array for each of {wanted}, more than one as a tuple")
    for port, place in zip(outputs, places, strict=True):
        wrong = place is not None and _place(port, place, lead)
        if wrong:
            wrong.what = f"{name}: {wrong.what}"
            return wrong
    return None


def _place(port: Port, place: Any, lead: tuple[int, ...]) -> RobotError | None:
    """What keeps a result from its place."""
    if not isinstance(place, np.ndarray):
        what = f"out is of type {type(place).__name__}"
        return KindError(what, f"give an array for {port.name}, of 64-bit floats")
    if not np.can_cast(np.float64, place.dtype, "same_kind") or not place.flags.writeable:
        what = f"out is of type {place.dtype}" if place.flags.writeable else "out is read-only"
        return KindError(what, f"give an array for {port.name}, of 64-bit floats, to write to")
    if _shape("out", place.shape, port.shape) is not None:
        core = ", ".join(map(str, port.shape))
        what = f"out has the shape {place.shape}"
        return ShapeError(what, f"its core dimensions are ({core}), those of {port.name}")
    room = place.shape[: place.ndim - len(port.shape)]
    if not _fits(lead, room):
        what = f"out has the shape {place.shape}, to which the results do not broadcast"
        return ShapeError(what, f"give {(*lead, *port.shape)}")
    return None


def _fits(lead: tuple[int, ...], room: tuple[int, ...]) -> bool:
    try:
        return np.broadcast_shapes(room, lead) == room
    except ValueError:
        return False
