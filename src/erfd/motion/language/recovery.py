"""Going on after a syntax error, so that one run finds all of them.

First a single missing token is put in, if that makes the next one fit. Otherwise the statement or
declaration is given up: the stack is cut back to the list that holds it and the text is skipped to
its `;`. Of a statement that holds others only the head is given up: a correct one takes its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from erfd.motion.language.expected import STARTS, hint, in_words, shown, slip
from erfd.motion.language.nodes import Span
from erfd.motion.language.recovery_tables import (
    CLOSES,
    CLOSING,
    HEADS,
    LISTS,
    LOST,
    MISSING,
    OPENS,
    REMEDIES,
    SAMPLES,
    STOP,
    may_stand_for,
    names_in,
)
from erfd.motion.language.tables import END
from erfd.motion.language.tokens import NO_TOKENS, Token

if TYPE_CHECKING:
    from erfd.motion.language.parser import Parser


class Recovery:
    """The mender of one parser; `stray` counts the closing words whose heads were given up."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.reported = -1
        self.unclosed = False  # a block whose end has been missed already
        self.stray: dict[str, int] = {}

    def mend(self, token: Token) -> Token | None:
        """Report the token that does not fit and go on; the next to take, None if there is none."""
        self._settle()
        if self._is_stray(token):
            return self._next()
        if token[0] in NO_TOKENS:
            self.reported = token[2]
            return self._give_up(token)
        kinds = self._fitting(self.parser.states)
        found = self._missing(token)
        if found is not None:
            self._say_missing(token, found, kinds)
            at = self.parser.last[3]
            self._take((found, found, at, at))
            return token
        if token[0] != END or not self.unclosed:
            self._say_unexpected(token, kinds)
        return None if token[0] == END or kinds == {END} else self._give_up(token)

    def _settle(self) -> None:
        """Make the empty lists that would be made whatever comes next."""
        parser = self.parser
        while len(parser.states) > 1:
            rows = set(parser.actions[parser.states[-1]].values())
            action = rows.pop() if len(rows) == 1 else None
            if not isinstance(action, tuple) or action[1]:
                return
            build, _, symbol = action
            parser.values.append(build and build())
            parser.states.append(parser.gotos[parser.states[-1]][symbol])

    # what is missing
    def _missing(self, token: Token) -> str | None:
        """A token that fits here and lets the present one fit behind it."""
        parser = self.parser
        for kind in MISSING:
            states = parser.accepts(parser.states, kind) if may_stand_for(kind, token) else None
            if states and (parser.accepts(states, token[0]) or token[0] == END):
                return kind
        return None

    def _take(self, token: Token) -> None:
        """Take one token that is known to fit."""
        parser = self.parser
        kept, parser.tokens = parser.tokens, iter((STOP,))
        parser.advance(token)
        parser.tokens = kept

    def _fitting(self, states: list[int]) -> set[str]:
        rows = self.parser.actions[states[-1]]
        return {kind for kind in rows if self.parser.accepts(states, kind)}

    # messages
    def _say_missing(self, token: Token, kind: str, kinds: set[str]) -> None:
        last = self.parser.last
        at = (token[2], token[3])
        if token[0] == END or self._line(token) > self._line(last):
            at = (last[3], last[3])
        remedy = slip(token, last, kinds) or REMEDIES.get(
            kind, f"write '{kind}' after {shown(last)}"
        )
        self._say(token, at, f"'{kind}' is missing before {shown(token)}", remedy)

    def _say_unexpected(self, token: Token, kinds: set[str]) -> None:
        words = in_words(kinds)
        remedy = hint(token, self.parser.last, kinds) or self._closing(token[0])
        remedy = remedy or f"write {words}, or correct what is before"
        what = f"{shown(token)} does not fit here, expected {words}"
        self._say(token, (token[2], token[3]), what, remedy)

    def _closing(self, kind: str) -> str | None:
        """What to do about a closing word that is not due: close what is open inside first."""
        if kind not in CLOSES:
            return None
        parser = self.parser
        pairs = zip(parser.states, parser.values, strict=True)
        opened = [v for s, v in pairs if parser.symbols[s] in OPENS]
        if CLOSES[kind] not in [v[0] for v in opened]:
            return f"nothing that '{kind}' could close is open here: delete it"
        self.unclosed = True
        word, line = opened[-1][0], self._line(opened[-1])
        return f"the '{word}' of line {line} has to be closed first"

    def _say(self, token: Token, at: Span, what: str, remedy: str) -> None:
        """One message for each place."""
        if token[2] != self.reported:
            self.reported = token[2]
            self.parser.problems.add("E_SYNTAX", at, what, remedy)

    def _line(self, token: Token) -> int:
        return self.parser.problems.source.line(token[2])

    # giving up
    def _give_up(self, token: Token) -> Token | None:
        """Cut the stack back to the list that holds the broken part, and skip the rest of it."""
        parser = self.parser
        top = self._holding_list()
        if top == 0:  # not even a program's head
            return None
        head = parser.symbols[parser.states[top + 1]] if top + 1 < len(parser.states) else ""
        lost = parser.values[top + 1 :]
        parser.problems.lost.update(names_in(lost))
        del parser.states[top + 1 :], parser.values[top + 1 :]
        self._count_nesting()
        stop, dummy = HEADS.get(head, ("", ()))
        return self._skip(token, head, stop, dummy)

    def _holding_list(self) -> int:
        states, symbols = self.parser.states, self.parser.symbols
        return next((k for k in range(len(states) - 1, 0, -1) if symbols[states[k]] in LISTS), 0)

    def _skip(self, token: Token, head: str, stop: str, dummy: tuple[str, ...]) -> Token | None:
        """To behind the `;`, to a word that can go on here, or to the end of a head."""
        parser, first = self.parser, True
        following: Token | None = token
        while following is not None and following[0] != END:
            if following[0] == "IDENT":
                parser.problems.lost.add(following[1].lower())
            if stop and following[0] == stop:
                parser.problems.lost.add(LOST)
                for kind in dummy:
                    self._take((kind, SAMPLES.get(kind, kind), following[2], following[3]))
                return self._next()
            if following[0] == ";":
                self._forget(head)
                return self._next()
            if not first and following[0] in STARTS and parser.accepts(parser.states, following[0]):
                self._forget(head)
                return following
            first = False
            following = self._next()
        return following

    def _forget(self, head: str) -> None:
        """The closing word of a head that was given up will come without it."""
        if head in CLOSING:
            word = CLOSING[head]
            self.stray[word] = self.stray.get(word, 0) + 1

    def _is_stray(self, token: Token) -> bool:
        kind = token[0]
        if self.stray.get(kind):
            self.stray[kind] -= 1
            return True
        inner = {"else": "endif", "elsif": "endif", "when": "endcase", "default": "endcase"}
        return bool(self.stray.get(inner.get(kind, "")))

    def _next(self) -> Token | None:
        return next(self.parser.tokens, None)

    def _count_nesting(self) -> None:
        from erfd.motion.language.parser import OPENERS

        parser = self.parser
        parser.depth = sum(parser.symbols[state] in OPENERS for state in parser.states)
