"""The tokens of a text, in linear time whatever the text: (kind, text, from, to).

The kind of a word or mark is its own text in small letters, that of others a name of the grammar
(`IDENT`, `WHOLE`, ...). What belongs to nothing is reported and left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from erfd.motion.language.nodes import Span
from erfd.motion.language.problems import EnoughError, Problems
from erfd.motion.language.tables import END, tables

MOST = 2_000_000
MOST_WHOLE, MOST_DIGITS, SHORT = 2**53, 400, 15
Token = tuple[str, str, int, int]
GLUED = r"[0-9]++(?:\.[0-9]++)?+(?!e[+-]?[0-9]++(?![a-z0-9_]))[a-z_][a-z0-9_]*+"
FOREIGN = r"//[^\n]*+|#[^\n]*+|\(\*(?:[^*]|\*(?!\)))*+\*\)"  # comments of other languages
UNITS = "numbers stand without units (mm, degrees, s), names begin with a letter"
NO_TOKENS = ("ODD", "GLUED")  # reported already, and fitting nowhere
RESERVED = frozenset(("goto", "move_inc", "record", "parallel", "endparallel", "endrecord"))
ODD = {
    "{": ("E_LEX_COMMENT", "nothing closes this brace", "close the comment with '}' or delete it"),
    "}": ("E_LEX_COMMENT", "this brace closes no comment", "delete it; comments do not nest"),
    '"': ("E_SYNTAX", "this text is not closed on its line", "close it with '\"'"),
    "'": ("E_SYNTAX", "an apostrophe belongs to nothing here", 'write texts in double quotes "'),
    "!": ("E_SYNTAX", "'!' belongs to nothing here", "'<>' means unequal, 'not' turns a bool"),
    "&": ("E_SYNTAX", "'&' belongs to nothing here", "write 'and'"),
    "|": ("E_SYNTAX", "'|' belongs to nothing here", "write 'or'"),
    "°": ("E_SYNTAX", "'°' belongs to nothing here", "delete it: angles are in degrees"),
    "_": ("E_SYNTAX", "a name starts with a letter", "give another name"),
}


@lru_cache(maxsize=2)
def _pattern(braces: bool) -> re.Pattern[str]:
    """One alternative for each kind of token; without `braces` an open one counts as space."""
    made = tables()
    names = ("DECIMAL", "WHOLE", "IDENT", "QUOTED")
    kinds = {"GLUED": GLUED, "FOREIGN": FOREIGN} | {name: made.patterns[name] for name in names}
    if braces:
        kinds["COMMENT"] = made.patterns["COMMENT"]
    kinds["MARK"] = "|".join(map(re.escape, made.marks))
    kinds["ODD"] = '"[^"\n]*+|.'
    body = "|".join(f"(?P<{name}>{text})" for name, text in kinds.items())
    space = made.patterns["SPACE"] + ("" if braces else r"|\{++")
    return re.compile(f"{space}|{body}", re.DOTALL | re.IGNORECASE)


def tokens(problems: Problems, comments: bool = False) -> Iterator[Token]:
    """Every token in turn, then END; comments only if wanted."""
    text, words = problems.source.text, _words()
    start, braces, count, after_dot = 0, True, 0, False
    while start >= 0:
        begin, start = start, -1
        for found in _pattern(braces).finditer(text, begin):
            kind, word = found.lastgroup, found.group()
            if kind is None:
                continue
            if kind == "IDENT":
                kind = "COMPONENT" if after_dot else words.get(word.lower(), kind)
            elif kind == "MARK":
                kind = word
            elif kind != "QUOTED":
                word = _judged(kind, word, found.span(), problems)
            if word == "{":
                start, braces = found.start() + 1, False
                break
            if word and (kind != "COMMENT" or comments):
                after_dot = kind == "."
                yield kind, word, *found.span()
                count += 1
                if count > MOST:
                    _too_many(problems, found.span())
    yield END, "", len(text), len(text)


def _judged(kind: str, word: str, at: Span, problems: Problems) -> str:
    """Numbers that are too large and what belongs to nothing are reported; "" leaves it out."""
    if kind in ("DECIMAL", "WHOLE"):
        return _number(kind, word, at, problems)
    if kind == "GLUED":
        what = f"'{word[:20]}' is neither a number nor a name"
        problems.add("E_SYNTAX", at, what, UNITS)
    elif kind == "FOREIGN":
        what = f"'{word[: 1 if word[0] == '#' else 2]}' opens no comment"
        problems.add("E_LEX_COMMENT", at, what, "write comments in braces: { like this }")
        return ""
    elif kind == "ODD":
        _odd(word, at, problems)
        return "" if word == "}" else word
    return word


@lru_cache(maxsize=1)
def _words() -> dict[str, str]:
    """The kinds of words that are no names."""
    return {word: word for word in tables().words} | dict.fromkeys(RESERVED, "RESERVED")


def _too_many(problems: Problems, at: Span) -> None:
    remedy = "split the program, or use loops and procedures"
    problems.add("E_SYNTAX", at, f"more than {MOST} words and marks", remedy)
    raise EnoughError


def _number(kind: str, word: str, at: Span, problems: Problems) -> str:
    """A number that the language can hold; 0 in place of one that is too large."""
    if len(word) <= SHORT and "e" not in word and "E" not in word:
        return word
    if len(word) > MOST_DIGITS or (kind == "WHOLE" and int(word) > MOST_WHOLE):
        what = f"a number of {len(word)} digits is too large"
    elif float(word) == float("inf"):
        what = "this number is too large"
    else:
        return word
    remedy = f"whole numbers go up to {MOST_WHOLE}, others to 1.79e308"
    problems.add("E_RANGE", at, what, remedy)
    return "0"


def _odd(word: str, at: Span, problems: Problems) -> None:
    """Report what belongs to nothing."""
    sign = word[0]
    shown = f"'{sign}'" if sign.isprintable() else f"the character U+{ord(sign):04X}"
    default = ("E_SYNTAX", f"{shown} belongs to nothing here", "delete it")
    code, what, remedy = ODD.get(sign, default)
    problems.add(code, at, what, remedy)
