"""An expression that has been checked: its type, its value if it is constant, else its code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from erfd.motion.language.instructions import apply, copy, push
from erfd.motion.language.machine import Code, Instruction
from erfd.motion.language.nodes import Aggregate, Span
from erfd.motion.language.problems import Fault, Problems
from erfd.motion.language.types import WRONG, Array, Type
from erfd.motion.language.values import Unset

AT_RUN_TIME: Final = Unset()


class Typed(NamedTuple):
    """`value` is AT_RUN_TIME where only the code knows it."""

    type: Type
    at: Span
    value: Any = AT_RUN_TIME
    code: Sequence[Instruction] = ()

    @property
    def constant(self) -> bool:
        return self.value is not AT_RUN_TIME

    @property
    def program(self) -> Code:
        """Code that leaves the value on the stack."""
        return list(self.code) if self.value is AT_RUN_TIME else [(push, self.value, self.at)]


Item = Aggregate | Typed  # brackets wait for the type that they will have


def wrong(at: Span) -> Typed:
    """What has been reported: of the type that fits everywhere."""
    return Typed(WRONG, at, None)


def applied(
    function: Callable[..., Any], kind: Type, parts: Sequence[Typed], at: Span, problems: Problems
) -> Typed:
    """A function of some values: worked out at once where all of them are constant."""
    if any(part.type == WRONG for part in parts):
        return wrong(at)
    if all(part.constant for part in parts):
        try:
            return Typed(kind, at, function(*(part.value for part in parts)))
        except Fault as fault:
            problems.fault(fault, at)
            return wrong(at)
    code = [instruction for part in parts for instruction in part.program]
    code.append((apply, (function, len(parts)), at))
    return Typed(kind, at, code=code)


def added(
    function: Callable[..., Any],
    kind: Type,
    left: Typed,
    right: Typed,
    at: Span,
    problems: Problems,
) -> Typed:
    """A function of two, behind the code of the left one, which nobody else may hold."""
    if left.constant and right.constant:
        return applied(function, kind, [left, right], at, problems)
    code = taken(left)
    code += right.program
    code.append((apply, (function, 2), at))
    return Typed(kind, at, code=code)


def taken(value: Typed) -> Code:
    """The program of a value that nobody else holds: more may be added to it."""
    return value.code if isinstance(value.code, list) and not value.constant else value.program


def owned(value: Typed) -> Typed:
    """An array is copied when it is assigned or passed on."""
    if not isinstance(value.type, Array):
        return value
    return Typed(value.type, value.at, code=[*value.program, (copy, value.type.size, value.at)])
