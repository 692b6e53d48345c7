"""Nodes of declarations, made by the rules of `grammar.lark`: a function for each arrow there."""

from __future__ import annotations

from erfd.motion.language.build_expressions import name
from erfd.motion.language.build_lists import Token
from erfd.motion.language.declaration_nodes import (
    ArrayType,
    Block,
    Declaration,
    Declarator,
    Parameters,
    Routine,
    SimpleType,
    Tree,
    TypeNode,
)
from erfd.motion.language.nodes import Expression, Range
from erfd.motion.language.statement_nodes import Statements


def simple_type(word: Token) -> SimpleType:
    return SimpleType(word[0], (word[2], word[3]))


def array(
    _word: Token, _open: Token, ranges: list[Range], _close: Token, _of: Token
) -> list[Range]:
    return ranges


def array_type(ranges: list[Range], word: Token) -> ArrayType:
    return ArrayType(tuple(ranges), simple_type(word), (ranges[0].at[0], word[3]))


def range(low: Expression, _dots: Token, high: Expression) -> Range:
    return Range(low, high, (low.at[0], high.at[1]))


def unset(word: Token) -> Declarator:
    return Declarator(word[1].lower(), None, (word[2], word[3]))


def preset(word: Token, _equals: Token, value: Expression) -> Declarator:
    return Declarator(word[1].lower(), value, (word[2], word[3]))


def declaration(
    direction: Token | None,
    kind: TypeNode,
    _colon: Token,
    names: list[Declarator],
    end: Token,
) -> Declaration:
    start = direction[2] if direction else kind.at[0]
    return Declaration(direction and direction[0], kind, tuple(names), (start, end[3]))


def variables(
    word: Token, declarations: list[Declaration], end: Token, _semicolon: Token | None
) -> Block:
    return Block(word[0], tuple(declarations), (word[2], end[3]))


constants = variables


def group(by_name: Token | None, kind: TypeNode, _colon: Token, names: list[Token]) -> Parameters:
    found = tuple(name(word) for word in names)
    return Parameters(by_name is not None, kind, found, (kind.at[0], found[-1].at[1]))


def procedure(
    word: Token,
    title: Token,
    parameters: list[Parameters],
    _semicolon: Token,
    blocks: list[Block],
    body: Statements,
    _end: Token,
    _closing: Token | None,
) -> Routine:
    at = (word[2], title[3])
    return Routine(title[1].lower(), None, tuple(parameters), tuple(blocks), body, at)


def function(
    word: Token,
    result: TypeNode,
    _colon: Token,
    title: Token,
    parameters: list[Parameters],
    _semicolon: Token,
    blocks: list[Block],
    body: Statements,
    _end: Token,
    _closing: Token | None,
) -> Routine:
    at = (word[2], title[3])
    return Routine(title[1].lower(), result, tuple(parameters), tuple(blocks), body, at)


def program(
    word: Token,
    title: Token,
    _semicolon: Token,
    blocks: list[Block | Routine],
    body: Statements,
    end: Token,
    _closing: Token | None,
) -> Tree:
    return Tree(title[1].lower(), tuple(blocks), body, (word[2], end[3]))
