"""The tree of a program: frozen records; `at` is the place in the text and no part of equality.

Names are in small letters, since case does not count. An expression without brackets is one `Chain`
per level, so that the tree is never deeper than the text is nested.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Span = tuple[int, int]  # from, to (behind the last): offsets in the text


@dataclass(frozen=True, slots=True)
class Number:
    value: int | float
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Text:
    value: str
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Name:
    name: str
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Component:
    """`.name`: a component of a record."""

    name: str
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Element:
    """`[index]`: an element of an array; `[i, j]` is two of them."""

    index: Expression
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Selection:
    """A part of a variable, reached by steps from the outside in."""

    base: Name
    steps: tuple[Component | Element, ...]
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """`name(items)`: a constructor, a predefined function or one of the program's own."""

    name: str
    items: tuple[Expression, ...]
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`(a, b, ...)`: what it makes is decided by the type that is wanted there."""

    items: tuple[Expression, ...]
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    operator: str
    operand: Expression
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Chain:
    """first op second op third ...: operators of one level, from left to right."""

    first: Expression
    links: tuple[tuple[str, Expression], ...]
    at: Span = field(compare=False)


Reference = Name | Selection
Step = Component | Element
Expression = Number | Text | Truth | Reference | Call | Aggregate | Unary | Chain


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
class Range:
    low: Expression
    high: Expression
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


@dataclass(frozen=True, slots=True)
class SimpleType:
    name: str
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ArrayType:
    ranges: tuple[Range, ...]  # of all levels, from the outside in
    element: SimpleType
    at: Span = field(compare=False)


TypeNode = SimpleType | ArrayType


@dataclass(frozen=True, slots=True)
class Declarator:
    name: str
    value: Expression | None
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Declaration:
    direction: str | None  # input, output or None
    type: TypeNode
    names: tuple[Declarator, ...]
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Block:
    kind: str  # var or const
    declarations: tuple[Declaration, ...]
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Parameters:
    by_name: bool
    type: TypeNode
    names: tuple[Name, ...]
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Routine:
    """A procedure, or a function with its type."""

    name: str
    result: TypeNode | None
    parameters: tuple[Parameters, ...]
    blocks: tuple[Block, ...]
    body: Statements
    at: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Tree:
    """A whole program."""

    name: str
    blocks: tuple[Block | Routine, ...]
    body: Statements
    at: Span = field(compare=False)
