"""The parser: an LALR(1) automaton on lark's tables, with a stack of its own and no recursion.

Mending after an error is in recovery.py; what was expected is put into words in expected.py.
"""

from __future__ import annotations

from typing import Any

from erfd.motion.language.declaration_nodes import Tree
from erfd.motion.language.nodes import Span
from erfd.motion.language.problems import EnoughError, Problems
from erfd.motion.language.tables import Reduction, tables
from erfd.motion.language.tokens import Token, tokens

MOST_NESTED = 32
OPENERS = frozenset(("(", "[", "if", "case", "for", "while", "repeat"))
CLOSERS = frozenset((")", "]", "endif", "endcase", "endfor", "endwhile", "until"))
NESTING = dict.fromkeys(OPENERS, 1) | dict.fromkeys(CLOSERS, -1)


class Parser:
    """States, and the nodes and tokens made so far; `last` is the token taken last."""

    def __init__(self, problems: Problems) -> None:
        made = tables()
        self.problems = problems
        self.actions, self.gotos, self.symbols = made.actions, made.gotos, made.symbols
        self.shortcuts = made.shortcuts
        self.states: list[int] = [made.start]
        self.values: list[Any] = [None]
        self.last: Token = ("", "", 0, 0)
        self.depth = 0
        self.tokens = tokens(problems)

    def run(self) -> Tree | None:
        """The tree, if enough of it could be mended to make one."""
        from erfd.motion.language.recovery import Recovery

        recovery = Recovery(self)
        token: Token | None = next(self.tokens)
        while token is not None:
            token = self.advance(token)
            if token is not None:
                token = recovery.mend(token)
        return self.values[1] if isinstance(self.values[-1], Tree) else None

    def advance(self, token: Token) -> Token | None:
        """Take tokens as long as they fit; the one that does not, or None at the end."""
        states, values, actions, gotos = self.states, self.values, self.actions, self.gotos
        nesting, step = NESTING.get, self.tokens.__next__
        while True:
            kind = token[0]
            action: Any = actions[states[-1]].get(kind)
            while action.__class__ is tuple:
                build, count, symbol = action
                if count == 1 and build is None:
                    states[-1] = self.passed_on(states[-2], states[-1], kind)
                else:
                    if count:
                        values[-count:] = (build(*values[-count:]),)
                        del states[-count:]
                    else:
                        values.append(build and build())
                    states.append(gotos[states[-1]][symbol])
                if symbol == "start":
                    return None
                action = actions[states[-1]].get(kind)
            if action is None:
                return token
            states.append(action)
            values.append(token)
            self.last = token
            if (change := nesting(kind)) is not None:
                self.nest(change, token)
            token = step()

    def passed_on(self, below: int, state: int, kind: str) -> int:
        """The state after all rules of one symbol that now follow each other."""
        key = below, state, kind
        found = self.shortcuts.get(key)
        if found is None:
            found = self.shortcuts[key] = self.end_of_chain(*key)
        return found

    def end_of_chain(self, below: int, state: int, kind: str) -> int:
        action: Any = self.actions[state].get(kind)
        while action.__class__ is tuple and action[:2] == (None, 1):
            state = self.gotos[below][action[2]]
            action = self.actions[state].get(kind)
        return state

    def nest(self, change: int, token: Token) -> None:
        self.depth += change
        if self.depth > MOST_NESTED:
            what = f"nested deeper than {MOST_NESTED} brackets and blocks"
            self.problems.add("E_SYNTAX", (token[2], token[3]), what, "use more variables")
            raise EnoughError

    def accepts(self, states: list[int], kind: str) -> list[int] | None:
        """The states after a token of that kind, if it fits."""
        states = states.copy()
        while True:
            action = self.actions[states[-1]].get(kind)
            if action is None or action.__class__ is int:
                return None if action is None else [*states, action]
            reduction: Reduction = action  # type: ignore[assignment]
            _, count, symbol = reduction
            if count:
                del states[-count:]
            states.append(self.gotos[states[-1]][symbol])
            if symbol == "start":
                return states


def parse_tree(problems: Problems) -> Tree | None:
    """The tree of the text, as far as it goes; what is wrong is added to the problems."""
    try:
        return Parser(problems).run()
    except EnoughError:
        return None


def span(token: Token) -> Span:
    return token[2], token[3]
