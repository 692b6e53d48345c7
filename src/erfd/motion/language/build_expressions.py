"""Nodes of expressions, made by the rules of `grammar.lark`: a function for each arrow there."""

from __future__ import annotations

from erfd.motion.language.build_lists import Token
from erfd.motion.language.nodes import (
    Aggregate,
    Call,
    Chain,
    Component,
    Element,
    Expression,
    Name,
    Number,
    Selection,
    Step,
    Text,
    Truth,
    Unary,
)

Links = list[tuple[str, Expression]]


def integer(token: Token) -> Number:
    return Number(int(token[1]), (token[2], token[3]))


def real(token: Token) -> Number:
    return Number(float(token[1]), (token[2], token[3]))


def text(token: Token) -> Text:
    return Text(token[1][1:-1], (token[2], token[3]))


def truth(token: Token) -> Truth:
    return Truth(token[0] == "true", (token[2], token[3]))


def name(token: Token) -> Name:
    return Name(token[1].lower(), (token[2], token[3]))


def component(dot: Token, word: Token) -> list[Step]:
    return [Component(word[1].lower(), (dot[2], word[3]))]


def elements(_open: Token, items: list[Expression], _close: Token) -> list[Step]:
    return [Element(item, item.at) for item in items]


def selection(word: Token, steps: list[Step]) -> Selection:
    return Selection(name(word), tuple(steps), (word[2], steps[-1].at[1]))


def call(word: Token, _open: Token, items: list[Expression], close: Token) -> Call:
    return Call(word[1].lower(), tuple(items), (word[2], close[3]))


def call_empty(word: Token, open_: Token, close: Token) -> Call:
    return call(word, open_, [], close)


def group_of_one(_open: Token, inside: Expression, _close: Token) -> Expression:
    return inside


def aggregate(
    open_: Token, first: Expression, _comma: Token, items: list[Expression], close: Token
) -> Aggregate:
    return Aggregate((first, *items), (open_[2], close[3]))


def unary(operator: Token, operand: Expression) -> Unary | Number:
    """A number's own sign becomes part of it."""
    at = (operator[2], operand.at[1])
    if operator[0] == "-" and type(operand) is Number:
        return Number(-operand.value, at)
    return Unary(operator[0], operand, at)


def link(operator: Token, operand: Expression) -> Links:
    return [(operator[0], operand)]


def links(before: Links, operator: Token, operand: Expression) -> Links:
    before.append((operator[0], operand))
    return before


def chain(first: Expression, rest: Links) -> Chain:
    return Chain(first, tuple(rest), (first.at[0], rest[-1][1].at[1]))


def compare(left: Expression, operator: Token, right: Expression) -> Chain:
    return chain(left, [(operator[0], right)])
