"""What acts on a robot over time: constants, functions, tables; each says when it jumps.

A table is held (zero order) or goes straight from row to row; an integration never runs across a
row. Before its first and after its last row it keeps its end values.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, get_args

import numpy as np
from numpy.typing import ArrayLike

from erfd.curve import Array
from erfd.errors import ErfdError
from erfd.forward.reals import reals

Between = Literal["hold", "linear"]
During = Callable[[float, Array, Array], Array]


class Input(Protocol):
    @property
    def jumps(self) -> Array:
        """Instants at which the value, or its slope, jumps."""
        ...

    def after(self, t: float) -> During:
        """The value from t to the next jump, both ends included, as f(t, q, qd)."""
        ...


@dataclass(frozen=True, slots=True)
class Constant:
    values: Array

    @property
    def jumps(self) -> Array:
        return np.zeros(0)

    def after(self, _: float) -> During:
        values = self.values
        return lambda _t, _q, _qd: values


@dataclass(frozen=True, slots=True)
class Function:
    """A function of t, or of t, q and qd; `name` and `size` for complaints."""

    run: Callable[..., Any]
    size: int
    name: str
    full: bool
    jumps: Array

    def after(self, _: float) -> During:
        run, full = self.run, self.full

        def value(t: float, q: Array, qd: Array) -> Array:
            given = run(t, q.copy(), qd.copy()) if full else run(t)
            what = f"{self.name} gave what is no row of real numbers at t = {t:g} s"
            found = reals(given, what, f"let it return {self.size} numbers")
            if found.shape != (self.size,):
                what = f"{self.name} gave the shape {found.shape} at t = {t:g} s"
                raise ErfdError(what, f"let it return {self.size} numbers")
            return found

        return value


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values at the instants t, which rise."""

    t: Array
    values: Array
    between: Between = "linear"

    def __post_init__(self) -> None:
        t, values = np.asarray(self.t, dtype=float), np.asarray(self.values, dtype=float)
        if self.between not in get_args(Between):
            what = f"there is no interpolation '{self.between}'"
            raise ErfdError(what, f"use {' or '.join(get_args(Between))}")
        if t.ndim != 1 or values.ndim != 2 or len(t) != len(values) or not len(t):
            what = f"a table of t {t.shape} and values {values.shape}"
            raise ErfdError(what, "give (K,) and (K, columns)")
        if not (np.isfinite(t).all() and np.isfinite(values).all()):
            raise ErfdError("a table holds NaN or infinity", "give finite numbers")
        if (np.diff(t) <= 0.0).any():
            at = int(np.argmax(np.diff(t) <= 0.0))
            what = f"the time of a table does not rise: {t[at]:g} s, then {t[at + 1]:g} s"
            raise ErfdError(what, "let t rise from row to row")
        object.__setattr__(self, "t", t)
        object.__setattr__(self, "values", values)

    @property
    def jumps(self) -> Array:
        return self.t

    def after(self, t: float) -> During:
        k = int(np.searchsorted(self.t, t + 1e-12 * max(1.0, abs(t)), side="right")) - 1
        if self.between == "hold" or k < 0 or k >= len(self.t) - 1:
            return Constant(self.values[max(k, 0)]).after(t)
        start, first = self.t[k], self.values[k]
        slope = (self.values[k + 1] - first) / (self.t[k + 1] - start)

        def between(t: float, _q: Array, _qd: Array) -> Array:
            value: Array = first + (t - start) * slope
            return value

        return between


def input_of(given: Any, size: int, name: str, between: Between = "linear") -> Input:
    """Numbers, a function, (t, values) or an input, as an input of this many values."""
    made = _made(given, size, name, between)
    count = size
    if isinstance(made, (Constant, Table)):
        count = made.values.shape[-1]
    if count != size:
        raise ErfdError(f"{name} has {count} values", f"give {size}")
    return made


def _made(given: Any, size: int, name: str, between: Between) -> Input:
    if isinstance(given, (Constant, Function, Table)):
        return given
    if callable(given):
        return function_of(given, size, name)
    if isinstance(given, tuple) and len(given) == 2 and np.ndim(_numbers(given[1], name)) == 2:
        return Table(_numbers(given[0], f"the time of {name}"), _numbers(given[1], name), between)
    values = _numbers(given, name)
    if values.ndim != 1:
        what = f"{name} has the shape {values.shape}"
        raise ErfdError(what, f"give {size} numbers, a function of t, or (t, rows)")
    return Constant(values)


def function_of(
    run: Callable[..., Any], size: int, name: str, jumps: Sequence[float] = ()
) -> Input:
    try:
        count = len([p for p in inspect.signature(run).parameters.values() if _positional(p)])
    except (TypeError, ValueError):
        count = 1
    if count not in (1, 3):
        what = f"{name} is a function of {count} arguments"
        raise ErfdError(what, "write it as f(t) or as f(t, q, qd)")
    return Function(run, size, name, count == 3, np.array(jumps, dtype=float))


def _positional(p: inspect.Parameter) -> bool:
    return p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)


def _numbers(given: ArrayLike, name: str) -> Array:
    values = reals(given, f"{name} is not made of numbers", "give numbers in SI")
    if not np.isfinite(values).all():
        raise ErfdError(f"{name} holds NaN or infinity", "give finite numbers")
    return values
