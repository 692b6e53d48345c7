"""Checking parts of a value: components of a record, elements of an array."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from erfd.motion.language.nodes import Component, Element, Selection, Span
from erfd.motion.language.problems import Fault
from erfd.motion.language.typed import Typed, applied, wrong
from erfd.motion.language.types import RECORDS, WRONG, Array, Type, component, in_words, read_as
from erfd.motion.language.values import UNSET, offset, part

if TYPE_CHECKING:
    from erfd.motion.language.expressions import Expressions


def selection(checker: Expressions, node: Selection) -> Typed:
    """A part of a value, step by step."""
    found = checker.typed(node.base)
    for step in node.steps:
        if found.type == WRONG:
            return wrong(node.at)
        at = (node.at[0], step.at[1])
        if isinstance(step, Component):
            found = _component(checker, found, step, at)
        else:
            found = element(checker, found, step, at)
    return found


def _component(checker: Expressions, whole: Typed, step: Component, at: Span) -> Typed:
    found = component_of(checker, whole.type, step)
    if found is None:
        return wrong(at)
    place, kind = found
    return applied(
        lambda value: part(value, place, step.name), read_as(kind), [whole], at, checker.problems
    )


def component_of(checker: Expressions, kind: Type, step: Component) -> tuple[int, str] | None:
    """Place and type of a component that exists."""
    found = component(kind, step.name)
    if found is None:
        names = [x for x, _ in RECORDS.get(kind, ())] if isinstance(kind, str) else []
        shown = ", ".join(names if len(names) < 8 else [*names[:2], "..."])
        remedy = f"its components are {shown}" if names else "it has no components"
        what = f"{in_words(kind)} has no component '{step.name[:40]}'"
        checker.problems.add("E_TYPE", step.at, what, remedy)
    return found


def element(checker: Expressions, whole: Typed, step: Element, at: Span) -> Typed:
    place = index(checker, whole.type, step)
    if place is None or not isinstance(whole.type, Array):
        return wrong(at)
    function = _element(whole.type)
    return applied(function, whole.type.element, [whole, place], at, checker.problems)


def index(checker: Expressions, kind: Type, step: Element) -> Typed | None:
    """The index of an element, if the type has elements and it is right."""
    place = checker.wanted(step.index, "int")
    if not isinstance(kind, Array):
        what = f"{in_words(kind)} has no elements"
        checker.problems.add("E_TYPE", step.at, what, "only arrays take an index [i]")
        return None
    if place.type == WRONG:
        return None
    bounds(checker, place, kind)
    return place


def bounds(checker: Expressions, place: Typed, kind: Array) -> None:
    """An index that is known is looked at before the program runs."""
    if place.constant:
        try:
            offset(kind, place.value)
        except Fault as fault:
            checker.problems.fault(fault, place.at)


def _element(kind: Array) -> Callable[[Any, int], Any]:
    def element(whole: Any, index: int) -> Any:
        found = whole[offset(kind, index)]
        if found is UNSET:
            raise Fault("E_UNSET", f"element {index} has no value yet", "assign it before")
        return found

    return element
