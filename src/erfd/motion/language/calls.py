"""Checking calls: constructors, predefined functions, the program's own routines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from erfd.motion.language.aggregates import record
from erfd.motion.language.functions import FUNCTIONS
from erfd.motion.language.instructions import call, refer, refer_element
from erfd.motion.language.machine import Code
from erfd.motion.language.nodes import Aggregate, Call, Element, Expression, Name, Selection, Span
from erfd.motion.language.scope import Lost, Routine, Variable
from erfd.motion.language.selections import index
from erfd.motion.language.typed import Item, Typed, applied, owned, wrong
from erfd.motion.language.types import HOW, RECORDS, WRONG, Array
from erfd.motion.language.values import CONVERSIONS

if TYPE_CHECKING:
    from erfd.motion.language.expressions import Expressions


def called(checker: Expressions, node: Call) -> Typed:
    items = [checker.item(x) for x in node.items]
    if node.name in RECORDS:
        return record(checker, node.name, items, node.at)
    if node.name in FUNCTIONS:
        return predefined(checker, node, items)
    if node.name in ("bool", "string"):
        what = f"nothing makes a {node.name}"
        return checker.refuse(node.at, "E_TYPE", what, HOW[node.name])
    return own_function(checker, node, items)


def predefined(checker: Expressions, node: Call, items: Sequence[Item]) -> Typed:
    """The first way to call it that the arguments fit."""
    ways = FUNCTIONS[node.name]
    known = [x for x in items if isinstance(x, Typed)]
    if any(x.type == WRONG for x in known):
        return wrong(node.at)
    for kinds, result, function in ways:
        if len(kinds) == len(items) and all(map(_fits, items, kinds)):
            parts = [checker.fit(x, kind) for x, kind in zip(items, kinds, strict=True)]
            return applied(function, result, parts, node.at, checker.problems)
    described = " or ".join(f"{node.name}({', '.join(kinds)})" for kinds, _, _ in ways)
    found = ", ".join(str(x.type) if isinstance(x, Typed) else "(...)" for x in items)
    what = f"{node.name} does not take ({found})"
    return checker.refuse(node.at, "E_TYPE", what, f"write {described}")


def own_function(checker: Expressions, node: Call, items: Sequence[Item]) -> Typed:
    meaning = checker.scope.find(node.name)
    match meaning:
        case None:
            return checker.undeclared(node.name, node.at, "function")
        case Lost():
            return wrong(node.at)
        case Routine(result=result) if result is not None:
            code = arguments(checker, meaning, node.items, items, node.at)
            if code is None:
                return wrong(node.at)
            return Typed(result, node.at, code=[*code, (call, meaning, node.at)])
    what = f"'{node.name}' is no function"
    return checker.refuse(node.at, "E_TYPE", what, "only functions have a value")


def arguments(
    checker: Expressions,
    routine: Routine,
    nodes: Sequence[Expression],
    items: Sequence[Item],
    at: Span,
) -> Code | None:
    """Code that puts the arguments of a call on the stack; None if they are wrong."""
    wanted = routine.parameters
    if len(nodes) != len(wanted):
        here = "here is 1" if len(nodes) == 1 else f"here are {len(nodes)}"
        what = f"'{routine.name}' takes {len(wanted)} values, {here}"
        checker.problems.add("E_TYPE", at, what, _signature(routine))
        return None
    code: Code = []
    for parameter, node, item in zip(wanted, nodes, items, strict=True):
        given = reference(checker, node, parameter) if parameter.by_name else None
        if given is None:
            found = checker.fit(item, parameter.type)
            if parameter.by_name or found.type == WRONG:
                return None
            given = owned(found).program
        code += given
    return code


def reference(checker: Expressions, node: Expression, parameter: Variable) -> Code | None:
    """Code for a reference to a variable or an element, which a `var` parameter takes."""
    if isinstance(node, Name):
        meaning = checker.scope.find(node.name)
        if isinstance(meaning, Variable) and meaning.system:
            what = f"'{node.name}' is a system variable, which is not passed by name"
            remedy = "pass a variable of your own, and assign its value"
            checker.problems.add("E_TYPE", node.at, what, remedy)
            return None
        if isinstance(meaning, Variable) and not meaning.fixed and meaning.type == parameter.type:
            return [(refer, meaning, node.at)]
    if isinstance(node, Selection) and isinstance(node.steps[-1], Element):
        code = reference_to_element(checker, node, node.steps[-1], parameter)
        if code is not None:
            return code
    if isinstance(node, (Name, Selection)) and checker.typed(node).type == WRONG:
        return None
    what = f"parameter '{parameter.name}' needs a variable of type {parameter.type}"
    checker.problems.add("E_TYPE", node.at, what, "give a variable or an element of an array")
    return None


def reference_to_element(
    checker: Expressions, node: Selection, last: Element, parameter: Variable
) -> Code | None:
    """The list that holds an element, and its index."""
    before = node.steps[:-1]
    outside = Selection(node.base, before, node.at) if before else node.base
    whole = checker.typed(outside)
    if not isinstance(whole.type, Array) or whole.constant:
        return None
    place = index(checker, whole.type, last)
    if place is None or whole.type.element != parameter.type:
        return None
    return [*whole.program, *place.program, (refer_element, whole.type, node.at)]


def _fits(item: Item, kind: str) -> bool:
    if isinstance(item, Aggregate):
        return kind in RECORDS
    return item.type == kind or (str(item.type), kind) in CONVERSIONS


def _signature(routine: Routine) -> str:
    inside = "; ".join(f"{p.type}: {p.name}" for p in routine.parameters)
    return f"it is declared as {routine.name}({inside})"
