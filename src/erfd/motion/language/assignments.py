"""Checking assignments: what may be assigned, and to which part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erfd.motion.language.instructions import Path, assign, store
from erfd.motion.language.machine import Code
from erfd.motion.language.nodes import Component, Name, Reference
from erfd.motion.language.options import system_checker
from erfd.motion.language.scope import Lost, Variable
from erfd.motion.language.selections import component_of, index
from erfd.motion.language.statement_nodes import Assignment
from erfd.motion.language.typed import Typed, applied, owned
from erfd.motion.language.types import WRONG, Array, Type

if TYPE_CHECKING:
    from erfd.motion.language.nodes import Step
    from erfd.motion.language.statements import Statements


class Place(NamedTuple):
    """A variable (None: wrong), the steps into it, their indices in turn, the type there."""

    base: Variable | None
    path: Path
    indices: tuple[Typed, ...]
    type: Type

    @property
    def wrong(self) -> bool:
        return self.base is None or any(x.type == WRONG for x in self.indices)


def assignment(checker: Statements, node: Assignment) -> Code:
    at = place(checker, node.place)
    value = checker.expressions.wanted(node.value, at.type)
    if at.base is None or at.wrong or value.type == WRONG:
        return []
    if not at.path:
        return [*owned(_allowed(checker, at.base, value)).program, (store, at.base, node.at)]
    code = [instruction for x in (*at.indices, owned(value)) for instruction in x.program]
    return [*code, (assign, (at.base, at.path), node.at)]


def _allowed(checker: Statements, base: Variable, value: Typed) -> Typed:
    """A system variable takes certain values only."""
    check = system_checker(base.name) if base.name in checker.system else None
    if check is None:
        return value
    return applied(check, value.type, [value], value.at, checker.problems)


def place(checker: Statements, node: Reference) -> Place:
    base = variable(checker, node if isinstance(node, Name) else node.base)
    found = Place(base, (), (), base.type if base else WRONG)
    for step in () if isinstance(node, Name) else node.steps:
        if found.base is None:
            return found
        found = _into(checker, found, step)
    return found


def _into(checker: Statements, at: Place, step: Step) -> Place:
    """One step further."""
    if isinstance(step, Component):
        part = component_of(checker.expressions, at.type, step)
        if part is None:
            return at._replace(base=None, type=WRONG)
        return at._replace(path=(*at.path, part[0]), type=part[1])
    place = index(checker.expressions, at.type, step)
    if place is None or not isinstance(at.type, Array):
        return at._replace(base=None, type=WRONG)
    return Place(at.base, (*at.path, at.type), (*at.indices, place), at.type.element)


def variable(checker: Statements, node: Name) -> Variable | None:
    """A variable that may be changed here."""
    meaning = checker.scope.find(node.name)
    if meaning is None:
        checker.expressions.undeclared(node.name, node.at, "variable")
    if isinstance(meaning, Variable):
        if not meaning.fixed:
            return meaning
        what = f"'{node.name}' is {meaning.fixed}"
        checker.add("E_TYPE", node.at, what, "assign another variable")
    elif meaning is not None and not isinstance(meaning, Lost):
        what = f"'{node.name}' is no variable"
        checker.add("E_TYPE", node.at, what, "only variables take a value")
    return None
