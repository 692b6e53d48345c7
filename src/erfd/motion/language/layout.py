"""The formatter: the same words and marks, laid out one way; comments stay where they are.

It works on tokens, so that the tree of the formatted text is that of the text: one statement to a
line, blocks indented by two, words of the language in small letters, `=` for `:=`.
"""

from __future__ import annotations

from erfd.motion.language.layout_lines import CLOSERS, Line, Piece, parted, tidy, wrapped
from erfd.motion.language.parser import parse_tree
from erfd.motion.language.problems import Problems
from erfd.motion.language.source import Source
from erfd.motion.language.tables import END
from erfd.motion.language.tokens import Token, tokens

ENDED = frozenset((*CLOSERS - {"until"}, "endprogram"))
OPERANDS = frozenset(
    ("IDENT", "COMPONENT", "WHOLE", "DECIMAL", "QUOTED", ")", "]", "true", "false")
)
CALLED = frozenset(
    (
        *("IDENT", "COMPONENT", "]", "int", "real", "bool", "string", "position", "orientation"),
        *("pose", "robtarg", "mainjoint", "addjoint", "joint"),
        *("sin", "cos", "tan", "atan2", "sqrt", "abs", "inv", "orizyx"),
    )
)
OPTIONS = frozenset(
    ("speed", "acc", "speed_ptp", "acc_ptp", "act_rob", "c_ptp", "c_cp", "c_speed", "c_ori")
)


def formatted(text: str, name: str = "<text>") -> str:
    """The text laid out; a ProgramError if its syntax is wrong."""
    problems = Problems(Source(text, name))
    parse_tree(problems)
    problems.raise_errors()
    layout = Layout(text)
    for token in tokens(problems, comments=True):
        if token[0] != END:
            layout.take(token)
    return layout.text()


class Layout:
    """Lines, filled token by token; `blocks` are the words of the blocks that are open."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines: list[Line] = []
        self.blocks: list[str] = []
        self.line: Line | None = None
        self.end, self.depth = 0, 0
        self.before = ""
        self.in_array = False

    def take(self, token: Token) -> None:
        kind, word, start, end = token
        breaks = self.source.count("\n", self.end, start)
        self.end = end
        if kind == "COMMENT":
            self.comment(tidy(word), breaks)
        elif self.line is None and kind in (";", ".") and self.ended():
            self.lines[-1].pieces.append(Piece(word, spaced=False))
        else:
            self.put(kind, word, breaks)

    def ended(self) -> bool:
        """Whether the last line is `endif` or the like, which a mark may follow."""
        return bool(self.lines) and self.lines[-1].last in ENDED

    def comment(self, word: str, breaks: int) -> None:
        """Inside a statement, behind a line or in a line of its own."""
        if self.line is not None:
            self.line.pieces.append(Piece(word, spaced=True))
            self.before = "COMMENT"
        elif breaks == 0 and self.lines:
            self.lines[-1].trailing += f"  {word}"
        else:
            line = Line(len(self.blocks), breaks > 1)
            line.pieces.append(Piece(word, spaced=False))
            self.lines.append(line)

    def put(self, kind: str, word: str, breaks: int) -> None:
        line = self.line
        if line is None:
            self.close(kind)
            line = self.line = Line(self.level(kind), breaks > 1, kind)
            self.lines.append(line)
            self.before, self.depth = "", 0
        if kind in (")", "]"):
            self.depth -= 1
        line.pieces.append(self.piece(kind, word, line))
        if kind in ("(", "["):
            self.depth += 1
        line.last = self.before = self.sign_of(kind)
        self.finish(kind, line)

    # Blocks
    def close(self, kind: str) -> None:
        """Leave the blocks that a word at the start of a line ends."""
        choice = kind in ("when", "default", "endcase")
        if choice and self.blocks and self.blocks[-1] == "when":
            self.blocks.pop()
        if kind in CLOSERS and self.blocks:
            self.blocks.pop()

    def level(self, kind: str) -> int:
        """`else` stands below its `if`."""
        return len(self.blocks) - (kind in ("else", "elsif"))

    def finish(self, kind: str, line: Line) -> None:
        """End the line behind a `;`, a word that opens a block, or one that closes it."""
        if kind == "array":
            self.in_array = True
        opened = self.opened(kind, line)
        if kind == "of":
            self.in_array = False
        if opened:
            self.blocks.append(opened)
        if opened or kind == "else" or (kind == "then" and line.first == "elsif"):
            line.opens, self.line = True, None
        elif (kind == ";" and self.depth == 0) or kind in ENDED:
            self.line = None

    def opened(self, kind: str, line: Line) -> str:
        """The block that begins behind a token, if any."""
        if kind in ("var", "const", "seq", "repeat") and len(line.pieces) == 1:
            return kind
        if (kind, line.first) in (("then", "if"), ("do", "for"), ("do", "while")):
            return line.first
        if kind == "of" and line.first == "case" and not self.in_array:
            return "case"
        if kind == ":" and line.first in ("when", "default") and self.depth == 0:
            return "when"
        routine = kind == ";" and self.depth == 0 and line.first in ("procedure", "function")
        return line.first if routine else ""

    # Spaces
    def piece(self, kind: str, word: str, line: Line) -> Piece:
        text = "=" if kind == ":=" else word if kind in _KEPT else kind
        if kind == "DECIMAL" and word.endswith("."):
            text += "0"  # 1...2 would be read otherwise than 1. .. 2
        option = self.is_option(kind, line)
        return Piece(text, self.spaced(kind, line), option or self.before == ",")

    def is_option(self, kind: str, line: Line) -> bool:
        named = kind == "IDENT" and self.before in OPERANDS
        return line.first == "move" and self.depth == 0 and (kind in OPTIONS or named)

    def sign_of(self, kind: str) -> str:
        """A sign before a number or name is no operator between two."""
        return "SIGN" if kind in ("+", "-") and self.before not in OPERANDS else kind

    def spaced(self, kind: str, line: Line) -> bool:
        """Whether a space stands before a token."""
        before = self.before
        if before in ("", "(", "[", ".", "..", "SIGN") or kind in _CLOSE:
            return False
        if kind == "(":
            return before not in CALLED
        tight = line.first == "move" and self.depth == 0
        if tight and (kind in ("=", ":=") or before in ("=", ":=")):
            return False
        return kind != "[" or before == "COMMENT"

    # Text
    def text(self) -> str:
        """All lines, at most one empty line between two."""
        parts: list[str] = []
        before: Line | None = None
        for line in self.lines:
            if before is not None and parted(before, line):
                parts.append("")
            parts.append(wrapped(line) + line.trailing)
            before = line
        return "\n".join(parts) + "\n"


_KEPT = frozenset(("IDENT", "COMPONENT", "WHOLE", "DECIMAL", "QUOTED"))
_CLOSE = frozenset((")", "]", ",", ";", ".", ":", ".."))
