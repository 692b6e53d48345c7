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
class Range:
    low: Expression
    high: Expression
    at: Span = field(compare=False)
