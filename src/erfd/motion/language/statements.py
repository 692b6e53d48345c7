"""Checking statements and turning them into code of the machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from erfd.motion.language.assignments import assignment
from erfd.motion.language.branches import case, if_
from erfd.motion.language.calls import arguments
from erfd.motion.language.expressions import Expressions
from erfd.motion.language.instructions import call, leave, store
from erfd.motion.language.loops import for_, repeat, while_
from erfd.motion.language.machine import Code
from erfd.motion.language.moves import move_code
from erfd.motion.language.nodes import Expression, Span
from erfd.motion.language.problems import Problems
from erfd.motion.language.run_moves import run_wait
from erfd.motion.language.scope import Lost, Routine, Scope, Variable
from erfd.motion.language.statement_nodes import (
    Assignment,
    Case,
    For,
    If,
    Invoke,
    Move,
    Repeat,
    Return,
    Signal,
    Statement,
    Wait,
    While,
)
from erfd.motion.language.typed import owned
from erfd.motion.language.types import WRONG, in_words

NOT_MODELLED = "the motion is planned without it"


class Statements:
    """The checker of statements in one scope; `routine` is what they stand in."""

    def __init__(
        self,
        problems: Problems,
        scope: Scope,
        system: dict[str, Variable],
        routine: Routine | None = None,
    ) -> None:
        self.problems, self.scope, self.system, self.routine = problems, scope, system, routine
        self.expressions = Expressions(problems, scope)

    def code(self, nodes: Sequence[Statement]) -> Code:
        """Code of some statements, one after the other."""
        code: Code = []
        for node in nodes:
            code += _WAYS[type(node)](self, node)
        return code

    def add(self, code: str, at: Span, what: str, remedy: str) -> Code:
        self.problems.add(code, at, what, remedy)
        return []

    # Moves and waits
    def move(self, node: Move) -> Code:
        if self.in_function(node.at, "move"):
            return []
        return move_code(self.expressions, node, self.system)

    def wait(self, node: Wait) -> Code:
        if self.in_function(node.at, "wait"):
            return []
        found = self.expressions.typed(node.value)
        place = self.problems.source.place(node.at[0])
        if found.type == "bool":
            what = "waiting for a condition is not modelled"
            remedy = "the motion stops here and goes on at once"
            self.problems.add("W_NOT_MODELLED", node.at, what, remedy)
            return [*found.program, (run_wait, (place, False), node.at)]
        found = self.expressions.fit(found, "real")
        if found.constant and found.type != WRONG and found.value < 0:
            what = f"wait is {found.value:g} s"
            return self.add("E_RANGE", found.at, what, "give 0 or a time above it")
        return [*found.program, (run_wait, (place, True), node.at)]

    def signal(self, node: Signal) -> Code:
        """An output: its value is kept, nothing happens in the motion."""
        meaning = self.scope.find(node.name)
        if meaning is None:
            self.expressions.undeclared(node.name, node.at, "output")
            return []
        if isinstance(meaning, Lost):
            return []
        if not isinstance(meaning, Variable) or meaning.direction != "output":
            remedy = f"declare it with 'output' before its type: output bool: {node.name};"
            return self.add("E_TYPE", node.at, f"'{node.name}' is no output", remedy)
        what = f"signal '{node.name}' is not modelled"
        self.problems.add("W_NOT_MODELLED", node.at, what, NOT_MODELLED)
        if node.value is None:
            return []
        value = self.expressions.wanted(node.value, meaning.type)
        return [*owned(value).program, (store, meaning, node.at)]

    def in_function(self, at: Span, what: str) -> bool:
        """Functions compute; only the program and its procedures move."""
        if self.routine is None or self.routine.result is None:
            return False
        remedy = "make it a procedure, or move after it has returned"
        self.problems.add("E_TYPE", at, f"'{what}' stands in a function", remedy)
        return True

    # Calls
    def invoke(self, node: Invoke) -> Code:
        items = [self.expressions.item(x) for x in node.items]
        meaning = self.scope.find(node.name)
        if meaning is None:
            self.expressions.undeclared(node.name, node.at, "procedure")
        if meaning is None or isinstance(meaning, Lost) or self.in_function(node.at, "a call"):
            return []
        if not isinstance(meaning, Routine) or meaning.result is not None:
            remedy = "only procedures stand alone; a function's value has to be used"
            return self.add("E_TYPE", node.at, f"'{node.name}' is no procedure", remedy)
        code = arguments(self.expressions, meaning, node.items, items, node.at)
        return [] if code is None else [*code, (call, meaning, node.at)]

    def give_back(self, node: Return) -> Code:
        result = self.routine.result if self.routine else None
        if node.value is None:
            if result is not None:
                what = "'return' without a value in a function"
                return self.add("E_TYPE", node.at, what, f"give {in_words(result)}")
            return [(leave, None, node.at)]
        if result is None:
            what = "'return' with a value, but this is no function"
            return self.add("E_TYPE", node.at, what, "write 'return;'")
        value = owned(self.expressions.wanted(node.value, result))
        return [*value.program, (leave, None, node.at)]

    # Of branches and loops
    def condition(self, node: Expression) -> Code:
        return self.expressions.wanted(node, "bool").program


_WAYS: dict[type, Callable[[Statements, Any], Code]] = {
    Move: Statements.move,
    Wait: Statements.wait,
    Signal: Statements.signal,
    Assignment: assignment,
    Invoke: Statements.invoke,
    Return: Statements.give_back,
    If: if_,
    While: while_,
    Repeat: repeat,
    For: for_,
    Case: case,
}
