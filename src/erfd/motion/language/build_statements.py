"""Nodes of statements, made by the rules of `grammar.lark`: a function for each arrow there."""

from __future__ import annotations

from erfd.motion.language.build_lists import Token
from erfd.motion.language.nodes import Expression, Range, Reference
from erfd.motion.language.statement_nodes import (
    Assignment,
    Case,
    For,
    If,
    Invoke,
    Move,
    Option,
    Repeat,
    Return,
    Signal,
    Statement,
    Statements,
    Wait,
    While,
)


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


def invoke(word: Token, _open: Token, items: list[Expression], _close: Token, end: Token) -> Invoke:
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
