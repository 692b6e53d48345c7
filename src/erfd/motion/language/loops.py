"""Checking loops and turning them into jumps."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from erfd.motion.language.assignments import variable
from erfd.motion.language.instructions import advance, count, jump, jump_unless
from erfd.motion.language.machine import Code
from erfd.motion.language.nodes import Name
from erfd.motion.language.scope import Variable
from erfd.motion.language.statement_nodes import For, Repeat, While
from erfd.motion.language.typed import Typed
from erfd.motion.language.types import in_words

if TYPE_CHECKING:
    from erfd.motion.language.statements import Statements


def while_(checker: Statements, node: While) -> Code:
    test, body = checker.condition(node.condition), checker.code(node.body)
    length = len(test) + len(body) + 2
    return [*test, (jump_unless, len(body) + 1, node.at), *body, (jump, -length, node.at)]


def repeat(checker: Statements, node: Repeat) -> Code:
    body, test = checker.code(node.body), checker.condition(node.condition)
    length = len(body) + len(test) + 1
    return [*body, *test, (jump_unless, -length, node.at)]


def for_(checker: Statements, node: For) -> Code:
    """The values of the counter are fixed at the start; it cannot be assigned in the loop."""
    counter = _counter(checker, Name(node.name, (node.at[0], node.at[0] + 3)))
    limits = [checker.expressions.wanted(x, "int") for x in (node.first, node.last)]
    start = [x for part in (*limits, _step(checker, node)) for x in part.program]
    values = Variable("(values)", "int", checker.scope.slot(), checker.scope.outer is not None)
    if counter is None:
        checker.code(node.body)
        return []
    body = _held(checker, counter, node)
    return [
        *start,
        (count, values, node.at),
        (advance, (counter, values, len(body) + 1), node.at),
        *body,
        (jump, -len(body) - 2, node.at),
    ]


def _counter(checker: Statements, node: Name) -> Variable | None:
    found = variable(checker, node)
    if found is not None and found.type != "int":
        what = f"a loop counts with a whole number, '{node.name}' is {in_words(found.type)}"
        checker.add("E_TYPE", node.at, what, "declare it as int")
        return None
    return found


def _step(checker: Statements, node: For) -> Typed:
    if node.step is None:
        return Typed("int", node.at, 1)
    step = checker.expressions.wanted(node.step, "int")
    if step.constant and step.value == 0:
        checker.add("E_RANGE", step.at, "this loop counts by 0", "give another step after 'by'")
    return step


def _held(checker: Statements, counter: Variable, node: For) -> Code:
    """The body, in which the counter is not to be assigned."""
    names = checker.scope.names
    before = names.get(node.name)
    names[node.name] = dataclasses.replace(counter, fixed="the counter of a loop around this")
    body = checker.code(node.body)
    if before is None:
        del names[node.name]
    else:
        names[node.name] = before
    return body
