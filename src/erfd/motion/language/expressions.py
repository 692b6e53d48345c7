"""Checking expressions: names, types and conversions; constants are worked out on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from erfd.motion.language.machine import Code, call, jump_decided, load, refer, refer_element
from erfd.motion.language.nodes import (
    Aggregate,
    Call,
    Chain,
    Component,
    Element,
    Expression,
    Name,
    Number,
    Selection,
    Span,
    Text,
    Truth,
    Unary,
)
from erfd.motion.language.operators import BINARY, FUNCTIONS, UNARY
from erfd.motion.language.problems import Fault, Problems
from erfd.motion.language.scope import Constant, Lost, Routine, Scope, Variable
from erfd.motion.language.typed import Typed, applied, wrong
from erfd.motion.language.types import (
    NEEDED,
    RECORDS,
    WRONG,
    Array,
    Type,
    component,
    in_words,
    read_as,
)
from erfd.motion.language.values import CONVERSIONS, UNSET, copied, make, offset, part, turns

Item = Aggregate | Typed
HOW = {
    "position": "write (x, y, z) in mm",
    "orientation": "write (a, b, c) in degrees",
    "pose": "write ((x, y, z), (a, b, c)) or position(x, y, z)",
    "robtarg": "write robtarg(((x, y, z), (a, b, c)), status)",
    "mainjoint": "write mainjoint(q1, q2, ...) in degrees",
    "addjoint": "write addjoint(e1, ...)",
    "joint": "write joint(mainjoint(q1, q2, ...))",
    "int": "give a whole number; int(x) cuts off what is behind the point",
    "real": "give a number",
    "bool": "give true, false or a comparison",
    "string": 'give a text in double quotes "',
    "status": "give a whole number from 0 to 11",
    "turns": "give 0, or a whole number for each axis: (0, 0, 0, 1, 0, 0)",
}


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
            return self.aggregate(item, kind)
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

    # Aggregates and constructors
    def aggregate(self, node: Aggregate, kind: Type) -> Typed:
        """(a, b, ...) as a value of a type."""
        if isinstance(kind, Array):
            return self.array(node, kind)
        items = [self.item(x) for x in node.items]
        match kind:
            case "pose" | "robtarg" | "joint":
                return self.fit(self.record(_shape(kind, items), items, node.at), kind)
            case "turns":
                parts = [self.fit(x, "int") for x in items]
                return applied(turns, kind, parts, node.at, self.problems)
            case _ if kind in RECORDS:
                return self.record(kind, items, node.at)
            case _ if kind == WRONG:
                return wrong(node.at)
        what = f"expected {in_words(kind)}, found {len(items)} values in brackets"
        return self.refuse(node.at, "E_TYPE", what, HOW.get(kind, "give one value"))

    def array(self, node: Aggregate, kind: Array) -> Typed:
        size = kind.high - kind.low + 1
        parts = [self.wanted(x, kind.element) for x in node.items]
        if len(parts) != size:
            what = f"{len(parts)} values for {in_words(kind)}"
            return self.refuse(node.at, "E_TYPE", what, f"give {size}")
        return applied(lambda *x: list(x), kind, parts, node.at, self.problems)

    def record(self, kind: str, items: Sequence[Item], at: Span) -> Typed:
        """A record of its components, absent ones at the end unspecified."""
        names = RECORDS[kind]
        if not NEEDED[kind] <= len(items) <= len(names):
            most = "" if NEEDED[kind] == len(names) else f" to {len(names)}"
            here = "here is 1" if len(items) == 1 else f"here are {len(items)}"
            what = f"{kind} takes {NEEDED[kind]}{most} components, {here}"
            return self.refuse(at, "E_TYPE", what, HOW[kind])
        parts: list[Typed] = []
        for item, (_, wanted) in zip(items, names, strict=False):
            parts.append(self.fit(item, wanted))
            if parts[-1].type == WRONG:
                return wrong(at)
        return applied(make(kind), kind, parts, at, self.problems)

    # One kind of node each
    def number(self, node: Number) -> Typed:
        kind = "int" if isinstance(node.value, int) else "real"
        return Typed(kind, node.at, node.value)

    def text(self, node: Text) -> Typed:
        return Typed("string", node.at, node.value)

    def truth(self, node: Truth) -> Typed:
        return Typed("bool", node.at, node.value)

    def loose(self, node: Aggregate) -> Typed:
        """An aggregate where no type is wanted."""
        remedy = "name its type: position(...), pose(...), robtarg(...)"
        return self.refuse(node.at, "E_TYPE", "it is unclear what these brackets make", remedy)

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

    def selection(self, node: Selection) -> Typed:
        """A part of a value, step by step."""
        found = self.typed(node.base)
        for step in node.steps:
            if found.type == WRONG:
                return wrong(node.at)
            at = (node.at[0], step.at[1])
            if isinstance(step, Component):
                found = self.component(found, step, at)
            else:
                found = self.element(found, step, at)
        return found

    def component(self, whole: Typed, step: Component, at: Span) -> Typed:
        found = self.component_of(whole.type, step)
        if found is None:
            return wrong(at)
        place, kind = found
        return applied(
            lambda value: part(value, place, step.name), read_as(kind), [whole], at, self.problems
        )

    def component_of(self, kind: Type, step: Component) -> tuple[int, str] | None:
        """Place and type of a component that exists."""
        found = component(kind, step.name)
        if found is None:
            names = [x for x, _ in RECORDS.get(kind, ())] if isinstance(kind, str) else []
            shown = ", ".join(names if len(names) < 8 else [*names[:2], "..."])
            remedy = f"its components are {shown}" if names else "it has no components"
            what = f"{in_words(kind)} has no component '{step.name[:40]}'"
            self.problems.add("E_TYPE", step.at, what, remedy)
        return found

    def element(self, whole: Typed, step: Element, at: Span) -> Typed:
        place = self.index(whole.type, step)
        if place is None or not isinstance(whole.type, Array):
            return wrong(at)
        function = _element(whole.type)
        return applied(function, whole.type.element, [whole, place], at, self.problems)

    def index(self, kind: Type, step: Element) -> Typed | None:
        """The index of an element, if the type has elements and it is right."""
        place = self.wanted(step.index, "int")
        if not isinstance(kind, Array):
            what = f"{in_words(kind)} has no elements"
            self.problems.add("E_TYPE", step.at, what, "only arrays take an index [i]")
            return None
        if place.type == WRONG:
            return None
        self.bounds(place, kind)
        return place

    def bounds(self, place: Typed, kind: Array) -> None:
        """An index that is known is looked at before the program runs."""
        if place.constant:
            try:
                offset(kind, place.value)
            except Fault as fault:
                self.problems.fault(fault, place.at)

    def unary(self, node: Unary) -> Typed:
        inside = self.typed(node.operand)
        if inside.type == WRONG:
            return inside
        found = UNARY.get((node.operator, str(inside.type)))
        if found is None:
            what = f"'{node.operator}' does not go with {in_words(inside.type)}"
            remedy = "it takes true or false" if node.operator == "not" else "it takes a number"
            return self.refuse(node.at, "E_TYPE", what, remedy)
        kind, function = found
        return applied(function, kind, [inside], node.at, self.problems)

    def chain(self, node: Chain) -> Typed:
        """From left to right; the operators of one chain have one level."""
        left = self.operand(node.first, node.links[0][0], left=True)
        for sign, operand in node.links:
            right = self.operand(operand, sign, left=False)
            at = (node.at[0], operand.at[1])
            left = (
                self.logic(left, sign, right)
                if sign in ("and", "or")
                else self.binary(left, sign, right, at)
            )
        return left

    def operand(self, node: Expression, sign: str, left: bool) -> Typed:
        """Brackets beside an operator make a position, beside `@` a pose if they hold brackets."""
        if not isinstance(node, Aggregate):
            return self.typed(node)
        frame = sign == "@" and (left or isinstance(node.items[0], Aggregate))
        return self.aggregate(node, "pose" if frame else "position")

    def binary(self, left: Typed, sign: str, right: Typed, at: Span) -> Typed:
        if WRONG in (left.type, right.type):
            return wrong(at)
        found = BINARY.get((str(left.type), sign, str(right.type)))
        if found is None:
            what = f"'{sign}' does not go with {in_words(left.type)} and {in_words(right.type)}"
            return self.refuse(at, "E_TYPE", what, _goes_with(sign))
        kind, function = found
        return applied(function, kind, [left, right], at, self.problems)

    def logic(self, left: Typed, sign: str, right: Typed) -> Typed:
        """`and`, `or`: the right side only counts where the left one leaves the question open."""
        at = (left.at[0], right.at[1])
        left, right = self.fit(left, "bool"), self.fit(right, "bool")
        if WRONG in (left.type, right.type):
            return wrong(at)
        deciding = sign == "or"
        if left.constant:
            return left if left.value is deciding else right
        rest = right.program
        code: Code = [*left.program, (jump_decided, (deciding, len(rest)), at), *rest]
        return Typed("bool", at, code=code)

    # Calls
    def called(self, node: Call) -> Typed:
        items = [self.item(x) for x in node.items]
        if node.name in RECORDS:
            return self.record(node.name, items, node.at)
        if node.name in FUNCTIONS:
            return self.predefined(node, items)
        if node.name in ("bool", "string"):
            what = f"nothing makes a {node.name}"
            return self.refuse(node.at, "E_TYPE", what, HOW[node.name])
        return self.own_function(node, items)

    def predefined(self, node: Call, items: Sequence[Item]) -> Typed:
        """The first way to call it that the arguments fit."""
        ways = FUNCTIONS[node.name]
        known = [x for x in items if isinstance(x, Typed)]
        if any(x.type == WRONG for x in known):
            return wrong(node.at)
        for kinds, result, function in ways:
            if len(kinds) == len(items) and all(map(_fits, items, kinds)):
                parts = [self.fit(x, kind) for x, kind in zip(items, kinds, strict=True)]
                return applied(function, result, parts, node.at, self.problems)
        described = " or ".join(f"{node.name}({', '.join(kinds)})" for kinds, _, _ in ways)
        found = ", ".join(str(x.type) if isinstance(x, Typed) else "(...)" for x in items)
        what = f"{node.name} does not take ({found})"
        return self.refuse(node.at, "E_TYPE", what, f"write {described}")

    def own_function(self, node: Call, items: Sequence[Item]) -> Typed:
        meaning = self.scope.find(node.name)
        match meaning:
            case None:
                return self.undeclared(node.name, node.at, "function")
            case Lost():
                return wrong(node.at)
            case Routine(result=result) if result is not None:
                code = self.arguments(meaning, node.items, items, node.at)
                if code is None:
                    return wrong(node.at)
                return Typed(result, node.at, code=[*code, (call, meaning, node.at)])
        what = f"'{node.name}' is no function"
        return self.refuse(node.at, "E_TYPE", what, "only functions have a value")

    def arguments(
        self, routine: Routine, nodes: Sequence[Expression], items: Sequence[Item], at: Span
    ) -> Code | None:
        """Code that puts the arguments of a call on the stack; None if they are wrong."""
        wanted = routine.parameters
        if len(nodes) != len(wanted):
            here = "here is 1" if len(nodes) == 1 else f"here are {len(nodes)}"
            what = f"'{routine.name}' takes {len(wanted)} values, {here}"
            self.problems.add("E_TYPE", at, what, _signature(routine))
            return None
        code: Code = []
        for parameter, node, item in zip(wanted, nodes, items, strict=True):
            given = self.reference(node, parameter) if parameter.by_name else None
            if given is None:
                found = self.fit(item, parameter.type)
                if parameter.by_name or found.type == WRONG:
                    return None
                given = owned(found).program
            code += given
        return code

    def reference(self, node: Expression, parameter: Variable) -> Code | None:
        """Code for a reference to a variable or an element, which a `var` parameter takes."""
        if isinstance(node, Name):
            meaning = self.scope.find(node.name)
            if (
                isinstance(meaning, Variable)
                and not meaning.fixed
                and meaning.type == parameter.type
            ):
                return [(refer, meaning, node.at)]
        if isinstance(node, Selection) and isinstance(node.steps[-1], Element):
            code = self.reference_to_element(node, node.steps[-1], parameter)
            if code is not None:
                return code
        if isinstance(node, (Name, Selection)) and self.typed(node).type == WRONG:
            return None
        what = f"parameter '{parameter.name}' needs a variable of type {parameter.type}"
        self.problems.add("E_TYPE", node.at, what, "give a variable or an element of an array")
        return None

    def reference_to_element(
        self, node: Selection, last: Element, parameter: Variable
    ) -> Code | None:
        """The list that holds an element, and its index."""
        before = node.steps[:-1]
        outside = Selection(node.base, before, node.at) if before else node.base
        whole = self.typed(outside)
        if not isinstance(whole.type, Array) or whole.constant:
            return None
        place = self.index(whole.type, last)
        if place is None or whole.type.element != parameter.type:
            return None
        return [*whole.program, *place.program, (refer_element, whole.type, node.at)]


def owned(value: Typed) -> Typed:
    """An array is copied when it is assigned or passed on."""
    if not isinstance(value.type, Array):
        return value
    return Typed(value.type, value.at, code=[*value.program, (_copy, None, value.at)])


def _copy(machine: Any, _: None) -> None:
    machine.stack[-1] = copied(machine.stack[-1])


def _element(kind: Array) -> Callable[[Any, int], Any]:
    def element(whole: Any, index: int) -> Any:
        found = whole[offset(kind, index)]
        if found is UNSET:
            raise Fault("E_UNSET", f"element {index} has no value yet", "assign it before")
        return found

    return element


def _shape(kind: str, items: Sequence[Item]) -> str:
    """What the outermost brackets make: joint or mainjoint; robtarg, pose or position."""
    first, second = items[0], items[1]
    if kind == "joint":
        return "joint" if _is(first, "mainjoint") else "mainjoint"
    if not (_is(first, "position") or _is(first, "pose")):
        return "position"
    if kind == "pose":
        return "pose"
    inner = isinstance(first, Aggregate) and isinstance(first.items[0], Aggregate)
    if inner or _is(first, "pose", loose=False):
        return "robtarg"
    return "pose" if _is(second, "orientation") and len(items) == 2 else "robtarg"


def _is(item: Item, kind: str, loose: bool = True) -> bool:
    return loose if isinstance(item, Aggregate) else item.type in (kind, WRONG)


def _fits(item: Item, kind: str) -> bool:
    if isinstance(item, Aggregate):
        return kind in RECORDS
    return item.type == kind or (str(item.type), kind) in CONVERSIONS


def _goes_with(sign: str) -> str:
    pairs = [f"{a} {sign} {b}" for a, x, b in BINARY if x == sign]
    return "it takes " + ", ".join(pairs[:6]) if pairs else "use other values"


def _signature(routine: Routine) -> str:
    inside = "; ".join(f"{p.type}: {p.name}" for p in routine.parameters)
    return f"it is declared as {routine.name}({inside})"


_WAYS: dict[type, Callable[[Expressions, Any], Typed]] = {
    Number: Expressions.number,
    Text: Expressions.text,
    Truth: Expressions.truth,
    Name: Expressions.name,
    Selection: Expressions.selection,
    Call: Expressions.called,
    Aggregate: Expressions.loose,
    Unary: Expressions.unary,
    Chain: Expressions.chain,
}
