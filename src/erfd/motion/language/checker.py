"""Checking a whole program: declarations, routines, the sequence, blends without a successor.

What comes out is the code of a machine: the program first, then its routines.
"""

from __future__ import annotations

from typing import NamedTuple

from erfd.motion.language.declaration_nodes import (
    Block,
    Declaration,
    Declarator,
    SimpleType,
    Tree,
    TypeNode,
)
from erfd.motion.language.declaration_nodes import Routine as RoutineNode
from erfd.motion.language.expressions import Expressions
from erfd.motion.language.instructions import clear, leave, no_value, store
from erfd.motion.language.joining import check_joins
from erfd.motion.language.machine import Code
from erfd.motion.language.nodes import Span
from erfd.motion.language.options import SYSTEM
from erfd.motion.language.problems import Problems
from erfd.motion.language.scope import Constant, Lost, Meaning, Routine, Scope, Variable
from erfd.motion.language.statements import Statements
from erfd.motion.language.typed import owned
from erfd.motion.language.types import MOST_ELEMENTS, MOST_LEVELS, WRONG, Array, Type


class Checked(NamedTuple):
    """A program that can run, and its variables by name."""

    code: Code
    size: int
    variables: dict[str, Type]


def check(tree: Tree, problems: Problems) -> Checked:
    """Check everything; what is wrong is added to the problems."""
    return _Checker(problems).program(tree)


class _Checker:
    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.scope = Scope()
        self.system = {
            name: Variable(name, kind, self.scope.slot(), system=True)
            for name, kind in SYSTEM.items()
        }
        self.scope.names.update(self.system)
        self.routines: list[tuple[Routine, Scope, RoutineNode]] = []

    def program(self, tree: Tree) -> Checked:
        for name in self.problems.lost:
            self.scope.names.setdefault(name, Lost(name))
        code: Code = []
        for block in tree.blocks:
            if isinstance(block, RoutineNode):
                self.announce(block)
            else:
                code += self.block(block, self.scope)
        code += Statements(self.problems, self.scope, self.system).code(tree.body)
        code.append((leave, None, tree.at))
        for routine, scope, node in self.routines:
            routine.entry = len(code)
            code += self.routine(routine, scope, node)
        if not self.problems.errors:
            check_joins(tree, self.problems)
        return Checked(code, self.scope.size, _variables(self.scope))

    # Routines
    def announce(self, node: RoutineNode) -> None:
        """The name and parameters, so that routines can be called before their text."""
        result = None if node.result is None else self.type(node.result, self.scope)
        routine = Routine(node.name, result)
        self.declare(self.scope, node.name, routine, node.at)
        scope = Scope(self.scope)
        found: list[Variable] = []
        for group in node.parameters:
            kind = self.type(group.type, self.scope)
            for name in group.names:
                variable = Variable(name.name, kind, scope.slot(), True, group.by_name)
                self.declare(scope, name.name, variable, name.at)
                found.append(variable)
        routine.parameters = tuple(found)
        self.routines.append((routine, scope, node))

    def routine(self, routine: Routine, scope: Scope, node: RoutineNode) -> Code:
        code: Code = []
        for block in node.blocks:
            code += self.block(block, scope)
        code += Statements(self.problems, scope, self.system, routine).code(node.body)
        routine.size = scope.size
        if routine.result is None:
            return [*code, (leave, None, node.at)]
        return [*code, (no_value, node.name, node.at)]

    # Declarations
    def block(self, block: Block, scope: Scope) -> Code:
        code: Code = []
        for declaration in block.declarations:
            kind = self.type(declaration.type, scope)
            for name in declaration.names:
                if block.kind == "const":
                    self.constant(declaration, name, kind, scope)
                else:
                    code += self.variable(declaration, name, kind, scope)
        return code

    def constant(
        self, declaration: Declaration, node: Declarator, kind: Type, scope: Scope
    ) -> None:
        if declaration.direction is not None:
            what, remedy = "an input or output is no constant", "declare it in a 'var' block"
            self.problems.add("E_TYPE", declaration.at, what, remedy)
        if node.value is None:
            what = f"constant '{node.name}' has no value"
            self.problems.add("E_TYPE", node.at, what, "write name = value")
            self.declare(scope, node.name, Lost(node.name), node.at)
            return
        value = Expressions(self.problems, scope).constant(node.value, kind)
        meaning: Meaning = Constant(node.name, kind, value)
        self.declare(scope, node.name, Lost(node.name) if value is None else meaning, node.at)

    def variable(
        self, declaration: Declaration, node: Declarator, kind: Type, scope: Scope
    ) -> Code:
        expressions = Expressions(self.problems, scope)
        value = None if node.value is None else expressions.wanted(node.value, kind)
        direction = declaration.direction
        fixed = "an input: the world sets it" if direction == "input" else ""
        local = scope.outer is not None
        variable = Variable(node.name, kind, scope.slot(), local, False, fixed, direction)
        self.declare(scope, node.name, variable, node.at)
        if direction == "input":
            what, remedy = (
                f"input '{node.name}' is not modelled",
                "it keeps the value declared here",
            )
            self.problems.add("W_NOT_MODELLED", node.at, what, remedy)
        if value is None:
            return [(clear, variable, node.at)]
        if value.type == WRONG:
            return []
        return [*owned(value).program, (store, variable, node.at)]

    def declare(self, scope: Scope, name: str, meaning: Meaning, at: Span) -> None:
        """A name for the first time in its scope."""
        if scope.outer is None and name in self.system:
            what = f"'{name}' is a system variable"
            self.problems.add("E_REDECLARED", at, what, "choose another name, or just assign it")
        elif name in scope.places:
            line = self.problems.source.line(scope.places[name][0])
            what = f"'{name}' has been declared in line {line}"
            self.problems.add("E_REDECLARED", at, what, "choose another name or delete one")
        else:
            scope.names[name] = meaning
            scope.places[name] = at

    # Types
    def type(self, node: TypeNode, scope: Scope) -> Type:
        if isinstance(node, SimpleType):
            return node.name
        element: Type = node.element.name
        if len(node.ranges) > MOST_LEVELS:
            what = f"an array of {len(node.ranges)} levels"
            self.problems.add("E_RANGE", node.at, what, f"at most {MOST_LEVELS} are possible")
            return WRONG
        expressions = Expressions(self.problems, scope)
        for found in reversed(node.ranges):
            low, high = (expressions.constant(x, "int") for x in (found.low, found.high))
            if low is None or high is None or element == WRONG:
                return WRONG
            element = self.array(low, high, element, found.at)
        return element

    def array(self, low: int, high: int, element: Type, at: Span) -> Type:
        kind = Array(low, high, element)
        if low > high:
            what, remedy = f"an array from {low} to {high} is empty", "write the smaller end first"
        elif kind.size > MOST_ELEMENTS:
            what = f"an array of {kind.size} elements is too large"
            remedy = f"at most {MOST_ELEMENTS} are possible"
        else:
            return kind
        self.problems.add("E_RANGE", at, what, remedy)
        return WRONG


def _variables(scope: Scope) -> dict[str, Type]:
    """What the program itself declares."""
    return {
        name: meaning.type
        for name, meaning in scope.names.items()
        if isinstance(meaning, Variable) and name in scope.places
    }
