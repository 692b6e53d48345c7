"""Going on after a syntax error, so that one run finds all of them.

First a single missing token is put in, if that makes the next one fit. Otherwise the statement or
declaration is given up: the stack is cut back to the list that holds it and the text is skipped to
its `;`. Of a statement that holds others only the head is given up: a correct one takes its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from erfd.motion.language.expected import STARTS, hint, in_words, shown
from erfd.motion.language.tables import END
from erfd.motion.language.tokens import Token

if TYPE_CHECKING:
    from erfd.motion.language.parser import Parser

MISSING = (
    *(";", ")", "]", ",", "=", ":", "(", "then", "do", "of", "seq", "endvar", "endconst"),
    *("endif", "endcase", "endfor", "endwhile", "endseq"),
    *("endprocedure", "endfunction", "endprogram"),
)
LISTS = frozenset(("statements", "declarations", "blocks", "locals", "choices"))
# heads of statements: where they end, and a correct one
HEADS: dict[str, tuple[str, tuple[str, ...]]] = {
    "if": ("then", ("if", "true", "then")),
    "while": ("do", ("while", "true", "do")),
    "for": ("do", ("for", "IDENT", "=", "WHOLE", "to", "WHOLE", "do")),
    "case": ("of", ("case", "WHOLE", "of")),
    "procedure": (";", ("procedure", "IDENT", ";")),
    "function": (";", ("function", "int", ":", "IDENT", ";")),
}
CLOSING = {"if": "endif", "while": "endwhile", "for": "endfor", "case": "endcase"}
LOST = "(lost)"


class Recovery:
    """The mender of one parser; `stray` counts the closing words whose heads were given up."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.reported = -1
        self.stray: dict[str, int] = {}

    def mend(self, token: Token) -> Token | None:
        """Report the token that does not fit and go on; the next to take, None if there is none."""
        if self._is_stray(token):
            return self._next()
        kinds = self._fitting(self.parser.states)
        found = self._missing(token)
        if found is not None:
            self._say_missing(token, found, kinds)
            self._put_in(found)
            return token
        self._say_unexpected(token, kinds)
        if token[0] == END:
            return None
        return self._give_up(token)

    # what is missing
    def _missing(self, token: Token) -> str | None:
        """A token that fits here and lets the present one fit behind it."""
        parser = self.parser
        for kind in MISSING:
            if token[0] == END and kind not in ("endprogram", "endseq"):
                continue
            states = parser.accepts(parser.states, kind)
            if states and (parser.accepts(states, token[0]) or token[0] == END):
                return kind
        return None

    def _put_in(self, kind: str) -> None:
        at = self.parser.last[3]
        self._take((kind, kind, at, at))

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
        if token[0] != END and self._line(token) > self._line(last):
            at = (last[2], last[3])
        remedy = hint(token, last, kinds) or f"write '{kind}' after {shown(last)}"
        self._say(token, at, f"'{kind}' is missing before {shown(token)}", remedy)

    def _say_unexpected(self, token: Token, kinds: set[str]) -> None:
        words = in_words(kinds)
        remedy = (
            hint(token, self.parser.last, kinds) or f"write {words} here, or correct what is before"
        )
        self._say(
            token,
            (token[2], token[3]),
            f"{shown(token)} does not fit here, expected {words}",
            remedy,
        )

    def _say(self, token: Token, at: tuple[int, int], what: str, remedy: str) -> None:
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
        head = parser.symbols[parser.states[top + 1]] if top + 1 < len(parser.states) else ""
        lost = parser.values[top + 1 :]
        parser.problems.lost.update(_names(lost))
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
                for kind in dummy:
                    self._take((kind, _SAMPLES.get(kind, kind), following[2], following[3]))
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


STOP: Token = ("(stop)", "", 0, 0)
_SAMPLES = {"IDENT": LOST, "WHOLE": "1"}


def _names(values: list[object]) -> set[str]:
    """The names in what was given up: they count as declared, of unknown type."""
    return {v[1].lower() for v in values if isinstance(v, tuple) and v[:1] == ("IDENT",)}
