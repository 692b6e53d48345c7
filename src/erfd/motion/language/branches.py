"""Checking `if` and `case` and turning them into jumps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from erfd.motion.language.instructions import choose, jump, jump_unless
from erfd.motion.language.labels import Label, Labels, repeated
from erfd.motion.language.machine import Code
from erfd.motion.language.nodes import Expression, Range, Span
from erfd.motion.language.statement_nodes import Case, If
from erfd.motion.language.typed import Typed
from erfd.motion.language.types import WRONG, in_words

if TYPE_CHECKING:
    from erfd.motion.language.statements import Statements

DECIDING = ("int", "string", "bool", WRONG)


def if_(checker: Statements, node: If) -> Code:
    """Every branch: its test, a jump over it; behind it a jump to the end."""
    code: Code = []
    ends: list[int] = []
    for test, statements in node.branches:
        body = checker.code(statements)
        code += [*checker.condition(test), (jump_unless, len(body) + 1, node.at), *body]
        _leave(code, ends, node.at)
    code += checker.code(node.otherwise)
    return _closed(code, ends)


def case(checker: Statements, node: Case) -> Code:
    """One jump to the choice; behind it another to the end."""
    value = checker.expressions.typed(node.value)
    if value.type not in DECIDING:
        what = f"case decides by whole numbers, texts or bools, not by {in_words(value.type)}"
        checker.add("E_TYPE", node.value.at, what, "use 'if'")
    bodies: Code = []
    labels: list[Label] = []
    ends: list[int] = []
    for nodes, statements in node.choices:
        labels += _labels(checker, nodes, value, len(bodies))
        bodies += checker.code(statements)
        _leave(bodies, ends, node.at)
    for label in repeated(labels):
        checker.add("E_REDECLARED", label.at, "this value has been a label before", "delete it")
    start = len(bodies)
    bodies += checker.code(node.otherwise)
    choice = choose, (Labels.of(labels), start), node.at
    return [*value.program, choice, *_closed(bodies, ends)]


def _leave(code: Code, ends: list[int], at: Span) -> None:
    """A jump to the end, whose distance is not known yet."""
    ends.append(len(code))
    code.append((jump, 0, at))


def _closed(code: Code, ends: list[int]) -> Code:
    for place in ends:
        _, _, at = code[place]
        code[place] = (jump, len(code) - place - 1, at)
    return code


def _labels(
    checker: Statements, nodes: Sequence[Expression | Range], value: Typed, distance: int
) -> Iterator[Label]:
    for node in nodes:
        found = _limits(checker, node, value)
        if found is not None:
            yield Label(*found, distance, node.at)


def _limits(
    checker: Statements, node: Expression | Range, value: Typed
) -> tuple[object, object] | None:
    """The first and the last value of a label; None if it is wrong."""
    if isinstance(node, Range):
        return _range(checker, node, value)
    found = checker.expressions.constant(node, value.type)
    return None if found is None or value.type == WRONG else (found, found)


def _range(checker: Statements, node: Range, value: Typed) -> tuple[int, int] | None:
    low, high = (checker.expressions.constant(x, "int") for x in (node.low, node.high))
    if value.type not in ("int", WRONG):
        checker.add("E_TYPE", node.at, "only whole numbers have ranges", "list the values")
        return None
    if low is None or high is None:
        return None
    if low > high:
        checker.add("E_RANGE", node.at, f"{low}..{high} is empty", "write the smaller end first")
        return None
    return low, high
