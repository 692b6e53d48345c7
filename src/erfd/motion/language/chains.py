"""Checking operators: signs, chains of one level, `and` and `or`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erfd.motion.language.aggregates import aggregate
from erfd.motion.language.instructions import jump_decided
from erfd.motion.language.nodes import Aggregate, Chain, Expression, Span, Unary
from erfd.motion.language.operators import BINARY, UNARY
from erfd.motion.language.typed import Typed, added, applied, taken, wrong
from erfd.motion.language.types import WRONG, in_words

if TYPE_CHECKING:
    from erfd.motion.language.expressions import Expressions


def unary(checker: Expressions, node: Unary) -> Typed:
    inside = checker.typed(node.operand)
    if inside.type == WRONG:
        return inside
    found = UNARY.get((node.operator, str(inside.type)))
    if found is None:
        what = f"'{node.operator}' does not go with {in_words(inside.type)}"
        remedy = "it takes true or false" if node.operator == "not" else "it takes a number"
        return checker.refuse(node.at, "E_TYPE", what, remedy)
    kind, function = found
    return applied(function, kind, [inside], node.at, checker.problems)


def chain(checker: Expressions, node: Chain) -> Typed:
    """From left to right; the operators of one chain have one level, and one growing code."""
    left = operand(checker, node.first, node.links[0][0], left=True)
    for sign, part in node.links:
        right = operand(checker, part, sign, left=False)
        if sign in ("and", "or"):
            left = logic(checker, left, sign, right)
        else:
            left = binary(checker, left, sign, right, (node.at[0], part.at[1]))
    return left


def operand(checker: Expressions, node: Expression, sign: str, left: bool) -> Typed:
    """Brackets beside an operator make a position, beside `@` a pose if they hold brackets."""
    if not isinstance(node, Aggregate):
        return checker.typed(node)
    frame = sign == "@" and (left or isinstance(node.items[0], Aggregate))
    return aggregate(checker, node, "pose" if frame else "position")


def binary(checker: Expressions, left: Typed, sign: str, right: Typed, at: Span) -> Typed:
    if WRONG in (left.type, right.type):
        return wrong(at)
    found = BINARY.get((str(left.type), sign, str(right.type)))
    if found is None:
        what = f"'{sign}' does not go with {in_words(left.type)} and {in_words(right.type)}"
        return checker.refuse(at, "E_TYPE", what, _goes_with(sign))
    kind, function = found
    return added(function, kind, left, right, at, checker.problems)


def logic(checker: Expressions, left: Typed, sign: str, right: Typed) -> Typed:
    """`and`, `or`: the right side only counts where the left one leaves the question open."""
    at = (left.at[0], right.at[1])
    left, right = checker.fit(left, "bool"), checker.fit(right, "bool")
    if WRONG in (left.type, right.type):
        return wrong(at)
    deciding = sign == "or"
    if left.constant:
        return left if left.value is deciding else right
    rest = right.program
    code = taken(left)
    code += [(jump_decided, (deciding, len(rest)), at), *rest]
    return Typed("bool", at, code=code)


def _goes_with(sign: str) -> str:
    pairs = [f"{a} {sign} {b}" for a, x, b in BINARY if x == sign]
    return "it takes " + ", ".join(pairs[:6]) if pairs else "use other values"
