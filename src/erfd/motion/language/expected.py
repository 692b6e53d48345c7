"""What could have stood where a token does not fit, in words, and a hint at what was meant."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

from erfd.motion.language.tables import END
from erfd.motion.language.tokens import Token

GROUPS: tuple[tuple[str, frozenset[str]], ...] = (
    ("a value", frozenset(("WHOLE", "DECIMAL", "QUOTED", "IDENT", "true", "false", "("))),
    (
        "an operator",
        frozenset(
            ["+", "-", "*", "/", "@", "=", "<>", "<", "<=", ">", ">=", "div", "mod", "and", "or"]
        ),
    ),
    (
        "an option",
        frozenset(
            ["speed", "acc", "speed_ptp", "acc_ptp", "act_rob", "c_ptp", "c_cp", "c_speed", "c_ori"]
        ),
    ),
    (
        "a statement",
        frozenset(["move", "wait", "signal", "return", "if", "case", "for", "while", "repeat"]),
    ),
    ("a type", frozenset(("int", "real", "bool", "string", "robtarg", "joint"))),
)
# what goes with a group and is not worth a word of its own
ALSO = {
    "a value": "+ - not sin cos tan atan2 sqrt abs inv orizyx int real bool string position "
    "orientation pose robtarg mainjoint addjoint joint",
    "an operator": "( [ .",
    "an option": "IDENT",
    "a statement": "IDENT",
    "a type": "array position orientation pose mainjoint addjoint input output",
}
NAMES = {"IDENT": "a name", "COMPONENT": "a component", END: "the end of the text"}
MOST_NAMED, LONGEST = 4, 40


def shown(token: Token) -> str:
    kind, text, _, _ = token
    if kind == END:
        return "the end of the text"
    return f"'{text}'" if len(text) <= LONGEST else f"'{text[:LONGEST]}...'"


def in_words(kinds: Collection[str]) -> str:
    """The kinds of token, the common ones together: "an option or ';'"."""
    left, words = set(kinds) - {":="}, []
    for word, group in GROUPS:
        if group <= left:
            words.append(word)
            left -= group | set(ALSO[word].split())
    if words and left & {"IDENT"} and "a value" in words:
        left.discard("IDENT")
    singles = sorted(NAMES.get(kind, f"'{kind}'") for kind in left)
    listed = words + singles
    if len(listed) > MOST_NAMED and ";" in left:
        listed = [*words, "';'"]
    listed = listed[:MOST_NAMED]
    return listed[0] if len(listed) == 1 else ", ".join(listed[:-1]) + " or " + listed[-1]


def slip(token: Token, before: Token, kinds: Collection[str]) -> str | None:
    """What is written in other languages, or for later, and how it is written here."""
    if token[0] == "RESERVED":
        return f"'{token[1]}' is kept for later and is no part of the language yet; leave it out"
    return SLIPS.get((before[0], token[0])) or _misspelt(token, before, kinds)


def hint(token: Token, before: Token, kinds: Collection[str]) -> str | None:
    """What the writer probably meant, where that is known."""
    kind, text, _, _ = token
    if found := slip(token, before, kinds):
        return found
    if kinds == {END}:
        return "nothing stands behind 'endprogram': delete it"
    if kinds == {"program"}:
        return "a program begins with 'program' and its name"
    if kind.isidentifier() and kind.islower() and set(kinds) <= {"IDENT", ")"}:
        return f"'{text}' is a word of the language: choose another name"
    return None


SLIPS = {
    ("=", "="): "one '=' is enough, to compare as well",
    ("<", ">"): "write '<>' in one piece",
    (";", ";"): "one ';' is enough: delete this one",
    (",", ","): "one ',' is enough: delete this one",
    ("(", ")"): "a value is missing between the brackets",
    (",", ")"): "delete the ',' before it or add a value",
    ("WHOLE", ","): "a decimal number has a point: 12.5",
}


def _misspelt(token: Token, before: Token, kinds: Collection[str]) -> str | None:
    """A word like one that fits here, or the word before it like one that starts a statement."""
    for word, candidates in ((token, kinds), (before, STARTS)):
        if word[0] != "IDENT" or len(word[1]) > LONGEST:
            continue
        names = [name for name in candidates if name.isidentifier() and name.islower()]
        if close := get_close_matches(word[1].lower(), names, 1, 0.7):
            return f"did you mean '{close[0]}' instead of '{word[1]}'?"
    return None


STARTS = (
    *("move", "wait", "signal", "return", "if", "case", "for", "while", "repeat", "var", "const"),
    *("endvar", "endconst", "seq", "endseq", "procedure", "function", "endprogram"),
    *("endif", "endcase", "endfor", "endwhile", "until", "elsif", "else"),
)
