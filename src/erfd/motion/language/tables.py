"""The LALR(1) tables that lark makes of `grammar.lark`, turned into plain lists and dictionaries.

A word or mark is called by its own text (`move`, `;`), the other tokens by their names (`IDENT`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from erfd.motion.language import (
    build_declarations,
    build_expressions,
    build_lists,
    build_statements,
)

END = "$END"
BUILDERS = (build_lists, build_expressions, build_statements, build_declarations)
# how to make a node, of how many parts, and of which symbol
Reduction = tuple[Callable[..., Any] | None, int, str]
Action = int | Reduction | None  # the next state, or a reduction


class Tables(NamedTuple):
    """`symbols[state]` is the symbol that leads to a state."""

    actions: list[dict[str, Action]]
    gotos: list[dict[str, int]]
    symbols: list[str]
    start: int
    words: frozenset[str]
    marks: tuple[str, ...]
    patterns: dict[str, str]
    shortcuts: dict[tuple[int, int, str], int]  # filled by the parser


def grammar() -> str:
    return resources.files("erfd.motion.language").joinpath("grammar.lark").read_text("utf-8")


@lru_cache(maxsize=1)
def tables() -> Tables:
    """Made once in a process, in about a tenth of a second."""
    from lark import Lark

    made = Lark(grammar(), parser="lalr", lexer="basic", maybe_placeholders=False)
    table: Any = made.parse_interactive("").parser_state.parse_conf.parse_table
    texts = {t.name: t.pattern.value for t in made.terminals if t.pattern.type == "str"}
    fixed = {name: text.replace("\\", "") for name, text in texts.items()}
    patterns = {t.name: t.pattern.to_regexp() for t in made.terminals if t.name not in fixed}
    return Tables(
        *_automaton(table.states, fixed),
        start=table.start_states["start"],
        words=frozenset(text for text in fixed.values() if text[0].isalpha()),
        marks=tuple(sorted((x for x in fixed.values() if not x[0].isalpha()), key=len)[::-1]),
        patterns=patterns,
        shortcuts={},
    )


def _automaton(
    states: dict[int, dict[str, Any]], fixed: dict[str, str]
) -> tuple[list[dict[str, Action]], list[dict[str, int]], list[str]]:
    """Shifts and reductions by token, and the states after a symbol has been made."""
    size = len(states)
    actions: list[dict[str, Action]] = [{} for _ in range(size)]
    gotos: list[dict[str, int]] = [{} for _ in range(size)]
    symbols = [""] * size
    for state, row in states.items():
        for name, (action, argument) in row.items():
            symbol = fixed.get(name, name)
            if action.name == "Reduce":
                actions[state][symbol] = _reduction(argument)
                continue
            symbols[argument] = symbol
            target: dict[str, Any] = gotos[state] if name.islower() else actions[state]
            target[symbol] = argument
    return actions, gotos, symbols


@lru_cache(maxsize=1000)
def _reduction(rule: Any) -> Reduction:
    return _builder(rule.alias), len(rule.expansion), str(rule.origin.name)


def _builder(name: str | None) -> Callable[..., Any] | None:
    """The function that a rule names behind its arrow."""
    if name is None:
        return None
    found: Callable[..., Any]
    found = next(vars(module)[name] for module in BUILDERS if name in vars(module))
    return found
