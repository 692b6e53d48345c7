"""The lists that the rules of `grammar.lark` fill, from left to right; parts that are passed on.

The functions of build_*.py get all parts of their rule: tokens (kind, text, from, to), nodes, lists
being filled, or None.
"""

from __future__ import annotations

from typing import Any

Token = tuple[str, str, int, int]


def none() -> list[Any]:
    return []


def no_items(_open: Token, _close: Token) -> list[Any]:
    return []


def nothing() -> None:
    return None


def one(item: Any) -> list[Any]:
    return [item]


def more(items: list[Any], item: Any) -> list[Any]:
    items.append(item)
    return items


def another(items: list[Any], _mark: Token, item: Any) -> list[Any]:
    items.append(item)
    return items


def both(items: list[Any], others: list[Any]) -> list[Any]:
    items += others
    return items


def inner(_open: Token, items: list[Any], _close: Token) -> list[Any]:
    return items


def second(_word: Token, item: Any) -> Any:
    return item


def third(_word: Token, _mark: Token, item: Any) -> Any:
    return item
