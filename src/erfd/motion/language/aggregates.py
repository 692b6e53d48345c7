"""Checking what brackets make: records of their components, arrays, a type's constructor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from erfd.motion.language.nodes import Aggregate, Span
from erfd.motion.language.typed import Item, Typed, applied, wrong
from erfd.motion.language.types import HOW, NEEDED, RECORDS, WRONG, Array, Type, in_words
from erfd.motion.language.values import make, turns

if TYPE_CHECKING:
    from erfd.motion.language.expressions import Expressions


def aggregate(checker: Expressions, node: Aggregate, kind: Type) -> Typed:
    """(a, b, ...) as a value of a type."""
    if isinstance(kind, Array):
        return array(checker, node, kind)
    items = [checker.item(x) for x in node.items]
    match kind:
        case "pose" | "robtarg" | "joint":
            return checker.fit(record(checker, _shape(kind, items), items, node.at), kind)
        case "turns":
            parts = [checker.fit(x, "int") for x in items]
            return applied(turns, kind, parts, node.at, checker.problems)
        case _ if kind in RECORDS:
            return record(checker, kind, items, node.at)
        case _ if kind == WRONG:
            return wrong(node.at)
    what = f"expected {in_words(kind)}, found {len(items)} values in brackets"
    return checker.refuse(node.at, "E_TYPE", what, HOW.get(kind, "give one value"))


def array(checker: Expressions, node: Aggregate, kind: Array) -> Typed:
    size = kind.high - kind.low + 1
    parts = [checker.wanted(x, kind.element) for x in node.items]
    if len(parts) != size:
        what = f"{len(parts)} values for {in_words(kind)}"
        return checker.refuse(node.at, "E_TYPE", what, f"give {size}")
    return applied(lambda *x: list(x), kind, parts, node.at, checker.problems)


def record(checker: Expressions, kind: str, items: Sequence[Item], at: Span) -> Typed:
    """A record of its components, absent ones at the end unspecified."""
    names = RECORDS[kind]
    if not NEEDED[kind] <= len(items) <= len(names):
        most = "" if NEEDED[kind] == len(names) else f" to {len(names)}"
        here = "here is 1" if len(items) == 1 else f"here are {len(items)}"
        what = f"{kind} takes {NEEDED[kind]}{most} components, {here}"
        return checker.refuse(at, "E_TYPE", what, HOW[kind])
    parts: list[Typed] = []
    for item, (_, wanted) in zip(items, names, strict=False):
        parts.append(checker.fit(item, wanted))
        if parts[-1].type == WRONG:
            return wrong(at)
    return applied(make(kind), kind, parts, at, checker.problems)


def loose(checker: Expressions, node: Aggregate) -> Typed:
    """An aggregate where no type is wanted."""
    remedy = "name its type: position(...), pose(...), robtarg(...)"
    return checker.refuse(node.at, "E_TYPE", "it is unclear what these brackets make", remedy)


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
