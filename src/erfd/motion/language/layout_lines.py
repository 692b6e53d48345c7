"""The lines of a formatted program: their pieces, where they are wrapped, what parts them."""

from __future__ import annotations

from dataclasses import dataclass, field

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


def tidy(comment: str) -> str:
    """Without spaces at the ends of its lines."""
    return "\n".join(line.rstrip() for line in comment.split("\n"))


def parted(before: Line, line: Line) -> bool:
    """Whether an empty line stands between two lines."""
    if before.opens or line.first in CLOSERS or line.first in DIVIDERS:
        return False
    if line.first == "endprogram":
        return False
    forced = line.indent == 0 and (
        (line.first in BLOCKS and before.first != "") or before.first in BLOCK_ENDS
    )
    return line.blank or forced


def wrapped(line: Line) -> str:
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
