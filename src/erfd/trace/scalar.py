"""The scalar that writes a tape: arithmetic on it appends what it does.

Numbers mix in freely. A comparison gives a flag for `select`; a flag has no truth of its own, since
the program is written before there are numbers: Python's `if`, `==` and `and` on it are errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from erfd.errors import ErfdError
from erfd.trace.simplify import build
from erfd.trace.tape import Tape


class Scalar:
    """A node of a tape, dressed as a number (or as a flag)."""

    __array_ufunc__ = None
    __slots__ = ("index", "tape")

    def __init__(self, tape: Tape, index: int) -> None:
        self.tape, self.index = tape, index

    def __add__(self, other: Any) -> Scalar:
        return traced("add", self, other)

    def __radd__(self, other: Any) -> Scalar:
        return traced("add", other, self)

    def __sub__(self, other: Any) -> Scalar:
        return traced("sub", self, other)

    def __rsub__(self, other: Any) -> Scalar:
        return traced("sub", other, self)

    def __mul__(self, other: Any) -> Scalar:
        return traced("mul", self, other)

    def __rmul__(self, other: Any) -> Scalar:
        return traced("mul", other, self)

    def __truediv__(self, other: Any) -> Scalar:
        if isinstance(other, Scalar):
            return self * traced("reciprocal", other)
        return traced("mul", self, 1 / other)

    def __rtruediv__(self, other: Any) -> Scalar:
        return traced("mul", other, traced("reciprocal", self))

    def __neg__(self) -> Scalar:
        return traced("neg", self)

    def __pos__(self) -> Scalar:
        return self

    def __abs__(self) -> Scalar:
        return traced("abs", self)

    def __pow__(self, power: int) -> Scalar:
        """Small whole powers, by multiplication."""
        if power not in (1, 2, 3, 4):
            raise ErfdError(f"a traced scalar has no power {power!r}", "use 1, 2, 3 or 4, or sqrt")
        half = self if power < 4 else self * self
        return [self, self * self, self * self * self, half * half][int(power) - 1]

    def __lt__(self, other: Any) -> Scalar:
        return traced("lt", self, other)

    def __le__(self, other: Any) -> Scalar:
        return traced("le", self, other)

    def __gt__(self, other: Any) -> Scalar:
        return traced("lt", other, self)

    def __ge__(self, other: Any) -> Scalar:
        return traced("le", other, self)

    def __and__(self, other: Any) -> Scalar:
        return traced("and", self, other)

    def __or__(self, other: Any) -> Scalar:
        return traced("or", self, other)

    def __invert__(self) -> Scalar:
        return traced("not", self)

    def __eq__(self, other: object) -> bool:
        raise ErfdError("'==' of traced scalars is not known yet", "use equal(a, b) and select")

    def __ne__(self, other: object) -> bool:
        raise ErfdError("'!=' of traced scalars is not known yet", "use ~equal(a, b) and select")

    def __bool__(self) -> bool:
        raise ErfdError(
            "a traced scalar is neither true nor false yet: no 'if', 'and', 'or', 'min' on it",
            "use select(flag, a, b), '&', '|', '~', minimum and maximum",
        )

    def __float__(self) -> float:
        raise ErfdError(
            "a traced scalar has no value yet", "keep the text free of float() and math"
        )

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<v{self.index}: {self.tape.nodes[self.index].op}>"

    def sincos(self) -> tuple[Scalar, Scalar]:
        return traced("sin", self), traced("cos", self)

    def sqrt(self) -> Scalar:
        return traced("sqrt", self)


class Series:
    """The values that an input or a record has in all rounds of a loop: one for each of them."""

    __array_ufunc__ = None
    __slots__ = ("index", "tape")

    def __init__(self, tape: Tape, index: int) -> None:
        self.tape, self.index = tape, index

    def __float__(self) -> float:
        raise ErfdError(
            "a series has a value of its own in every round",
            "hand it to scan_series, whose body gets the value of the round",
        )

    def __repr__(self) -> str:
        return f"<v{self.index}: series>"


def traced(op: str, *values: Any) -> Scalar:
    """Append an operation to the innermost tape among those of its arguments."""
    tape = max((x.tape for x in values if isinstance(x, Scalar)), key=lambda t: t.depth)
    return Scalar(tape, build(tape, op, tuple(place(tape, x) for x in values)))


def place(tape: Tape, x: Any) -> int:
    """The node of x on this tape: numbers become constants, outer values inputs of a body."""
    if not isinstance(x, Scalar):
        return tape.const(x)
    if x.tape is tape:
        return x.index
    if tape.parent is None:
        raise ErfdError("a traced scalar of one tape met another tape", "trace both in one go")
    outer = place(tape.parent, x)
    if (number := tape.parent.constant(outer)) is not None:
        return tape.const(number)
    if outer not in tape.captured:
        tape.captured[outer] = tape.emit("input", value=("outer", len(tape.captured)))
    return tape.captured[outer]


def symbols(tape: Tape, name: str, shape: tuple[int, ...]) -> list[Scalar]:
    """A new named input, flat."""
    return [Scalar(tape, i) for i in tape.add_input(name, shape)]


def output(tape: Tape, name: str, shape: tuple[int, ...], values: Sequence[Any]) -> None:
    """A new named output, flat; values may be plain numbers, flags become 1 and 0.

    Records of `scan_series` make a series, all of the same loop.
    """
    if any(isinstance(x, Series) for x in values):
        tape.add_output(name, shape, _records(tape, name, values), series=True)
    else:
        tape.add_output(name, shape, [number(tape, x) for x in values])


def number(tape: Tape, x: Any) -> int:
    """The node of x, a flag's as 1 or 0."""
    i = place(tape, x)
    if not tape.is_flag(i):
        return i
    return build(tape, "select", (i, tape.const(1), tape.const(0)))


def _records(tape: Tape, name: str, values: Sequence[Any]) -> list[int]:
    nodes = [x.index for x in values if isinstance(x, Series) and x.tape is tape]
    loops = {tape.nodes[i].args for i in nodes if tape.nodes[i].op == "pick"}
    if (
        len(nodes) < len(values)
        or len(loops) != 1
        or any(tape.nodes[i].op != "pick" for i in nodes)
    ):
        raise ErfdError(
            f"the series '{name}' is not made of one loop's records",
            "let the body of scan_series return all of its values as records",
        )
    return nodes
