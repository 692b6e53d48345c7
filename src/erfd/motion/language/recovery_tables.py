"""What mending after a syntax error knows of the grammar: what may be put in, what closes what."""

from __future__ import annotations

from erfd.motion.language.expected import STARTS
from erfd.motion.language.tables import END
from erfd.motion.language.tokens import Token

MISSING = (
    *(";", ")", "]", ",", "=", ":", "(", "then", "do", "of", "seq", "endvar", "endconst"),
    *("endif", "endcase", "endfor", "endwhile", "endseq"),
    *("endprocedure", "endfunction", "endprogram"),
)
REMEDIES = {
    "endseq": "end the sequence with 'endseq' and the program with 'endprogram'",
    "endprogram": "end the program with 'endprogram'",
    "endif": "each 'if' needs an 'endif'; 'elsif' in one word opens no other",
}
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
CLOSES = {
    "endif": "if",
    "else": "if",
    "elsif": "if",
    "endcase": "case",
    "when": "case",
    "default": "case",
    "endfor": "for",
    "endwhile": "while",
    "until": "repeat",
    "endvar": "var",
    "endconst": "const",
    "endseq": "seq",
    "endprogram": "program",
    "endprocedure": "procedure",
    "endfunction": "function",
}
OPENS = frozenset(CLOSES.values())
CLOSING = {"if": "endif", "while": "endwhile", "for": "endfor", "case": "endcase"}
LOST = "(lost)"
STOP: Token = ("(stop)", "", 0, 0)
SAMPLES = {"IDENT": LOST, "WHOLE": "1"}


def may_stand_for(kind: str, token: Token) -> bool:
    """Whether a token of this kind may be put in before another."""
    following = token[0]
    if following == END:
        return kind in ("endprogram", "endseq")
    if kind == "(":
        return following not in ("not", "+", "-")
    if kind == "=":
        return following in ("WHOLE", "DECIMAL", "QUOTED", "IDENT")
    if kind.startswith("end") or kind == "seq":
        return following in STARTS
    return True


def names_in(values: list[object]) -> set[str]:
    """The names in what was given up: they count as declared, of unknown type."""
    return {v[1].lower() for v in values if isinstance(v, tuple) and v[:1] == ("IDENT",)}
