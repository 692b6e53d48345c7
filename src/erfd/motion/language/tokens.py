"""The tokens of a text, in linear time whatever the text: (kind, text, from, to).

The kind of a word or mark is its own text in small letters, that of others a name of the grammar
(`IDENT`, `WHOLE`, ...). What belongs to nothing is reported and left out.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from functools import lru_cache

from erfd.motion.language.problems import Problems
from erfd.motion.language.tables import END, tables

MOST = 2_000_000
Token = tuple[str, str, int, int]
RESERVED = frozenset(("goto", "move_inc", "record", "parallel", "endparallel", "endrecord"))
ODD = {
    "{": ("E_LEX_COMMENT", "nothing closes this brace", "close the comment with '}' or delete it"),
    "}": ("E_LEX_COMMENT", "this brace closes no comment", "delete it; comments do not nest"),
    '"': ("E_SYNTAX", "this text is not closed on its line", "close it with '\"'"),
    "'": ("E_SYNTAX", "an apostrophe belongs to nothing here", 'write texts in double quotes "'),
    "!": ("E_SYNTAX", "'!' belongs to nothing here", "'<>' means unequal, 'not' turns a bool"),
    "&": ("E_SYNTAX", "'&' belongs to nothing here", "write 'and'"),
    "|": ("E_SYNTAX", "'|' belongs to nothing here", "write 'or'"),
    "#": ("E_SYNTAX", "'#' belongs to nothing here", "write comments in braces { }"),
    "_": ("E_SYNTAX", "a name starts with a letter", "give another name"),
}


@lru_cache(maxsize=2)
def _pattern(braces: bool) -> re.Pattern[str]:
    """One alternative for each kind of token; without `braces` an open one counts as space."""
    made = tables()
    kinds = {name: made.patterns[name] for name in ("DECIMAL", "WHOLE", "IDENT", "QUOTED")}
    if braces:
        kinds["COMMENT"] = made.patterns["COMMENT"]
    kinds["MARK"] = "|".join(map(re.escape, made.marks))
    kinds["ODD"] = '"[^"\n]*+|.'
    body = "|".join(f"(?P<{name}>{text})" for name, text in kinds.items())
    space = made.patterns["SPACE"] + ("" if braces else r"|\{++")
    return re.compile(f"{space}|{body}", re.DOTALL)


def tokens(problems: Problems, comments: bool = False) -> Iterator[Token]:
    """Every token in turn, then END; comments only if wanted."""
    text, words = problems.source.text, tables().words
    component = False
    for count, found in enumerate(_found(problems)):
        kind, word, start, end = found
        if kind == "IDENT":
            low = word.lower()
            if component:
                kind = "COMPONENT"
            elif low in words:
                kind = low
            elif low in RESERVED:
                kind = "RESERVED"
        elif kind == "MARK":
            kind = word
        elif kind == "COMMENT":
            if comments:
                yield found
            continue
        component = kind == "."
        if count > MOST:
            remedy = "split the program, or use loops and procedures"
            problems.add("E_SYNTAX", (start, end), f"more than {MOST} words and marks", remedy)
            break
        yield kind, word, start, end
    yield END, "", len(text), len(text)


def _found(problems: Problems) -> Iterator[Token]:
    """What stands in the text, read on after a brace that nothing closes."""
    text = problems.source.text
    unclosed = yield from _scanned(text, 0, True, problems)
    if unclosed is not None:
        yield from _scanned(text, unclosed + 1, False, problems)


def _scanned(
    text: str, start: int, braces: bool, problems: Problems
) -> Generator[Token, None, int | None]:
    """The offset of a brace that nothing closes ends the scan."""
    for found in _pattern(braces).finditer(text, start):
        kind = found.lastgroup
        if kind is None:
            continue
        if kind != "ODD":
            yield kind, found.group(), found.start(), found.end()
            continue
        _odd(found, problems)
        if found.group() == "{":
            return found.start()
    return None


def _odd(found: re.Match[str], problems: Problems) -> None:
    """Report what belongs to nothing."""
    sign = found.group()[0]
    shown = f"'{sign}'" if sign.isprintable() else f"the character U+{ord(sign):04X}"
    default = ("E_SYNTAX", f"{shown} belongs to nothing here", "delete it")
    code, what, remedy = ODD.get(sign, default)
    problems.add(code, found.span(), what, remedy)
