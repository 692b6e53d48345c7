"""Checking expressions: names, types and conversions; constants are worked out on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from erfd.motion.language.aggregates import aggregate, loose
from erfd.motion.language.calls import called
from erfd.motion.language.chains import chain, unary
from erfd.motion.language.instructions import load
from erfd.motion.language.nodes import (
    Aggregate,
    Call,
    Chain,
    Expression,
    Name,
    Number,
    Selection,
    Span,
    Text,
    Truth,
    Unary,
)
from erfd.motion.language.problems import Problems
from erfd.motion.language.scope import Constant, Lost, Scope, Variable
from erfd.motion.language.selections import selection
from erfd.motion.language.typed import Item, Typed, applied, wrong
from erfd.motion.language.types import HOW, WRONG, Type, in_words
from erfd.motion.language.values import CONVERSIONS


class Expressions:
    """The checker of expressions in one scope."""

    def __init__(self, problems: Problems, scope: Scope) -> None:
        self.problems, self.scope = problems, scope

    def typed(self, node: Expression) -> Typed:
        """The type and value or code of an expression."""
        return _WAYS[type(node)](self, node)

    def wanted(self, node: Expression, kind: Type) -> Typed:
        """An expression as a value of the type that is wanted there."""
        return self.fit(self.item(node), kind)

    def item(self, node: Expression) -> Item:
        """Aggregates wait for the type that they will have."""
        return node if isinstance(node, Aggregate) else self.typed(node)

    def fit(self, item: Item, kind: Type) -> Typed:
        if isinstance(item, Aggregate):
            return aggregate(self, item, kind)
        if item.type == kind or WRONG in (item.type, kind):
            return item
        if isinstance(item.type, str) and isinstance(kind, str):
            convert = CONVERSIONS.get((item.type, kind))
            if convert is not None:
                return applied(convert, kind, [item], item.at, self.problems)
        what = f"expected {in_words(kind)}, found {in_words(item.type)}"
        how = HOW.get(kind, "give another value") if isinstance(kind, str) else "give an array"
        return self.refuse(item.at, "E_TYPE", what, how)

    def refuse(self, at: Span, code: str, what: str, remedy: str) -> Typed:
        self.problems.add(code, at, what, remedy)
        return wrong(at)

    def constant(self, node: Expression, kind: Type) -> Any:
        """A value that is known before the program runs; None if it is wrong."""
        found = self.wanted(node, kind)
        if found.type == WRONG:
            return None
        if not found.constant:
            remedy = "use numbers, texts and names of 'const' blocks only"
            self.problems.add("E_TYPE", node.at, "this value is not constant", remedy)
            return None
        return found.value

    # One kind of node each
    def number(self, node: Number) -> Typed:
        kind = "int" if isinstance(node.value, int) else "real"
        return Typed(kind, node.at, node.value)

    def text(self, node: Text) -> Typed:
        return Typed("string", node.at, node.value)

    def truth(self, node: Truth) -> Typed:
        return Typed("bool", node.at, node.value)

    def name(self, node: Name) -> Typed:
        match self.scope.find(node.name):
            case None:
                return self.undeclared(node.name, node.at, "variable")
            case Lost():
                return wrong(node.at)
            case Constant(type=kind, value=value):
                return Typed(kind, node.at, value)
            case Variable() as variable:
                return Typed(variable.type, node.at, code=[(load, variable, node.at)])
        what = f"'{node.name}' is a procedure or function, not a value"
        return self.refuse(node.at, "E_TYPE", what, f"call it: {node.name}(...)")

    def undeclared(self, name: str, at: Span, what: str) -> Typed:
        """Said once for each name."""
        near = self.scope.near(name)
        short = name if len(name) <= 40 else name[:40] + "..."
        remedy = f"did you mean '{near}'?" if near else "declare it in a 'var' block"
        if what != "variable" and not near:
            remedy = f"declare it before 'seq' with '{what} {short}'"
        if name not in self.problems.lost:
            self.problems.lost.add(name)
            self.problems.add("E_UNDECLARED", at, f"nothing is called '{short}'", remedy)
        return wrong(at)


_WAYS: dict[type, Callable[[Expressions, Any], Typed]] = {
    Number: Expressions.number,
    Text: Expressions.text,
    Truth: Expressions.truth,
    Name: Expressions.name,
    Selection: selection,
    Call: called,
    Aggregate: loose,
    Unary: unary,
    Chain: chain,
}
