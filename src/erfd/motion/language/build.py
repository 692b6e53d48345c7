"""The nodes that the rules of `grammar.lark` make; each function gets all parts of its rule.

A part is a token (kind, text, from, to), a node, a list being filled, or None.
"""

from __future__ import annotations

from typing import Any

from erfd.motion.language.nodes import (
    Aggregate,
    ArrayType,
    Assignment,
    Block,
    Call,
    Case,
    Chain,
    Component,
    Declaration,
    Declarator,
    Expression,
    For,
    If,
    Index,
    Invoke,
    Move,
    Name,
    Number,
    Option,
    Parameters,
    Range,
    Reference,
    Repeat,
    Return,
    Routine,
    Signal,
    SimpleType,
    Statement,
    Statements,
    Text,
    Tree,
    Truth,
    TypeNode,
    Unary,
    Wait,
    While,
)
from erfd.motion.language.problems import Fault

Token = tuple[str, str, int, int]
Links = list[tuple[str, Expression]]
MOST_DIGITS, MOST_WHOLE = 400, 2**53


# Lists, filled from left to right
def none() -> list[Any]:
    return []


def no_items(_open: Token, _close: Token) -> list[Any]:
    return []


def nothing() -> None:
    return None


def one(item: Any) -> list[Any]:
    return [item]


def more(items: list[Any], item: Any) -> list[Any]:
    items.append(item)
    return items


def another(items: list[Any], _mark: Token, item: Any) -> list[Any]:
    items.append(item)
    return items


def inner(_open: Token, items: list[Any], _close: Token) -> list[Any]:
    return items


def second(_word: Token, item: Any) -> Any:
    return item


def third(_word: Token, _mark: Token, item: Any) -> Any:
    return item


# Expressions
def integer(token: Token) -> Number:
    text = token[1]
    if len(text) > MOST_DIGITS or (value := int(text)) > MOST_WHOLE:
        what = f"a whole number of {len(text)} digits is too large"
        raise Fault("E_RANGE", what, f"give at most {MOST_WHOLE}, or a number with a point")
    return Number(value, (token[2], token[3]))


def real(token: Token) -> Number:
    text = token[1]
    value = float(text) if len(text) <= MOST_DIGITS else float("inf")
    if value == float("inf"):
        raise Fault("E_RANGE", "this number is too large", "give at most 1.79e308, shortly")
    return Number(value, (token[2], token[3]))


def text(token: Token) -> Text:
    return Text(token[1][1:-1], (token[2], token[3]))


def truth(token: Token) -> Truth:
    return Truth(token[0] == "true", (token[2], token[3]))


def name(token: Token) -> Name:
    return Name(token[1].lower(), (token[2], token[3]))


def component(whole: Reference, _dot: Token, word: Token) -> Component:
    return Component(whole, word[1].lower(), (whole.at[0], word[3]))


def index(whole: Reference, _open: Token, items: list[Expression], close: Token) -> Index:
    return Index(whole, tuple(items), (whole.at[0], close[3]))


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


# Statements
def option(word: Token, _equals: Token, value: Expression) -> Option:
    return Option(word[1].lower(), value, (word[2], value.at[1]))


def option_plain(word: Token) -> Option:
    return Option(word[0], None, (word[2], word[3]))


def option_mode(word: Token, _equals: Token, mode: Token) -> Option:
    return Option(word[0], mode[0], (word[2], mode[3]))


def straight(
    word: Token, kind: Token, target: Expression, options: list[Option], end: Token
) -> Move:
    return Move(kind[0], None, target, tuple(options), (word[2], end[3]))


def circle(
    word: Token,
    kind: Token,
    via: Expression,
    _comma: Token,
    target: Expression,
    options: list[Option],
    end: Token,
) -> Move:
    return Move(kind[0], via, target, tuple(options), (word[2], end[3]))


def assignment(place: Reference, _equals: Token, value: Expression, end: Token) -> Assignment:
    return Assignment(place, value, (place.at[0], end[3]))


def invoke_plain(word: Token, end: Token) -> Invoke:
    return Invoke(word[1].lower(), (), (word[2], end[3]))


def invoke_empty(word: Token, _open: Token, _close: Token, end: Token) -> Invoke:
    return invoke_plain(word, end)


def invoke(
    word: Token, _open: Token, items: list[Expression], _close: Token, end: Token
) -> Invoke:
    return Invoke(word[1].lower(), tuple(items), (word[2], end[3]))


def wait(word: Token, value: Expression, *ends: Token) -> Wait:
    return Wait(value, (word[2], ends[-1][3]))


def signal_plain(word: Token, what: Token, end: Token) -> Signal:
    return Signal(what[1].lower(), None, (word[2], end[3]))


def signal(word: Token, what: Token, _equals: Token, value: Expression, end: Token) -> Signal:
    return Signal(what[1].lower(), value, (word[2], end[3]))


def return_plain(word: Token, end: Token) -> Return:
    return Return(None, (word[2], end[3]))


def return_value(word: Token, value: Expression, end: Token) -> Return:
    return Return(value, (word[2], end[3]))


Branches = list[tuple[Expression, Statements]]


def elsif(
    before: Branches, _word: Token, condition: Expression, _then: Token, body: list[Statement]
) -> Branches:
    before.append((condition, tuple(body)))
    return before


def if_statement(
    word: Token,
    condition: Expression,
    _then: Token,
    body: list[Statement],
    elsifs: Branches,
    otherwise: list[Statement],
    end: Token,
    _semicolon: Token | None,
) -> If:
    branches = ((condition, tuple(body)), *elsifs)
    return If(branches, tuple(otherwise), (word[2], end[3]))


def choice(
    _word: Token, labels: list[Expression | Range], _colon: Token, body: list[Statement]
) -> tuple[tuple[Expression | Range, ...], Statements]:
    return tuple(labels), tuple(body)


def case(
    word: Token,
    value: Expression,
    _of: Token,
    choices: list[tuple[tuple[Expression | Range, ...], Statements]],
    otherwise: list[Statement],
    end: Token,
    _semicolon: Token | None,
) -> Case:
    return Case(value, tuple(choices), tuple(otherwise), (word[2], end[3]))


def for_statement(
    word: Token,
    variable: Token,
    _equals: Token,
    first: Expression,
    _to: Token,
    last: Expression,
    step: Expression | None,
    _do: Token,
    body: list[Statement],
    end: Token,
    _semicolon: Token | None,
) -> For:
    at = (word[2], end[3])
    return For(variable[1].lower(), first, last, step, tuple(body), at)


def while_statement(
    word: Token,
    condition: Expression,
    _do: Token,
    body: list[Statement],
    end: Token,
    _semicolon: Token | None,
) -> While:
    return While(condition, tuple(body), (word[2], end[3]))


def repeat(
    word: Token, body: list[Statement], _until: Token, condition: Expression, end: Token
) -> Repeat:
    return Repeat(tuple(body), condition, (word[2], end[3]))


def sequence(
    _seq: Token, body: list[Statement], _end: Token, _semicolon: Token | None
) -> Statements:
    return tuple(body)


# Declarations
def simple_type(word: Token) -> SimpleType:
    return SimpleType(word[0], (word[2], word[3]))


def array_type(
    word: Token,
    _open: Token,
    ranges: list[Range],
    _close: Token,
    _of: Token,
    element: TypeNode,
) -> ArrayType:
    return ArrayType(tuple(ranges), element, (word[2], element.at[1]))


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


def group(
    by_name: Token | None, kind: TypeNode, _colon: Token, names: list[Token]
) -> Parameters:
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
