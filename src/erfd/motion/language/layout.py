"""The formatter: the same words and marks, laid out one way; comments stay where they are.

It works on tokens, so that the tree of the formatted text is that of the text: one statement to a
line, blocks indented by two, words of the language in small letters, `=` for `:=`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from erfd.motion.language.parser import parse_tree
from erfd.motion.language.problems import Problems
from erfd.motion.language.source import Source
from erfd.motion.language.tables import END
from erfd.motion.language.tokens import Token, tokens

WIDTH, INDENT, CONTINUED = 100, 2, 4
BLOCKS = ("var", "const", "seq", "procedure", "function")
BLOCK_ENDS = ("program", "endvar", "endconst", "endseq", "endprocedure", "endfunction")
CLOSERS = frozenset(
    (
        *("endvar", "endconst", "endseq", "endif", "endfor", "endwhile", "until", "endcase"),
        *("endprocedure", "endfunction"),
    )
)
DIVIDERS = frozenset(("else", "elsif", "when", "default"))
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


@dataclass(slots=True)
class Piece:
    """A token or a comment in a line; `breaks` where a long line may go on below."""

    text: str
    spaced: bool
    breaks: bool = False


@dataclass(slots=True)
class Line:
    """One line before it is wrapped; `first` and `last` are kinds of tokens, "" of a comment."""

    indent: int
    blank: bool  # in the text an empty line stands before it
    first: str = ""
    last: str = ""
    opens: bool = False
    pieces: list[Piece] = field(default_factory=list)
    trailing: str = ""


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
            self.comment(_tidy(word), breaks)
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
            if before is not None and _parted(before, line):
                parts.append("")
            parts.append(_wrapped(line) + line.trailing)
            before = line
        return "\n".join(parts) + "\n"


_KEPT = frozenset(("IDENT", "COMPONENT", "WHOLE", "DECIMAL", "QUOTED"))
_CLOSE = frozenset((")", "]", ",", ";", ".", ":", ".."))


def _tidy(comment: str) -> str:
    """Without spaces at the ends of its lines."""
    return "\n".join(line.rstrip() for line in comment.split("\n"))


def _parted(before: Line, line: Line) -> bool:
    """Whether an empty line stands between two lines."""
    if before.opens or line.first in CLOSERS or line.first in DIVIDERS:
        return False
    if line.first == "endprogram":
        return False
    forced = line.indent == 0 and (
        (line.first in BLOCKS and before.first != "") or before.first in BLOCK_ENDS
    )
    return line.blank or forced


def _wrapped(line: Line) -> str:
    """One line, or several if it is too long."""
    start = " " * (INDENT * line.indent)
    rows, row = [], start
    for part in _parts(line):
        if len(row) + len(part) > WIDTH and row.strip():
            rows.append(row.rstrip())
            row = start + " " * CONTINUED + part.lstrip()
        else:
            row += part
    return "\n".join([*rows, row])


def _parts(line: Line) -> list[str]:
    """What is kept together."""
    parts = [""]
    for piece in line.pieces:
        if piece.breaks:
            parts.append("")
        parts[-1] += " " * piece.spaced + piece.text
    return parts
