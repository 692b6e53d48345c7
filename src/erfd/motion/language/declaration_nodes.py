"""Declarations, routines and the whole program in its tree: frozen records, as in `nodes.py`."""

from __future__ import annotations

from dataclasses import dataclass, field

from erfd.motion.language.nodes import Expression, Name, Range, Span
from erfd.motion.language.statement_nodes import Statements


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
