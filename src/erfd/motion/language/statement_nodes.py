"""Statements in the tree of a program: frozen records, as in `nodes.py`."""

from __future__ import annotations

from dataclasses import dataclass, field

from erfd.motion.language.nodes import Expression, Range, Reference, Span


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    value: Expression | str | None
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    kind: str  # ptp, lin or circle
    via: Expression | None
    target: Expression
    options: tuple[Option, ...]
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Assignment:
    place: Reference
    value: Expression
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Invoke:
    """A procedure's call."""

    name: str
    items: tuple[Expression, ...]
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Wait:
    value: Expression
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Signal:
    name: str
    value: Expression | None
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Return:
    value: Expression | None
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """The branches of if and elsif, then that of else."""

    branches: tuple[tuple[Expression, Statements], ...]
    otherwise: Statements
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Case:
    value: Expression
    choices: tuple[tuple[tuple[Expression | Range, ...], Statements], ...]
    otherwise: Statements
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class For:
    name: str
    first: Expression
    last: Expression
    step: Expression | None
    body: Statements
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class While:
    condition: Expression
    body: Statements
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Repeat:
    body: Statements
    condition: Expression
    at: Span = field(compare=False)


Statement = Move | Assignment | Invoke | Wait | Signal | Return | If | Case | For | While | Repeat
Statements = tuple[Statement, ...]
