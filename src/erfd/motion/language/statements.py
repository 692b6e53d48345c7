"""Checking statements and turning them into code of the machine."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from erfd.motion.language.expressions import Expressions, owned
from erfd.motion.language.machine import (
    Code,
    Path,
    advance,
    assign,
    call,
    choose,
    count,
    jump,
    jump_unless,
    leave,
    store,
)
from erfd.motion.language.moves import move_code, run_wait
from erfd.motion.language.nodes import (
    Assignment,
    Case,
    Component,
    Expression,
    For,
    If,
    Invoke,
    Move,
    Name,
    Range,
    Reference,
    Repeat,
    Return,
    Signal,
    Span,
    Statement,
    Wait,
    While,
)
from erfd.motion.language.options import system_checker
from erfd.motion.language.problems import Problems
from erfd.motion.language.scope import Lost, Routine, Scope, Variable
from erfd.motion.language.typed import Typed, applied
from erfd.motion.language.types import WRONG, Array, Type, in_words

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
        line = self.problems.source.line(node.at[0])
        if found.type == "bool":
            what = "waiting for a condition is not modelled"
            remedy = "the motion stops here and goes on at once"
            self.problems.add("W_NOT_MODELLED", node.at, what, remedy)
            return [*found.program, (run_wait, (line, False), node.at)]
        found = self.expressions.fit(found, "real")
        if found.constant and found.type != WRONG and found.value < 0:
            what = f"wait is {found.value:g} s"
            return self.add("E_RANGE", found.at, what, "give 0 or a time above it")
        return [*found.program, (run_wait, (line, True), node.at)]

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

    # Values
    def assignment(self, node: Assignment) -> Code:
        base, path, indices = self.place(node.place)
        kind = path[-1][1] if path else (base.type if base else WRONG)
        value = self.expressions.wanted(node.value, kind)
        if base is None or value.type == WRONG or any(x.type == WRONG for x in indices):
            return []
        if not path and (check := system_checker(base.name)) and base.name in self.system:
            value = applied(check, value.type, [value], value.at, self.problems)
        value = owned(value)
        if not path:
            return [*value.program, (store, base, node.at)]
        steps: Path = tuple(step for step, _ in path)
        code = [instruction for part in (*indices, value) for instruction in part.program]
        return [*code, (assign, (base, steps), node.at)]

    def place(
        self, node: Reference
    ) -> tuple[Variable | None, list[tuple[Array | int, Type]], list[Typed]]:
        """A variable, the steps into it with the types that they lead to, the indices."""
        path: list[tuple[Array | int, Type]] = []
        indices: list[Typed] = []
        if isinstance(node, Name):
            return self.variable(node), path, indices
        base = self.variable(node.base)
        kind: Type = base.type if base else WRONG
        for step in node.steps:
            if base is None or kind == WRONG:
                return None, path, indices
            if isinstance(step, Component):
                found = self.expressions.component_of(kind, step)
                path += [found] if found else []
                kind = found[1] if found else WRONG
                continue
            place = self.expressions.index(kind, step)
            if place is None or not isinstance(kind, Array):
                return None, path, indices
            path.append((kind, kind.element))
            indices.append(place)
            kind = kind.element
        return None if kind == WRONG else base, path, indices

    def variable(self, node: Name) -> Variable | None:
        """A variable that may be changed here."""
        meaning = self.scope.find(node.name)
        if meaning is None:
            self.expressions.undeclared(node.name, node.at, "variable")
        if isinstance(meaning, Variable):
            if not meaning.fixed:
                return meaning
            remedy = "assign another variable"
            self.add("E_TYPE", node.at, f"'{node.name}' is {meaning.fixed}", remedy)
        elif meaning is not None and not isinstance(meaning, Lost):
            what = f"'{node.name}' is no variable"
            self.add("E_TYPE", node.at, what, "only variables take a value")
        return None

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
        code = self.expressions.arguments(meaning, node.items, items, node.at)
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

    # Branches and loops
    def condition(self, node: Expression) -> Code:
        return self.expressions.wanted(node, "bool").program

    def if_(self, node: If) -> Code:
        """From the last branch to the first, each in front of the rest."""
        rest = self.code(node.otherwise)
        for test, body in reversed([(c, self.code(b)) for c, b in node.branches]):
            inside: Code = [*body, (jump, len(rest), node.at)]
            rest = [*self.condition(test), (jump_unless, len(inside), node.at), *inside, *rest]
        return rest

    def while_(self, node: While) -> Code:
        test, body = self.condition(node.condition), self.code(node.body)
        length = len(test) + len(body) + 2
        return [*test, (jump_unless, len(body) + 1, node.at), *body, (jump, -length, node.at)]

    def repeat(self, node: Repeat) -> Code:
        body, test = self.code(node.body), self.condition(node.condition)
        length = len(body) + len(test) + 1
        return [*body, *test, (jump_unless, -length, node.at)]

    def for_(self, node: For) -> Code:
        """The values of the counter are fixed at the start; it cannot be assigned in the loop."""
        name = Name(node.name, (node.at[0], node.at[0] + 3))
        counter = self.counter(name)
        limits = [node.first, node.last]
        parts = [self.expressions.wanted(x, "int") for x in limits]
        step = Typed("int", node.at, 1)
        if node.step is not None:
            step = self.expressions.wanted(node.step, "int")
        if step.constant and step.value == 0:
            self.add("E_RANGE", step.at, "this loop counts by 0", "give another step after 'by'")
        values = Variable("(values)", "int", self.scope.slot(), self.scope.outer is not None)
        if counter is None:
            self.code(node.body)
            return []
        with_counter = self.held(counter, node)
        start = [instruction for part in (*parts, step) for instruction in part.program]
        return [
            *start,
            (count, values, node.at),
            (advance, (counter, values, len(with_counter) + 1), node.at),
            *with_counter,
            (jump, -len(with_counter) - 2, node.at),
        ]

    def counter(self, node: Name) -> Variable | None:
        found = self.variable(node)
        if found is not None and found.type != "int":
            what = f"a loop counts with a whole number, '{node.name}' is {in_words(found.type)}"
            self.add("E_TYPE", node.at, what, "declare it as int")
            return None
        return found

    def held(self, counter: Variable, node: For) -> Code:
        """The body, in which the counter is not to be assigned."""
        fixed = dataclasses.replace(counter, fixed="the counter of a loop around this")
        before = self.scope.names.get(node.name)
        self.scope.names[node.name] = fixed
        body = self.code(node.body)
        if before is None:
            del self.scope.names[node.name]
        else:
            self.scope.names[node.name] = before
        return body

    def case(self, node: Case) -> Code:
        """One jump to the choice; behind it another to the end."""
        value = self.expressions.typed(node.value)
        if value.type not in ("int", "string", "bool", WRONG):
            what = f"case decides by whole numbers, texts or bools, not by {in_words(value.type)}"
            self.add("E_TYPE", node.value.at, what, "use 'if'")
        bodies: Code = []
        singles: dict[Any, int] = {}
        ranges: list[tuple[int, int, int]] = []
        ends: list[int] = []
        for labels, statements in node.choices:
            for label in labels:
                self.label(label, value, len(bodies), singles, ranges)
            bodies += self.code(statements)
            ends.append(len(bodies))
            bodies.append((jump, 0, node.at))
        start = len(bodies)
        bodies += self.code(node.otherwise)
        for place in ends:
            bodies[place] = (jump, len(bodies) - place - 1, node.at)
        return [*value.program, (choose, (singles, ranges, start), node.at), *bodies]

    def label(
        self,
        node: Expression | Range,
        value: Typed,
        place: int,
        singles: dict[Any, int],
        ranges: list[tuple[int, int, int]],
    ) -> None:
        if isinstance(node, Range):
            low, high = (self.expressions.constant(x, "int") for x in (node.low, node.high))
            if value.type not in ("int", WRONG):
                self.add("E_TYPE", node.at, "only whole numbers have ranges", "list the values")
            elif low is not None and high is not None:
                self.label_range(node, low, high, place, ranges)
            return
        found = self.expressions.constant(node, value.type)
        if found is None or value.type == WRONG:
            return
        if found in singles or any(low <= found <= high for low, high, _ in ranges):
            self.add("E_REDECLARED", node.at, "this value has been a label before", "delete it")
        singles.setdefault(found, place)

    def label_range(
        self, node: Range, low: int, high: int, place: int, ranges: list[tuple[int, int, int]]
    ) -> None:
        if low > high:
            self.add("E_RANGE", node.at, f"{low}..{high} is empty", "write the smaller end first")
        ranges.append((low, high, place))


_WAYS: dict[type, Callable[[Statements, Any], Code]] = {
    Move: Statements.move,
    Wait: Statements.wait,
    Signal: Statements.signal,
    Assignment: Statements.assignment,
    Invoke: Statements.invoke,
    Return: Statements.give_back,
    If: Statements.if_,
    While: Statements.while_,
    Repeat: Statements.repeat,
    For: Statements.for_,
    Case: Statements.case,
}
